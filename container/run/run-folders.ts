import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'rowmill-run-'
const named = new RegExp(`^${prefix}(\\d+)-`)

/** Creates the folder of one run. Its name contains the engine that removes it. */
export const newRunFolder = (): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))

export const isRunFolder = (name: string): boolean => name.startsWith(prefix)

/**
 * Removes the folders of engines that were killed together with their runs. No run continues without its engine. A new
 * engine calls this before its first run, because an earlier one may have had the same process number.
 */
export function removeLeftRunFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const engine = named.exec(name)?.[1]
    if (engine === undefined || (Number(engine) !== process.pid && isAlive(Number(engine)))) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // The folder belongs to another engine. The next engine there removes it.
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
