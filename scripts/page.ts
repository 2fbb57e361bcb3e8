import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// Bundles the browser modules of the pages. It is the only build of the project: browsers do not run TypeScript.
// wrangler runs it before each start and deploy (`[build]` in wrangler.toml).

const root = fileURLToPath(new URL('..', import.meta.url))
/** The folders of browser modules, each with the modules that a page loads or starts as workers. */
const modules: Readonly<Record<string, readonly string[]>> = {
  'src/design/page': ['page', 'live'],
  'src/converter/page': ['convert', 'convert-worker', 'samples'],
  'src/site/page': ['home', 'offline', 'docs'],
}

const built = await build({
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
  write: false,
})

for (const { path, contents } of built.outputFiles) replace(path, contents)

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
