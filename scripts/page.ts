import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// Bundles the browser modules of the settings pages: the one build that the project has, because browsers run no TypeScript.
// wrangler runs it before each start and deploy (`[build]` in wrangler.toml).

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = ['page.ts', 'live.ts', 'convert.ts', 'convert-worker.ts']

const built = await build({
  absWorkingDir: root,
  entryPoints: modules.map((name) => join('src/settings/page', name)),
  outdir: 'src/settings/public/assets/page',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  write: false,
})

for (const { path, contents } of built.outputFiles) {
  // A running service watches its assets: what is the same is left alone, what differs is replaced at once.
  if (existsSync(path) && readFileSync(path).equals(contents)) continue
  mkdirSync(dirname(path), { recursive: true })
  const beside = join(root, '.rowmill', `${basename(path)}.${process.pid}`)
  mkdirSync(dirname(beside), { recursive: true })
  writeFileSync(beside, contents)
  renameSync(beside, path)
}
