import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// `npm run executable [FILE]` writes the command line as one file that needs no Node. It contains the Node that runs
// this script, the whole program, its compiled code and the guides, and it runs on the platform on which it was built.

const root = fileURLToPath(new URL('..', import.meta.url))
const out = resolve(process.argv[2] ?? join(root, '.rowmill/rowmill'))
const { version } = JSON.parse(readFileSync(join(root, 'package/package.json'), 'utf8')) as { version: string }
/** Node searches for its program after this marker. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const folder = mkdtempSync(join(tmpdir(), 'rowmill-executable-'))
try {
  const [program, settings, blob] = ['program.cjs', 'settings.json', 'program.blob'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await build({
    absWorkingDir: root,
    stdin: { contents: programSource(), resolveDir: root, sourcefile: 'program.ts', loader: 'ts' },
    outfile: program,
    bundle: true,
    // Node only caches compiled code for the older module format.
    format: 'cjs',
    platform: 'node',
    target: `node${process.versions.node}`,
    legalComments: 'none',
    // Inside the executable, no files are next to the program.
    define: { 'import.meta.url': '"file:///"' },
  })
  const guides = readdirSync(join(root, 'docs/guide')).map((name) => [name, join(root, 'docs/guide', name)])
  const about = { main: program, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true }
  writeFileSync(settings, JSON.stringify({ ...about, assets: Object.fromEntries(guides) as Record<string, string> }))
  run(process.execPath, ['--experimental-sea-config', settings])
  mkdirSync(dirname(out), { recursive: true })
  rmSync(out, { force: true })
  copyFileSync(process.execPath, out)
  run(join(root, 'node_modules/.bin/postject'), [out, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse])
  console.log(out)
} finally {
  rmSync(folder, { recursive: true })
}

/** The error includes the tool's output if the tool fails. */
function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'pipe' })
}

function programSource(): string {
  return [
    "import { main } from './container/commands/main.ts'",
    `void main(process.argv.slice(2), { errorsAsJson: false, version: '${version}' }).then((code) => {`,
    '  process.exitCode = code',
    '})',
  ].join('\n')
}
