import { afterEach } from 'vitest'

/**
 * Keeps what the service and its objects write to the console until the current test ends. The runner sends a line
 * from an object together with its own next message. After the last test it waits for an answer to that line before it
 * sends anything, so it would wait forever. Lines after the last test are dropped, and so is the service's log.
 */
type Method = 'log' | 'info' | 'debug' | 'warn' | 'error'
type Write = (...parts: unknown[]) => void

const heldLines = Symbol.for('the console lines of the current test')
const shared = globalThis as unknown as Record<symbol, (() => void)[] | undefined>

function holdLines(): (() => void)[] {
  const lines: (() => void)[] = []
  const hold = (method: Method): void => {
    const write: Write = console[method].bind(console)
    console[method] = (...parts: unknown[]) => {
      const isLog = method === 'log' && String(parts[0]).startsWith('{"event":')
      if (!isLog) lines.push(() => write(...parts))
    }
  }
  for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) hold(method)
  return lines
}

const lines = (shared[heldLines] ??= holdLines())
afterEach(() => {
  for (const write of lines.splice(0)) write()
})
