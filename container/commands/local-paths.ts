import type { Stats } from 'node:fs'
import { dirname } from 'node:path'

const { mkdirSync, readdirSync, statSync } = process.getBuiltinModule('node:fs')

/** Returns the file or folder at a path, or null if it does not exist or is not accessible. */
export function kindOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/**
 * Creates a folder and those above it. The recursive `mkdir` of Node 20 and 24 never returns for a folder in which
 * none can be created, such as /proc.
 */
export function makeFolders(path: string): void {
  if (kindOf(path)?.isDirectory() === true) return
  const above = dirname(path)
  if (above !== path && kindOf(above) === null) makeFolders(above)
  mkdirSync(path)
}

/** Returns the names in a folder, or an empty list if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns the folder and the pattern of a path whose last part has `*` or `?`, because the shell did not expand it. */
export function patternOf(
  path: string,
  separator: string,
): { readonly folder: string; readonly pattern: string } | null {
  const folder = (separator === '/' ? /^.*\// : /^.*[\\/]/).exec(path)?.[0] ?? ''
  const pattern = path.slice(folder.length)
  return /[*?]/.test(pattern) ? { folder, pattern } : null
}
