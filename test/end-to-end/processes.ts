import { readFileSync } from 'node:fs'

const pageBytes = 4096

/** The processes that a process has started and that are still there. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** The engine among the processes that the start command has started. */
export function enginePid(service: number): number {
  const engine = childrenOf(service).find((pid) => commandOf(pid).includes('container/server.ts'))
  if (engine === undefined) throw new Error('no engine is running')
  return engine
}

/** The most that one process of the engine holds in memory now: its converting processes and itself. */
export function engineMemoryBytes(service: number): number {
  try {
    const engine = enginePid(service)
    return Math.max(...[engine, ...childrenOf(engine)].map(residentBytes))
  } catch {
    return 0
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}

/** Everything at once, as when the machine loses its power: nobody can say anything any more. */
export function killAll(service: number): void {
  const groups = childrenOf(service)
  process.kill(service, 'SIGKILL')
  for (const group of groups) process.kill(-group, 'SIGKILL')
}

/** All the memory of the process that runs the Worker. */
export function workerMemoryBytes(service: number): number {
  const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])
  return Math.max(
    0,
    ...below(service)
      .filter((pid) => /\/workerd(?:\0| |$)/.test(commandOf(pid)))
      .map(residentBytes),
  )
}
