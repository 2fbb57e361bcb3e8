import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

const bytes = (of: string): Uint8Array => new Uint8Array(Buffer.from(of))
const csv = { format: 'csv', dialect: 'sqlite' } as const

function tarOf(content: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-tar-'))
  writeFileSync(join(folder, 'a.csv'), content)
  const tar = execFileSync('tar', ['-C', folder, '-cf', '-', 'a.csv'])
  rmSync(folder, { recursive: true })
  return new Uint8Array(tar)
}

/** As dBase III writes one: version, last change, rows, lengths of header and row, one field of text, its end, a row. */
function dbaseTable(): Uint8Array {
  const file = new Uint8Array(32 + 32 + 1 + 4)
  file.set([3, 124, 2, 29, 1, 0, 0, 0, 65, 0, 4, 0])
  file.set([...bytes('NAME'), 0, 0, 0, 0, 0, 0, 0, ...bytes('C'), 0, 0, 0, 0, 3], 32)
  file.set([13, ...bytes(' Zoe')], 64)
  return file
}

const tar = tarOf('id,name\n1,x\n')

describe('a file of another kind is refused by its name', () => {
  test.each([
    ['a tar archive', tar],
    ['a dBase table', dbaseTable()],
    ['an Arrow file', bytes('ARROW1\0\0')],
    ['an Avro file', bytes('Obj\u0001')],
    ['an Access database', bytes('\0\u0001\0\0Standard Jet DB\0')],
    ['a PostgreSQL archive', bytes('PGDMP\u0001\u000e')],
  ])('%s', async (what, file) => {
    await expect(converted(file, { output: csv }, 't.csv')).rejects.toThrow(`unsupported_format: The file is ${what}`)
  })

  test('a tar archive that is packed, as most are', async () => {
    await expect(converted(gzipSync(tar), { output: csv }, 't.tar.gz')).rejects.toThrow(
      'unsupported_format: The gzip holds a tar archive',
    )
  })
})

describe('a file that is no text of any kind', () => {
  const program = new Uint8Array(readFileSync(process.execPath).subarray(0, 400_000))
  const noise = gzipSync(program).subarray(20)

  test.each([
    ['a program', program],
    ['packed bytes', noise],
    ['few of them', noise.subarray(0, 600)],
  ])('is refused: %s', async (_, file) => {
    await expect(converted(file, { output: csv }, 't.csv')).rejects.toThrow('unsupported_format: The file is no text')
  })

  test('is read where the spec says what it is', async () => {
    const spec = { input: { format: 'csv' as const }, output: csv }
    expect((await converted(noise.subarray(0, 600), spec, 't.csv')).report.input?.format).toBe('csv')
  })
})

describe('control characters alone make no text another kind of file', () => {
  const rows = (count: number, of: (row: number) => string): Uint8Array =>
    bytes(Array.from({ length: count }, (_, row) => of(row)).join('\n'))

  test.each([
    ['values between ^A, ^B and ^C, as Hive writes them', rows(50, (row) => `${row}\u0001a\u0002b\u0001k\u0003v`)],
    [
      'one row with each of them',
      rows(60, (row) => `${row},${row === 7 ? String.fromCharCode(1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 17, 18) : 'text'}`),
    ],
    ['fields filled up with NUL', rows(50, (row) => `${row},ab${'\0'.repeat(30)},c`)],
  ])('%s', async (_, file) => {
    expect((await converted(file, { output: csv }, 't.csv')).report.rows.converted).toBeGreaterThan(40)
  })
})
