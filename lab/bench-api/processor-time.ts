import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100
const pageBytes = 4096

/**
 * Returns the processor seconds of the workerd processes below this one. On a busy machine, only this clock measures a
 * cost.
 */
export const workerdSeconds = (): number => sumOfWorkerd(({ ticks }) => ticks) / ticksPerSecond

/** Returns the memory of the workerd processes below this one. */
export const workerdBytes = (): number => sumOfWorkerd(({ pages }) => pages) * pageBytes

interface Stat {
  readonly name: string
  readonly parent: number
  readonly ticks: number
  /** The number of memory pages in use. */
  readonly pages: number
}

function sumOfWorkerd(measured: (stat: Stat) => number): number {
  let sum = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid)
    if (stat !== null && stat.parent === process.pid && stat.name === 'workerd') sum += measured(stat)
  }
  return sum
}

function statOf(pid: string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const number = (field: number): number => Number(fields[field])
    return { name, parent: number(1), ticks: number(11) + number(12), pages: number(21) }
  } catch {
    return null
  }
}
