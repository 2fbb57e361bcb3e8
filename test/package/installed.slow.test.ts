import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { build } from 'esbuild'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rowmill-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the oldest Node on this machine: the package promises Node 20. */
function oldestNode(): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((place) => join(place, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, major: Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'])) }))
    .filter(({ major }) => major >= 20)
  return found.toSorted((a, b) => a.major - b.major)[0]?.path ?? process.execPath
}
const node = oldestNode()
const orders = readFileSync('examples/orders.csv')
const command = join(folder, 'node_modules/rowmill/dist/cli.js')
const rowmill = (...args: readonly string[]) => spawnSync(node, [command, ...args], { encoding: 'utf8', cwd: folder })

beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: 'package', encoding: 'utf8' })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const tarball = packed.trim().split('\n').at(-1) ?? ''
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: folder })
  writeFileSync(join(folder, 'orders.csv'), orders)
})

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size

describe(`the package, installed in an empty folder (${node})`, () => {
  test('has no dependencies', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['rowmill'])
    const files = execFileSync('find', [join(folder, 'node_modules/rowmill'), '-type', 'f'], { encoding: 'utf8' })
    expect(files.split('\n').filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([])
    const bytes = sizeOf(join(folder, 'node_modules/rowmill'))
    console.log(`The package has ${(bytes / 1e6).toFixed(2)} MB unpacked.`)
    expect(bytes).toBeLessThan(4_000_000)
  })

  /** Each file and each of Node's own modules that loads at the start takes about a millisecond. */
  test("loads few files and few of Node's own modules at the start", () => {
    const coverage = join(folder, 'coverage')
    const atExit = 'process.on("exit",()=>console.log(JSON.stringify(process.moduleLoadList)))'
    const { status, stdout } = spawnSync(
      node,
      [
        '--import',
        `data:text/javascript,${atExit}`,
        command,
        'convert',
        'orders.csv',
        '--to',
        'sqlite',
        '-o',
        'start.sql',
        // On a busy machine the progress line would look for a terminal and load Node's streams.
        '--quiet',
      ],
      { encoding: 'utf8', cwd: folder, env: { ...process.env, NODE_V8_COVERAGE: coverage } },
    )
    expect(status).toBe(0)
    const own = JSON.parse(stdout) as readonly string[]
    const heavy = ['fs/promises', 'crypto', 'stream', 'perf_hooks', 'worker_threads', 'zlib']
    expect(own).toContain('NativeModule fs')
    expect(heavy.filter((name) => own.includes(`NativeModule ${name}`))).toEqual([])
    const { result } = JSON.parse(readFileSync(join(coverage, readdirSync(coverage)[0] as string), 'utf8')) as {
      readonly result: readonly { readonly url: string }[]
    }
    const files = result.filter(({ url }) => url.includes('/rowmill/dist/'))
    expect(files.length).toBeGreaterThan(1)
    expect(files.length).toBeLessThan(8)
  })

  test('has a license, and the licenses of its bundled packages', () => {
    expect(readFileSync(join(folder, 'node_modules/rowmill/LICENSE'), 'utf8')).toContain('Apache License')
    const others = readFileSync(join(folder, 'node_modules/rowmill/dist/THIRD_PARTY_LICENSES.txt'), 'utf8')
    expect(others).toMatch(/^zod /m)
    expect(others).toContain('Permission is hereby granted')
  })

  test('has a bill of materials with the hash of every bundled package', () => {
    const bill = JSON.parse(readFileSync(join(folder, 'node_modules/rowmill/dist/sbom.cdx.json'), 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string; hashes: { alg: string; content: string }[] }[]
    }
    const others = readFileSync(join(folder, 'node_modules/rowmill/dist/THIRD_PARTY_LICENSES.txt'), 'utf8')
    expect(bill.bomFormat).toBe('CycloneDX')
    for (const { name, version, hashes } of bill.components) {
      expect(others).toContain(`${name} ${version}\n`)
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
    const licensed = others.split(`${'-'.repeat(80)}\n\n`).map((text) => text.split(' ', 1)[0])
    expect(new Set(bill.components.map(({ name }) => name))).toEqual(new Set(licensed))
  })

  test('converts a file into SQL that SQLite loads', () => {
    const run = rowmill('convert', 'orders.csv', '--to', 'sqlite')
    expect(run.status).toBe(0)
    const database = new DatabaseSync(':memory:')
    database.exec(run.stdout)
    expect(database.prepare('select customer from orders where order_no = 1001').get()).toEqual({
      customer: "Zoë O'Neil",
    })
    expect(run.stderr).toContain('orders.csv: 4 rows converted, 0 rejected')
  })

  // Node 20 does not support Zstandard.
  test.each([
    ['orders.csv.gz', gzipSync(orders)],
    ['orders.csv.zst', zstdCompressSync(orders)],
    ['orders.csv.xz', execFileSync('xz', ['-c'], { input: orders })],
    ['orders.csv.bz2', execFileSync('bzip2', ['-c'], { input: orders })],
    ['orders.zip', Buffer.from(zipSync({ 'orders.csv': new Uint8Array(orders) }))],
  ])('reads %s', (name, packed) => {
    writeFileSync(join(folder, name), packed)
    const run = rowmill('convert', name, '--to', 'sqlite', '--table', 'orders')
    expect(run.stdout).toBe(rowmill('convert', 'orders.csv', '--to', 'sqlite').stdout)
    expect(run.stderr).toContain('4 rows converted')
  })

  test('reads text in an old encoding, and recognizes binary data', () => {
    // Each candidate encoding decodes the text. One that this Node lacks must not end the command.
    writeFileSync(join(folder, 'old.csv'), Buffer.from('id,name\n1,K\xe9szl\xf5\n2,Gy\xf5ri \xfagy\n', 'latin1'))
    const old = rowmill('convert', 'old.csv', '--to', 'sqlite', '--encoding', 'iso-8859-16')
    expect(old.stderr).not.toContain('Error')
    expect(old.stdout).toContain('Készlő')
    expect(rowmill('inspect', 'old.csv').status).toBe(0)
    writeFileSync(
      join(folder, 'noise.csv'),
      Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * n * 31 + n) % 256)),
    )
    const noise = rowmill('convert', 'noise.csv', '--to', 'sqlite', '-o', 'noise.sql')
    expect(noise.stderr).not.toContain('ERR_')
  })

  test('reports in a sentence that a database client refused the script', () => {
    if (spawnSync('psql', ['--version']).error !== undefined) return
    const run = rowmill('convert', 'orders.csv', '--to', 'postgresql', '--db', 'postgres://localhost:1/none')
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('psql ended with code 2, because the database refused the script.')
    expect(run.stderr).not.toContain('node:')
  })

  test('reports a mistake in a sentence', () => {
    const run = rowmill('convert', 'orders.csv', '--to', 'postgres')
    expect(run.status).toBe(2)
    expect(run.stderr).toMatch(/postgresql/)
    expect(run.stderr).not.toMatch(/ {4}at |^\{/)
    writeFileSync(join(folder, 'broken.xlsx'), 'PK\u0003\u0004 and no more')
    const broken = rowmill('convert', 'broken.xlsx', '--to', 'sqlite')
    expect([broken.status, broken.stdout]).toEqual([1, ''])
    expect(broken.stderr).toMatch(/^broken\.xlsx: .*\(corrupt_file\)\n$/)
  })

  test.each(['', 'convert', 'inspect', 'login', 'remote', 'listen', 'trigger', 'mcp', 'completion'])(
    'shows help for "%s" with an example',
    (name) => {
      const run = rowmill(...(name === '' ? [] : [name]), '--help')
      expect([run.status, run.stderr]).toEqual([0, ''])
      expect(run.stdout).toMatch(/rowmill (convert|inspect|login|remote|listen|trigger|mcp|completion)/)
    },
  )

  test('prints its version', () => {
    const { version } = JSON.parse(readFileSync('package/package.json', 'utf8')) as { version: string }
    expect(rowmill('--version').stdout).toBe(`${version}\n`)
  })

  test('contains a client that compiles with its types, without those of Node', () => {
    const program = join(folder, 'program.ts')
    writeFileSync(
      program,
      `import { ConversionFailedError, Rowmill, verifyWebhook, type Report, type SpecInput } from 'rowmill'
       import { specSchema } from 'rowmill/schemas'
       export const spec: SpecInput = specSchema.parse({ output: { dialect: 'mysql' } })
       const rowmill = new Rowmill({ apiKey: 'rm_key_x' })
       export async function run(): Promise<Report> {
         try {
           const done = await rowmill.convert(new Blob(['a']), { to: 'postgresql', name: 'a.csv' })
           const rows: number = done.rows.converted
           for await (const { id } of rowmill.conversions({ status: 'done' })) console.log(id, rows)
           return done.report
         } catch (error) {
           if (error instanceof ConversionFailedError) console.log(error.code, error.problems)
           throw error
         }
       }
       export const event = verifyWebhook('body', null, 'whsec_x')
       // @ts-expect-error There is no such database.
       void rowmill.convert('a.csv', { to: 'postgres' })`,
    )
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [program] }))
    const checked = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(checked.stdout).toBe('')
  })

  test('checks a spec as the service does, without the client', async () => {
    const program = `import { conversionSchema, reportSchema, specSchema } from 'rowmill/schemas'
      const wrong = specSchema.safeParse({ output: { dialect: 'postgres', tabel: 1 } })
      const { input, output } = specSchema.parse({ output: { dialect: 'mysql' } })
      console.log(JSON.stringify({
        paths: wrong.success ? [] : wrong.error.issues.map(({ path }) => path.join('.')),
        filled: [input.format, output.dialect, output.format],
        others: [reportSchema, conversionSchema].map((schema) => schema.safeParse({}).success),
      }))`
    writeFileSync(join(folder, 'check.mjs'), program)
    const checked = JSON.parse(execFileSync(node, ['check.mjs'], { cwd: folder, encoding: 'utf8' })) as object
    expect(checked).toEqual({
      paths: expect.arrayContaining(['output.dialect']),
      filled: [null, 'mysql', 'sql'],
      others: [false, false],
    })
    const entry = join(folder, 'client-only.js')
    writeFileSync(entry, "import { Rowmill } from 'rowmill'; globalThis.client = Rowmill")
    const bundled = await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', write: false })
    expect(bundled.outputFiles[0]?.text).not.toMatch(/ZodObject|safeParse/)
  })

  test('leaves unused code out of a bundle', async () => {
    const entry = join(folder, 'receiver.js')
    writeFileSync(entry, "import { verifyWebhook } from 'rowmill'; globalThis.verify = verifyWebhook")
    const bundled = await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', write: false })
    expect(bundled.outputFiles[0]?.contents.length).toBeLessThan(3000)
  })

  test('serves its tools and guides to an assistant', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command: node, args: [command, 'mcp'], cwd: folder }))
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name).toSorted()).toEqual([
        'convert_file',
        'inspect_file',
        'list_conversions',
        'read_report',
      ])
      const call = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
        const { content } = await client.callTool({ name, arguments: args })
        const [first] = content as { text: string }[]
        return JSON.parse(first?.text ?? 'null')
      }
      expect(await call('inspect_file', { path: 'orders.csv' })).toMatchObject({ kind: 'table' })
      mkdirSync(join(folder, 'out'), { recursive: true })
      const converted = { path: 'orders.csv', dialect: 'sqlite', output_path: 'out/orders.sql' }
      expect(await call('convert_file', converted)).toMatchObject({ report: { rows: { converted: 4 } } })
      expect(readFileSync(join(folder, 'out/orders.sql'), 'utf8')).toContain('CREATE TABLE')
      const book = utils.book_new()
      for (const name of ['Orders', 'People']) utils.book_append_sheet(book, utils.aoa_to_sheet([['id'], [1]]), name)
      writeFileSync(join(folder, 'book.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
      const spec = { input: { sheets: 'all' } }
      expect(await call('inspect_file', { path: 'book.xlsx', spec })).toMatchObject({ kind: 'table' })
      const sheets = { path: 'book.xlsx', dialect: 'sqlite', output_path: 'out/book.sql', spec }
      expect(await call('convert_file', sheets)).toMatchObject({
        report: { tables: [{ name: 'orders' }, { name: 'people' }] },
      })
      expect(await call('inspect_file', { path: 'nowhere.csv' })).toEqual({
        error: 'Cannot read nowhere.csv: the file does not exist.',
      })
      const { resources } = await client.listResources()
      expect(resources.map(({ name }) => name)).toContain('webhooks.md')
    } finally {
      await client.close()
    }
  })
})
