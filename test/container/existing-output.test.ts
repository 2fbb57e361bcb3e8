import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let folder = ''
let out = ''
let report = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-existing-'))
  out = join(folder, 'out.sql')
  report = join(folder, 'report.json')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  for (const path of [out, report]) {
    rmSync(path, { force: true })
    writeFileSync(path, 'what was there')
  }
})

const args = (file: string): string[] => [
  ...['container/cli.ts', 'convert', file, '--dialect', 'sqlite', '--table', 't'],
  ...['-o', out, '--report', report, '--quiet'],
]
const convert = (file: string) => spawnSync(process.execPath, args(file), { encoding: 'utf8' })
const both = (): string[] => [out, report].map((path) => readFileSync(path, 'utf8'))
const leftBehind = (): string[] => readdirSync(folder).filter((name) => name.includes('.part'))

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test.each([
  ['does not exist', () => join(folder, 'missing.csv')],
  ['is empty', () => write('empty.csv', '')],
  ['is not a table', () => write('image.csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))],
  ['is a damaged workbook', () => write('damaged.xlsx', Buffer.from('504b030414000000', 'hex'))],
  [
    'breaks off after much of it was written',
    () => {
      const rows = Array.from({ length: 200_000 }, (_, id) => `{"id":${id},"name":"n${id}"}`)
      return write('cut.json', `[${rows.join(',')}`)
    },
  ],
])('a file that %s leaves the existing output and report untouched', (_what, fileOf) => {
  expect(convert(fileOf()).status).not.toBe(0)
  expect(both()).toEqual(['what was there', 'what was there'])
  expect(leftBehind()).toEqual([])
})

test('wrong usage leaves the existing output and report untouched', () => {
  const run = spawnSync(process.execPath, [...args(write('a.csv', 'id\n1\n')), '--dialect', 'cobol'])
  expect(run.status).toBe(2)
  expect(both()).toEqual(['what was there', 'what was there'])
})

test('a report that cannot be written leaves the output untouched', () => {
  const there = args(write('a.csv', 'id\n1\n')).map((arg) =>
    arg === report ? join(folder, 'none', 'report.json') : arg,
  )
  const run = spawnSync(process.execPath, there, { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([2, expect.stringContaining('Cannot write')])
  expect(readFileSync(out, 'utf8')).toBe('what was there')
  expect(leftBehind()).toEqual([])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves both untouched and nothing else behind', async (signal) => {
  const rows = Array.from({ length: 400_000 }, (_, id) => `${id},name ${id}\n`)
  const big = write('big.csv', `id,name\n${rows.join('')}`)
  // Standard input never ends, so the conversion has begun and waits.
  const child = spawn(process.execPath, args('-'), { stdio: ['pipe', 'ignore', 'ignore'] })
  const gone = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, by) => resolve(by)))
  // The child ends before it has read all its input.
  child.stdin.on('error', () => undefined)
  child.stdin.write(readFileSync(big))
  await wait(1500)
  child.kill(signal)
  expect(await gone).toBe(signal)
  expect(both()).toEqual(['what was there', 'what was there'])
  expect(leftBehind()).toEqual([])
})

test('a successful conversion replaces both, keeps their modes, and follows a link', () => {
  chmodSync(out, 0o640)
  const link = join(folder, 'link.sql')
  symlinkSync(out, link)
  const linked = args(write('a.csv', 'id\n1\n')).map((arg) => (arg === out ? link : arg))
  expect(spawnSync(process.execPath, linked).status).toBe(0)
  expect(readlinkSync(link)).toBe(out)
  expect(readFileSync(out, 'utf8')).toMatch(/create table/i)
  expect(statSync(out).mode & 0o777).toBe(0o640)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ rows: { converted: 1 } })
  expect(leftBehind()).toEqual([])
})

test.skipIf(process.getuid?.() === 0)('a file without write permission is not replaced (skipped for root)', () => {
  chmodSync(out, 0o400)
  expect(convert(write('a.csv', 'id\n1\n')).status).toBe(2)
  expect(readFileSync(out, 'utf8')).toBe('what was there')
  chmodSync(out, 0o600)
})

test('a device is written to in place', () => {
  const run = spawnSync(
    process.execPath,
    args(write('a.csv', 'id\n1\n')).map((arg) => (arg === out ? '/dev/null' : arg)),
  )
  expect(run.status).toBe(0)
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  expect(existsSync(report)).toBe(true)
})
