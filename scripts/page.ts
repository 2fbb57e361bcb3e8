import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Bundles the browser modules of the pages. It is the only build of the project: browsers do not run TypeScript.
// wrangler runs it before each start and deploy (`[build]` in wrangler.toml). It is skipped if nothing has changed.

const root = fileURLToPath(new URL('..', import.meta.url))
/** The folders of browser modules, each with the modules that a page loads or starts as workers. */
const modules: Readonly<Record<string, readonly string[]>> = {
  'src/design/page': ['page', 'live'],
  'src/converter/page': ['convert', 'convert-worker', 'samples'],
  'src/site/page': ['home', 'offline', 'docs'],
}

/** The hash of each file that the last build read or wrote. */
const record = join(root, '.rowmill/page-build.json')
/** These files decide how the modules are resolved and bundled. */
const settings = ['scripts/page.ts', 'package.json', 'package-lock.json', 'tsconfig.json']

function hashOf(file: string): string | null {
  const path = join(root, file)
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null
}

function isUpToDate(): boolean {
  if (!existsSync(record)) return false
  const hashes = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>
  return Object.entries(hashes).every(([file, hash]) => hashOf(file) === hash)
}

async function bundle(): Promise<void> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.entries(modules).flatMap(([folder, names]) =>
      names.map((name) => ({ in: join(folder, `${name}.ts`), out: name })),
    ),
    outdir: 'src/public/assets/page',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
  })
  for (const { path, contents } of outputFiles) replace(path, contents)
  const files = [...settings, ...Object.keys(metafile.inputs), ...Object.keys(metafile.outputs)]
  replace(record, Buffer.from(JSON.stringify(Object.fromEntries(files.map((file) => [file, hashOf(file)])))))
}

if (!isUpToDate()) await bundle()

// The guides link to the snippets, so the site serves them.
const snippets = join(root, 'docs/snippets')
for (const name of readdirSync(snippets))
  replace(join(root, 'src/public/assets/snippets', name), readFileSync(join(snippets, name)))

/**
 * Replaces a file if it changed. A running service watches its assets, so an unchanged file is left alone and a changed
 * one is replaced at once.
 */
function replace(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return
  mkdirSync(dirname(path), { recursive: true })
  const beside = join(root, '.rowmill', `${basename(path)}.${process.pid}`)
  mkdirSync(dirname(beside), { recursive: true })
  writeFileSync(beside, contents)
  renameSync(beside, path)
}
