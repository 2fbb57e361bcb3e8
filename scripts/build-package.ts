import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'

// Builds what the npm package holds into package/dist: the command line and the client as plain JavaScript for Node 20,
// the client's types, the guides, and the licenses of everything that was bundled. `npm pack` in package/ runs it. An argument
// names another folder to build into.

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'package')
const out = resolve(process.argv[2] ?? join(folder, 'dist'))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const commandLine = await build({
  absWorkingDir: root,
  stdin: { contents: cliSource(), resolveDir: root, sourcefile: 'cli.ts', loader: 'ts' },
  entryNames: 'cli',
  chunkNames: 'chunks/[name]-[hash]',
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  metafile: true,
  // Packages in the older module format ask for Node's own modules at run time.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})
await build({
  absWorkingDir: root,
  entryPoints: ['clients/javascript/rowmill.ts'],
  outdir: out,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
})
writeFileSync(join(out, 'cli.js'), `#!/usr/bin/env node\n${readFileSync(join(out, 'cli.js'), 'utf8')}`)
chmodSync(join(out, 'cli.js'), 0o755)
writeTypes()
cpSync(join(root, 'docs/guide'), join(out, 'docs'), { recursive: true })
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
writeFileSync(join(out, 'THIRD_PARTY_LICENSES.txt'), licensesOf(commandLine.metafile))

function cliSource(): string {
  return [
    "import module from 'node:module'",
    // Node 22 keeps compiled code; Node 20 does without.
    'module.enableCompileCache?.()',
    "const { main } = await import('./container/commands/main.ts')",
    `process.exitCode = await main(process.argv.slice(2), { errorsAsJson: false, version: '${version}' })`,
  ].join('\n')
}

/** The compiler writes declarations that name `.ts` files; what is published has `.js` beside them. */
function writeTypes(): void {
  const types = join(out, 'types')
  const args = [
    '-p',
    'clients/javascript',
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    types,
  ]
  execFileSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' })
  for (const name of readdirSync(types)) {
    const path = join(types, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}

/** The license text of every package that the bundle holds. */
function licensesOf({ inputs }: Metafile): string {
  const folders = new Set(
    Object.keys(inputs).flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  )
  return [...folders]
    .toSorted()
    .map((path) => {
      const packageFolder = join(root, path)
      const about = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Record<string, string>
      const file = readdirSync(packageFolder).find((name) => /^licen[cs]e/i.test(name))
      const text =
        file === undefined
          ? `License: ${about['license'] ?? 'unknown'}`
          : readFileSync(join(packageFolder, file), 'utf8')
      return `${about['name'] ?? path} ${about['version'] ?? ''}\n\n${text.trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
