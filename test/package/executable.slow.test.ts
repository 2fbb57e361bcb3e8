import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rowmill-executable-'))
const executable = join(folder, 'rowmill')
const installed = join(folder, 'dist/cli.js')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Neither Node nor any file of this repository is accessible to it. */
const rowmill = (...args: readonly string[]) =>
  spawnSync(executable, args, { encoding: 'utf8', cwd: folder, env: { HOME: folder }, maxBuffer: 1 << 28 })
const fromPackage = (...args: readonly string[]) =>
  spawnSync(process.execPath, [installed, ...args], { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 28 })

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'executable', executable], { stdio: 'pipe' })
  execFileSync(process.execPath, ['scripts/launch.mjs', 'scripts/build-package.ts', join(folder, 'dist')])
  const rows = Array.from({ length: 30_000 }, (_, at) => `${at},name ${at},2024-01-31,${at * 1.25}`)
  writeFileSync(join(folder, 'large.csv'), `id,name,day,amount\n${rows.join('\n')}\n`)
  cpSync('examples/orders.csv', join(folder, 'orders.csv'))
  writeFileSync(join(folder, 'orders.csv.gz'), gzipSync(readFileSync('examples/orders.csv')))
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['Id', 'Name'], ...[1, 2, 3].map((at) => [at, `n${at}`])]),
    'People',
  )
  writeFileSync(join(folder, 'people.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  writeFileSync(join(folder, 'a.json'), '[{"id":1,"tags":["x"]},{"id":2,"tags":[]}]')
  writeFileSync(join(folder, 'a.xml'), '<list><item><id>1</id></item><item><id>2</id></item></list>')
  writeFileSync(
    join(folder, 'shop.sql'),
    'CREATE TABLE `t` (`id` int NOT NULL AUTO_INCREMENT, `n` text, PRIMARY KEY (`id`));\nINSERT INTO `t` VALUES (1,"a");\n',
  )
})

describe('the executable', () => {
  test('is one file of a reasonable download size', () => {
    const bytes = statSync(executable).size
    console.log(`The executable has ${(bytes / 1e6).toFixed(0)} MB.`)
    expect(bytes).toBeLessThan(140_000_000)
  })

  test.each(['large.csv', 'orders.csv', 'orders.csv.gz', 'people.xlsx', 'a.json', 'a.xml', 'shop.sql'])(
    'converts %s to the same output as the installed command',
    (name) => {
      const args = ['convert', name, '--to', 'postgresql', '--quiet']
      const [here, there] = [rowmill(...args), fromPackage(...args)]
      expect(here.stderr).toBe('')
      expect(here.status).toBe(0)
      expect(here.stdout).toContain('CREATE TABLE')
      expect(here.stdout).toBe(there.stdout)
    },
  )

  test('prints its version, and reports a mistake in a sentence', () => {
    const { version } = JSON.parse(readFileSync('package/package.json', 'utf8')) as { version: string }
    expect(rowmill('--version').stdout.trim()).toBe(version)
    const mistake = rowmill('convert', 'orders.csv', '--to', 'postgres')
    expect(mistake.status).toBe(2)
    expect(mistake.stderr).toContain('Did you mean "postgresql"?')
  })

  test('serves the guides to an assistant', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command: executable, args: ['mcp'], cwd: folder }))
    try {
      const { resources } = await client.listResources()
      expect(resources.map(({ name }) => name)).toContain('webhooks.md')
      const { contents } = await client.readResource({ uri: 'rowmill://docs/webhooks.md' })
      expect(contents[0]).toMatchObject({ text: readFileSync('docs/guide/webhooks.md', 'utf8') })
    } finally {
      await client.close()
    }
  })

  test('starts about as fast as the installed command', () => {
    const msOf = (run: () => unknown): number => {
      const startedMs = performance.now()
      run()
      return performance.now() - startedMs
    }
    const args = ['convert', 'large.csv', '--to', 'postgresql', '--quiet']
    let [here, there] = [Infinity, Infinity]
    // Other work on this machine only adds time, so the shortest times count, and a few pairs usually show them.
    for (let pair = 1; pair <= 7 && (pair <= 2 || here >= there * 1.5); pair++) {
      here = Math.min(
        here,
        msOf(() => rowmill(...args)),
      )
      there = Math.min(
        there,
        msOf(() => fromPackage(...args)),
      )
    }
    console.log(`1.1 MB of CSV: executable ${here.toFixed(0)} ms, installed command ${there.toFixed(0)} ms.`)
    // On a busy machine the shortest times vary by tens of percent.
    expect(here).toBeLessThan(there * 1.5)
  })
})
