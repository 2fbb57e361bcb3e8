import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-workbook-'))
  const book = utils.book_new()
  const orders = utils.aoa_to_sheet([['Kind'], ['id', 'town'], [1, 'Oslo'], [2, null], [3, 'Rome']])
  orders['!merges'] = [utils.decode_range('B3:B4')]
  orders['!rows'] = [{}, {}, {}, {}, { hidden: true }]
  utils.book_append_sheet(book, orders, 'Orders')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['name'], ['Ann']]), 'People')
  writeFileSync(
    join(folder, 'book.xlsx'),
    new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function convert(...options: string[]) {
  const ran = spawnSync(
    process.execPath,
    ['container/cli.ts', 'convert', join(folder, 'book.xlsx'), '--to', 'sqlite', ...options],
    { encoding: 'utf8', timeout: 60_000 },
  )
  return { code: ran.status, out: ran.stdout, error: ran.stderr }
}

describe('the options for workbooks', () => {
  test('--all-sheets writes a table for each sheet, as one script or as a zip of CSV files', () => {
    const { code, out } = convert('--all-sheets', '-o', '-')
    expect(code).toBe(0)
    expect(out).toContain('CREATE TABLE orders (')
    expect(out).toContain('CREATE TABLE people (')
    const zip = join(folder, 'book.zip')
    expect(convert('--all-sheets', '--format', 'csv', '-o', zip).code).toBe(0)
    expect(Object.keys(unzipSync(new Uint8Array(readFileSync(zip))))).toEqual(['orders.csv', 'people.csv'])
  })

  test('--all-sheets cannot be combined with --sheet', () => {
    expect(convert('--all-sheets', '--sheet', 'People')).toMatchObject({
      code: 2,
      error: expect.stringContaining('--sheet for one sheet, or --all-sheets'),
    })
  })

  test('--range, --header-rows, --fill-merged and --skip-hidden choose the cells', () => {
    const { out, error } = convert('--format', 'csv', '-o', '-', '--range', 'A2:B5', '--fill-merged', '--skip-hidden')
    expect(out, error).toBe('id,town\r\n1,Oslo\r\n2,Oslo\r\n')
    expect(convert('--format', 'csv', '-o', '-', '--range', 'People!A:A', '--header-rows', '0').out).toBe(
      'column_1\r\nname\r\nAnn\r\n',
    )
  })
})
