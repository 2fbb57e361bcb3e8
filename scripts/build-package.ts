import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'rolldown'

// Builds the content of the npm package in package/dist: the command line and the client as plain JavaScript for Node
// 20, the client's types, the guides, and the licenses of everything in the bundle. `npm pack` in package/ runs it. An
// argument names another output folder.

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'package')
const out = resolve(process.argv[2] ?? join(folder, 'dist'))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

/** The part of a schema's type that users need. The library's own types are not published. */
const schemaTypes = `import type { Conversion, Report, SpecInput } from './rowmill.js'
type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }
type Checked<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }
export interface Schema<Value> {
  parse(value: unknown): Value
  safeParse(value: unknown): Checked<Value>
}
export declare const specSchema: Schema<SpecInput>
export declare const reportSchema: Schema<Report>
export declare const conversionSchema: Schema<Conversion>
`

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const commandLine = await bundle({
  input: { cli: 'cli.ts' },
  platform: 'node',
  transform: { target: 'node20.16' },
  plugins: [{ name: 'cli', resolveId: (id) => (id === 'cli.ts' ? join(root, id) : null), load: sourceOfCli }],
  output: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Node takes about a millisecond for each file. The code for CSV is in two files, so that it starts quickly.
    codeSplitting: {
      groups: [
        { name: 'main', test: /commands\/main\.ts$/, priority: 2 },
        { name: 'csv', test: /commands\/convert\.ts$|delimited\/delimited-reader\.ts$/, priority: 1 },
      ],
    },
    // Names are kept, so that stacks in error reports are readable.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  },
})
await bundle({
  input: { rowmill: 'clients/javascript/rowmill.ts' },
  platform: 'neutral',
  transform: { target: 'es2022' },
})
const schemas = await bundle({
  input: { schemas: 'src/contract/schemas.ts' },
  platform: 'neutral',
  transform: { target: 'es2022' },
  output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
})
writeFileSync(join(out, 'cli.js'), `#!/usr/bin/env node\n${readFileSync(join(out, 'cli.js'), 'utf8')}`)
chmodSync(join(out, 'cli.js'), 0o755)
writeTypes()
cpSync(join(root, 'docs/guide'), join(out, 'docs'), { recursive: true })
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
const bundled = packagesOf([...commandLine, ...schemas])
writeFileSync(join(out, 'THIRD_PARTY_LICENSES.txt'), bundled.map(licenseOf).join(`\n${'-'.repeat(80)}\n\n`))
writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(bundled), null, 1)}\n`)

/** Writes a bundle to `out`, and returns the paths of all modules in it. */
async function bundle({ output, ...options }: BuildOptions): Promise<readonly string[]> {
  const written = await build({
    ...options,
    cwd: root,
    output: { ...output, dir: out, format: 'esm', comments: { legal: false } },
  })
  return written.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

function sourceOfCli(id: string): string | null {
  if (id !== join(root, 'cli.ts')) return null
  return [
    "import module from 'node:module'",
    // Node 22 caches compiled code, and Node 20 does not.
    'module.enableCompileCache?.()',
    "const { main } = await import('./container/commands/main.ts')",
    `process.exitCode = await main(process.argv.slice(2), { errorsAsJson: false, version: '${version}' })`,
  ].join('\n')
}

/** The compiler writes declarations that name `.ts` files, but the published files are `.js`. */
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
  writeFileSync(join(types, 'schemas.d.ts'), schemaTypes)
  for (const name of readdirSync(types)) {
    const path = join(types, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}

interface BundledPackage {
  readonly folder: string
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Returns the packages with any code in the bundle. */
function packagesOf(modules: readonly string[]): readonly BundledPackage[] {
  const folders = new Set(modules.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))
  return [...folders].toSorted().map((path) => {
    const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, string>
    const { name = path, version: locked = '', license = 'unknown' } = about
    return { folder: path, name, version: locked, license }
  })
}

function licenseOf({ folder: path, name, version: locked, license }: BundledPackage): string {
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? `License: ${license}` : readFileSync(join(path, file), 'utf8')
  return `${name} ${locked}\n\n${text.trim()}\n`
}

/**
 * Returns the bill of materials in the CycloneDX format that npm writes for the lock file, for the bundled packages
 * only. The hashes come from the lock file.
 */
function billOfMaterials(packages: readonly BundledPackage[]): object {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const whole = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })) as {
    readonly components: readonly { readonly name: string; readonly version: string; readonly hashes: unknown }[]
  }
  const isBundled = new Set(packages.map(({ name, version: locked }) => `${name}@${locked}`))
  const components = whole.components.filter((each) => isBundled.has(`${each.name}@${each.version}`))
  const component = { type: 'application', name: 'rowmill', version, purl: `pkg:npm/rowmill@${version}` }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component },
    components: components.map(({ name, version: locked, hashes }) => ({
      type: 'library',
      name,
      version: locked,
      purl: `pkg:npm/${name.replace('@', '%40')}@${locked}`,
      licenses: [{ license: { id: packages.find((each) => each.name === name)?.license } }],
      hashes,
    })),
  }
}
