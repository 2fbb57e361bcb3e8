import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Owner, runOrThrow, temporaryFolder } from './processes.ts'
import { memoryFolder } from '../memory-folder.ts'

const templates = 'DATABASE_TEMPLATES'

/** Vitest calls this function before the tests, and the returned function after them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(memoryFolder(), 'rm-templates-'))
  process.env[templates] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Copies the data of a new database server to `data`. Creating it takes ten times as long as the copy, so the first
 * server of a run creates it for the others.
 */
export async function copyNewData(
  name: string,
  data: string,
  owner: Owner,
  make: (folder: string) => Promise<unknown>,
): Promise<void> {
  const folder = process.env[templates]
  // Programs of the lab start only one server each, so they create the data directly.
  if (folder === undefined) return void (await make(data))
  const template = join(folder, name)
  if (!existsSync(template)) {
    const own = temporaryFolder(`new-${name}`, owner)
    await make(join(own, 'data'))
    try {
      renameSync(own, template)
    } catch {
      // Another process created the data first.
      rmSync(own, { recursive: true })
    }
  }
  await runOrThrow('/bin/cp', ['-a', join(template, 'data'), data])
}
