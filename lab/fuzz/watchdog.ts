import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { CaseLine } from './workbook-cases.ts'

/**
 * A watchdog for a thread that runs cases. It ends the process when a case takes more than five seconds of processor
 * time, or waits forever. It measures processor time, because the process may run at the lowest priority.
 */
const busyMicrosMax = 5e6
const waitingMsMax = 300_000
const lookMs = 200

const current = workerData as Float64Array
let watched = -1
let cpuMicros = 0
let startMs = 0

const processor = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

setInterval(() => {
  const number = current[0] ?? -1
  if (number !== watched) {
    watched = number
    cpuMicros = processor()
    startMs = performance.now()
    return
  }
  const isBusy = processor() - cpuMicros > busyMicrosMax
  if (!isBusy && performance.now() - startMs < waitingMsMax) return
  const line: CaseLine = { verdict: 'bug', bug: isBusy ? 'five seconds of work without an answer' : 'it never ends' }
  writeSync(1, `${JSON.stringify(line)}\n`)
  process.kill(process.pid, 'SIGKILL')
}, lookMs)
