import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface Guide {
  readonly name: string
  readonly read: () => Promise<string>
}

/** Returns the guides. They are inside the executable, next to the bundle of the package, or in the repository. */
export async function guides(): Promise<readonly Guide[]> {
  const { isSea, getAsset, getAssetKeys } = process.getBuiltinModule('node:sea')
  if (isSea()) return getAssetKeys().map((name) => ({ name, read: () => Promise.resolve(getAsset(name, 'utf8')) }))
  for (const folder of ['../docs/', '../../docs/guide/']) {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    const names = (await readdir(path).catch(() => [])).filter((name) => name.endsWith('.md'))
    if (names.length > 0) return names.map((name) => ({ name, read: () => readFile(path + name, 'utf8') }))
  }
  return []
}
