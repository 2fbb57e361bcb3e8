import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The report of a process about its cases, one per line. */
export type CaseLine =
  | { readonly began: number }
  | { readonly verdict: string; readonly bug?: string }
  /** The child requests a new process, which starts with this case. */
  | { readonly again: number }

export interface Tally {
  next: number
  readonly verdicts: Map<string, number>
}

export interface Find {
  readonly number: number
  readonly bug: string
}

/** Runs cases in one process after another. A new one replaces each that hung, died or grew too large. */
export async function runCases(tally: Tally, end: number, found: (find: Find) => void): Promise<void> {
  while (tally.next < end) await oneProcess(tally, end, found)
}

async function oneProcess(tally: Tally, end: number, found: (find: Find) => void): Promise<void> {
  const child = fork('lab/fuzz/workbook-child.ts', [String(tally.next), String(end)], {
    execArgv: ['--max-old-space-size=300'],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const exited = new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(String(code ?? signal))))
  let running: number | null = null
  const count = (verdict: string, bug?: string): void => {
    tally.verdicts.set(verdict, (tally.verdicts.get(verdict) ?? 0) + 1)
    if (bug !== undefined) found({ number: tally.next, bug })
    tally.next++
    running = null
  }
  if (child.stdout === null) throw new Error('The process has no output.')
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as CaseLine
    if ('began' in line) running = line.began
    else if ('verdict' in line) count(line.verdict, line.bug)
    else running = null
  }
  const how = await exited
  if (running !== null) count('bug', `the process died: ${how}`)
}
