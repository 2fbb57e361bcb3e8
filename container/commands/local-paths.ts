import type { Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'

const { lstatSync, mkdirSync, readdirSync, statSync } = process.getBuiltinModule('node:fs')

/** Returns the file or folder at a path, or null if it does not exist or is not accessible. */
export function kindOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Tests whether a path is a symbolic link, also to a place that does not exist. */
export const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/**
 * Creates a folder and those above it. The recursive `mkdir` of Node 20 and 24 never returns for a folder in which
 * none can be created, such as /proc.
 */
export function makeFolders(path: string): void {
  const folder = resolve(path)
  if (kindOf(folder)?.isDirectory() === true) return
  const above = dirname(folder)
  if (above !== folder && kindOf(above) === null) makeFolders(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it in the meantime.
    if (kindOf(folder)?.isDirectory() !== true) throw error
  }
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
