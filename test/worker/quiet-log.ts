/**
 * Drops the lines of the service's log before the runner sends each to its process. A line that an object writes after
 * the last test of a file can otherwise keep the runner from ever hearing that the file has ended.
 */
const log = console.log.bind(console)
const isQuiet = Symbol.for('the log of these tests is quiet')
const once = globalThis as unknown as Record<symbol, boolean>
if (once[isQuiet] !== true) {
  once[isQuiet] = true
  console.log = (...parts: unknown[]) => {
    if (!String(parts[0]).startsWith('{"event":')) log(...parts)
  }
}
