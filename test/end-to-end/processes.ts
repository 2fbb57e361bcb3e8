import { readFileSync } from 'node:fs'

const pageBytes = 4096

/** Returns the running child processes of a process. */
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

/** Returns the process id of the engine among the processes of the start command. */
export function enginePid(service: number): number {
  const engine = childrenOf(service).find((pid) => commandOf(pid).includes('container/server.ts'))
  if (engine === undefined) throw new Error('no engine is running')
  return engine
}

/** Returns the current memory of the largest process of the engine, including its converting processes. */
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

/** Kills all processes at once, as a power failure does, so that none can report anything. */
export function killAll(service: number): void {
  const groups = childrenOf(service)
  process.kill(service, 'SIGKILL')
  for (const group of groups) process.kill(-group, 'SIGKILL')
}

/** Returns the memory of the process that runs the Worker. */
export function workerMemoryBytes(service: number): number {
  const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])
  return Math.max(
    0,
    ...below(service)
      .filter((pid) => /\/workerd(?:\0| |$)/.test(commandOf(pid)))
      .map(residentBytes),
  )
}
