import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** Writes these files to a folder that exists until the work is done. */
function inFolder<T>(files: Files, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-folder-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const tarOfFolder = (folder: string, ...options: string[]): Buffer =>
  execFileSync('tar', ['-C', folder, ...options, '-cf', '-', '.'], { maxBuffer: 1 << 28 })

export const tarOf = (files: Files): Buffer => inFolder(files, (folder) => tarOfFolder(folder))
