import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Figures {
  readonly wallSeconds: number
  /** The peak memory of the largest process among the command and its children, in bytes. */
  readonly peakBytes: number
  readonly exitCode: number | null
}

/** Runs one whole process through a shell. */
export function measure(command: string, timeoutSeconds = 900): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn('/bin/sh', ['-c', `exec ${command}`], { stdio: 'ignore', detached: true })
    let peakBytes = 0
    const watch = setInterval(() => {
      if (child.pid !== undefined) peakBytes = Math.max(peakBytes, ...processTree(child.pid).map(highWaterMark))
    }, 20)
    const limit = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, timeoutSeconds * 1000)
    child.once('error', reject)
    child.once('exit', (exitCode) => {
      clearInterval(watch)
      clearTimeout(limit)
      resolve({ wallSeconds: (performance.now() - started) / 1000, peakBytes, exitCode })
    })
  })
}

function highWaterMark(pid: number): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? 0 : Number(found[1]) * 1024
  } catch {
    return 0 // The process ended between two checks.
  }
}

function processTree(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...children.flatMap((child) => processTree(Number(child)))]
  } catch {
    return [pid]
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
