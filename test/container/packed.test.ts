import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PackHead } from '../../container/packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'packed-'))
const pack = join(folder, 'command-line.pack')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function node(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

const rows = [
  { id: 1, name: 'Zoë', born: '1999-01-31' },
  { id: 2, name: 'O\'Neil, "Tip"', born: '' },
]
const files: Readonly<Record<string, string | Uint8Array>> = {
  'a.csv': readFileSync('examples/orders.csv'),
  'a.ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  'a.json': JSON.stringify(rows),
  'a.xlsx': workbook('xlsx'),
  'a.xls': workbook('biff8'),
  'a.ods': workbook('ods'),
  'a.xlsb': workbook('xlsb'),
  'a.html': '<table><tr><th>id</th></tr><tr><td>7</td></tr></table>',
  'dump.sql': readFileSync('test/fixtures/dumps/published/world.sql'),
  'broken.xlsx': 'PK\u0003\u0004 and no more',
}

function workbook(bookType: 'xlsx' | 'biff8' | 'ods' | 'xlsb'): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'people')
  return write(book, { type: 'buffer', bookType }) as Uint8Array
}

beforeAll(() => {
  const made = node('scripts/launch.mjs', 'scripts/pack.ts', pack)
  if (made.status !== 0) throw new Error(made.stderr.slice(-1000))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}, 60_000)

/** What a command line says and writes, of a file in the folder. */
function converted(commandLine: string, name: string) {
  const [out, report] = [join(folder, 'out.sql'), join(folder, 'report.json')]
  for (const path of [out, report]) rmSync(path, { force: true })
  const args = JSON.stringify(['convert', join(folder, name), '--dialect', 'postgresql', '-o', out, '--report', report])
  const run = node('--input-type=module', '-e', `process.exitCode = await (${commandLine}).main(${args})`)
  const written = [out, report].map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : null))
  return { status: run.status, said: run.stderr, written }
}

const module = (path: string): string => `await import('${resolve(path)}')`
const packed = (path = pack): string => `(${module('container/packed.ts')}).packedCommandLine('${path}')`

describe('the packed command line', () => {
  test.each(Object.keys(files))('says and writes of %s what the sources do', (name) => {
    const ours = converted(packed(), name)
    expect(ours).toEqual(converted(module('container/command-line.ts'), name))
    expect(ours.status).toBe(name.startsWith('broken') ? 1 : 0)
    expect(ours.written.every((text) => text === null || text === '')).toBe(name.startsWith('broken'))
  })

  /** Whether a pack with another head, or of other bytes, is one that runs. */
  const runs = (path: string): boolean =>
    node('--input-type=module', '-e', `process.exitCode = (${packed(path)}) === null ? 3 : 0`).status === 0
  const other = (change: (head: PackHead, rest: Buffer) => readonly [PackHead, Buffer]): string => {
    const path = join(folder, 'other.pack')
    const bytes = readFileSync(pack)
    const end = bytes.indexOf('\n')
    const [head, rest] = change(JSON.parse(bytes.toString('utf8', 0, end)) as PackHead, bytes.subarray(end + 1))
    writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rest]))
    return path
  }

  test('is used as long as its sources are what they were', () => {
    expect(runs(other((head, rest) => [head, rest]))).toBe(true)
    const source = join(folder, 'source.ts')
    copyFileSync('container/cli.ts', source)
    utimesSync(source, 1_700_000_000, 1_700_000_000)
    const { length } = readFileSync(source)
    const path = relative(process.cwd(), source)
    const withSource = (bytes: number, writtenAt: number): string =>
      other((head, rest) => [{ ...head, sources: [...head.sources, [path, bytes, writtenAt]] }, rest])
    expect(runs(withSource(length, 1_700_000_000_000))).toBe(true)
    expect(runs(withSource(length + 1, 1_700_000_000_000))).toBe(false)
    expect(runs(withSource(length, 1_700_000_001_000))).toBe(false)
    rmSync(source)
    expect(runs(withSource(length, 1_700_000_000_000))).toBe(false)
  })

  test('names every module of the engine as a source', () => {
    const bytes = readFileSync(pack)
    const { sources } = JSON.parse(bytes.toString('utf8', 0, bytes.indexOf('\n'))) as PackHead
    const names = sources.map(([path]) => path)
    for (const name of ['container/command-line.ts', 'container/engine/dump/convert-dump.ts', 'src/contract/spec.ts'])
      expect(names).toContain(name)
  })

  test.each([
    ['there is none', () => join(folder, 'none.pack')],
    ['it is of another Node', () => other((head, rest) => [{ ...head, node: 'v22.0.0' }, rest])],
    ['it is cut short', () => other((head, rest) => [head, rest.subarray(0, -100)])],
    ['the script was cut short', () => other((head, rest) => [{ ...head, scriptBytes: 5000 }, rest])],
    [
      'it holds something else',
      () => {
        const path = join(folder, 'else.pack')
        writeFileSync(path, 'something else\n')
        return path
      },
    ],
  ])('the sources run where %s', (_why, path) => {
    expect(runs(path())).toBe(false)
  })
})
