import type { Script } from 'node:vm'

const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
const { fileURLToPath } = process.getBuiltinModule('node:url')
const vm = process.getBuiltinModule('node:vm')

/**
 * The command line and all that it imports as one script, and what V8 made of the functions that most conversions run: with it a
 * start takes a quarter less. It is a cache and nothing else: where there is none, or one of another Node or of other sources,
 * the sources run. `npm ci` and `npm run pack` make it (scripts/pack.ts).
 */
export interface PackHead {
  readonly node: string
  /** Path from the project's folder, size, and when it was written. */
  readonly sources: readonly (readonly [path: string, bytes: number, writtenAt: number])[]
  /** Of the script, which stands below the line that says this; the rest is V8's. */
  readonly scriptBytes: number
}

export type CommandLine = Pick<typeof import('./command-line.ts'), 'main'>

const root = fileURLToPath(new URL('..', import.meta.url))
export const packPath = `${root}.rowmill/command-line.pack`

/** Null where the sources are to run. */
export function packedCommandLine(path = packPath): CommandLine | null {
  try {
    const pack = readFileSync(path)
    const headEnd = pack.indexOf('\n')
    const { node, sources, scriptBytes } = JSON.parse(pack.toString('utf8', 0, headEnd)) as PackHead
    if (node !== process.version || sources.some(isAnother)) return null
    const scriptEnd = headEnd + 1 + scriptBytes
    const script = scriptOf(pack.toString('utf8', headEnd + 1, scriptEnd), pack.subarray(scriptEnd))
    return script.cachedDataRejected === true ? null : commandLineOf(script)
  } catch {
    return null
  }
}

function isAnother([path, bytes, writtenAt]: PackHead['sources'][number]): boolean {
  const file = statSync(root + path, { throwIfNoEntry: false })
  return file?.size !== bytes || file.mtimeMs !== writtenAt
}

/** Of a script in the form of Node's older modules. */
export function scriptOf(text: string, cachedData?: Buffer): Script {
  const source = `(function (module, exports, require) {${text}\n})`
  return new vm.Script(source, { filename: packPath, ...(cachedData === undefined ? {} : { cachedData }) })
}

export function commandLineOf(script: Script): CommandLine {
  const module = { exports: {} }
  script.runInThisContext()(module, module.exports, createRequire(packPath))
  return module.exports as CommandLine
}
