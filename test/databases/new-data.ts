import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Owner, runOrThrow, temporaryFolder } from './processes.ts'
import { memoryFolder } from '../memory-folder.ts'

const templates = 'DATABASE_TEMPLATES'

/** Vitest calls this before the tests, and what it returns after them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(memoryFolder(), 'rm-templates-'))
  process.env[templates] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * The data of a new database server, copied to `data`. Making it takes ten times as long as the copy, so the first
 * server of a run makes it for the others.
 */
export async function copyNewData(
  name: string,
  data: string,
  owner: Owner,
  make: (folder: string) => Promise<unknown>,
): Promise<void> {
  const folder = process.env[templates]
  // Programs of the lab start servers too, one each.
  if (folder === undefined) return void (await make(data))
  const template = join(folder, name)
  if (!existsSync(template)) {
    const own = temporaryFolder(`new-${name}`, owner)
    await make(join(own, 'data'))
    try {
      renameSync(own, template)
    } catch {
      // Another process was first.
      rmSync(own, { recursive: true })
    }
  }
  await runOrThrow('/bin/cp', ['-a', join(template, 'data'), data])
}
