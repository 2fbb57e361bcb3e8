import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { commandLineOf, type PackHead, packPath, scriptOf } from '../container/packed.ts'

// npm run pack -- [FILE]: the command line as one script, and what V8 makes of it when it converts the files below. It is used as
// long as nothing that it was made of has changed (container/packed.ts).

const target = resolve(process.argv[2] ?? packPath)
const root = fileURLToPath(new URL('..', import.meta.url))

/** Rows of every type, told apart as most files are: what they take is what most conversions take. */
const rows = Array.from({ length: 3000 }, (_, id) => ({
  id,
  name: `Customer ${id % 700}, "${id}"`,
  amount: `${id}.25`,
  born: `19${10 + (id % 90)}-02-28`,
  seen_at: '2024-02-29 10:11:12',
  is_active: id % 2 === 0,
  note: id % 5 === 0 ? null : 'naïve',
}))
const csv = (): string => {
  const field = (value: string): string => `"${value.replaceAll('"', '""')}"`
  const lines = rows.map(({ id, name, ...others }) => [id, field(name), ...Object.values(others)].join(','))
  return `${Object.keys(rows[0] ?? {}).join(',')}\n${lines.join('\n')}\n`
}
const files: Readonly<Record<string, () => string>> = {
  'rows.csv': csv,
  'rows.ndjson': () => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
}
const outputs = ['--dialect postgresql --style bulk', '--dialect mysql']

async function pack(): Promise<void> {
  const startedAt = Date.now()
  const built = await build({
    absWorkingDir: root,
    entryPoints: ['container/command-line.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node}`,
    // What is loaded for some files alone stands in the same script.
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    metafile: true,
    write: false,
  })
  const sources = Object.keys(built.metafile.inputs).map((path) => {
    const { size, mtimeMs } = statSync(join(root, path))
    if (mtimeMs >= startedAt) throw new Error(`${path} was written meanwhile: once more, please`)
    return [path, size, mtimeMs] as const
  })
  const text = built.outputFiles[0]?.text ?? ''
  const script = scriptOf(text)
  await convertAll(commandLineOf(script).main)
  const head: PackHead = { node: process.version, sources, scriptBytes: Buffer.byteLength(text) }
  const parts = [Buffer.from(`${JSON.stringify(head)}\n${text}`), script.createCachedData()]
  // At once: whoever reads it finds all of the one before, or all of this.
  const beside = `${target}.${process.pid}`
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(beside, Buffer.concat(parts))
  renameSync(beside, target)
}

async function convertAll(main: (args: string[]) => Promise<number>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'packing-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content())
      for (const output of outputs) {
        const args = ['convert', join(folder, name), ...output.split(' '), '-o', join(folder, 'out'), '--quiet']
        if ((await main(args)) !== 0) throw new Error(`${name} was not converted`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

await pack()
