import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'
import { joined, latin, long, number, record, wide, word, workbook } from '../xls/records.ts'
import { announced } from '../../../databases/announced.ts'

/** Returns the names of a hand-made workbook as read by SheetJS, the referee. */
const namesByReferee = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries((read(bytes).Workbook?.Names ?? []).map(({ Name: name, Ref: ref }) => [name, ref]))

const csv = async (bytes: Uint8Array, range: string, name = 'b.xls'): Promise<string> =>
  (await converted(bytes, { input: { range }, output: { format: 'csv', dialect: 'sqlite' } }, name)).script

const cells = [0, 1, 2, 3].flatMap((row) => [0, 1, 2].map((column) => number(row, column, row * 10 + column)))

/** MS-XLS 2.4.150: flags, the lengths of name and formula, and both. */
const nameRecord = (name: string, formula: Uint8Array, isUnicode: boolean): Uint8Array =>
  record(
    0x18,
    word(0),
    0,
    name.length,
    word(formula.length),
    new Uint8Array(8),
    ...(isUnicode ? [0] : []),
    latin(name),
    formula,
  )

describe('a named range of an xls', () => {
  test('is read in Excel 97', async () => {
    const area = joined(0x3b, word(0), word(1), word(2), word(1), word(2))
    const cell = joined(0x3a, word(0), word(3), word(0))
    const elsewhere = joined(0x3b, word(1), word(1), word(2), word(1), word(2))
    const bytes = workbook(
      [
        record(0x1ae, word(1), word(0x0401)),
        record(0x1ae, word(1), word(0x3a01)),
        record(0x17, word(2), word(0), word(0), word(0), word(1), word(0), word(0)),
        nameRecord('Middle', area, true),
        nameRecord('Corner', cell, true),
        nameRecord('Elsewhere', elsewhere, true),
      ],
      cells,
    )
    expect(namesByReferee(bytes)).toMatchObject({
      Middle: expect.stringContaining('!$B$2:$C$3'),
      Corner: expect.stringContaining('!$A$4'),
    })
    expect(await csv(bytes, 'middle')).toBe('column_1,column_2\r\n11,12\r\n21,22\r\n')
    expect(await csv(bytes, 'Corner')).toBe('column_1\r\n30\r\n')
    await expect(csv(bytes, 'Elsewhere')).rejects.toThrow('It has: Middle, Corner.')
  })

  test('is read in Excel 5', async () => {
    const tabs = joined(word(0xffff), new Uint8Array(8), word(0), word(0))
    const bytes = workbook([nameRecord('Middle', joined(0x3b, tabs, word(1), word(2), 1, 2), false)], cells, 0x0500)
    expect(await csv(bytes, 'Middle')).toBe('column_1,column_2\r\n11,12\r\n21,22\r\n')
  })
})

/** MS-XLSB 2.1.4: a number and a length, with seven bits per byte. */
const binaryRecord = (type: number, content: Uint8Array): Uint8Array =>
  joined(
    ...(type < 128 ? [type] : [(type & 127) | 128, type >> 7]),
    (content.length & 127) | 128,
    content.length >> 7,
    content,
  )

test('a named range of an xlsb is read', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['z'], [9]]), "One's")
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Id', 'Name'],
      [1, 'Ann'],
      [2, 'Bob'],
      [3, 'Cy'],
    ]),
    'Data',
  )
  const parts = unzipSync(new Uint8Array(write(book, { type: 'array', bookType: 'xlsb' }) as ArrayBuffer))
  const name = (text: string, formula: Uint8Array): Uint8Array =>
    binaryRecord(
      39,
      joined(long(0), 0, long(0xffff_ffff), long(text.length), wide(text), long(formula.length), formula, long(0)),
    )
  const added = joined(
    name('Two', joined(0x3b, word(3), long(0), long(2), word(0), word(1))),
    name('Cell', joined(0x3a, word(2), long(1), word(0))),
  )
  const stored = parts['xl/workbook.bin'] as Uint8Array
  // SheetJS writes links before the last record. The sheets are numbers 2 and 3.
  const end = stored.length - 3
  const bytes = zipSync({ ...parts, 'xl/workbook.bin': joined(stored.subarray(0, end), added, stored.subarray(end)) })
  expect(namesByReferee(bytes)).toEqual({ Two: 'Data!$A$1:$B$3', Cell: "'One''s'!$A$2" })
  expect(await csv(bytes, 'Two', 'b.xlsb')).toBe('id,name\r\n1,Ann\r\n2,Bob\r\n')
  expect(await csv(bytes, 'cell', 'b.xlsb')).toBe('column_1\r\n9\r\n')
})

const corpus = join(import.meta.dirname, '../../../../../shared/corpus/spreadsheets/calamine')
announced(existsSync(corpus), 'no corpus of real files beside the project')

/** The range of one name is empty. */
const failureCode = (error: unknown): string => String(error).slice(0, 'Error: empty_file'.length)

test.runIf(existsSync(corpus)).each([
  ['issues.xls', 'MyDataTypes'],
  ['issues.xlsb', 'MyDataTypes'],
  ['issues.xlsx', 'MyDataTypes'],
  ['misc_biff5_parsing.xls', 'test'],
])('%s of Excel has a range %s', async (file, name) => {
  const bytes = new Uint8Array(readFileSync(join(corpus, file)))
  const reference = namesByReferee(bytes)[name] ?? ''
  const outcome = (range: string): Promise<string> => csv(bytes, range, file).catch(failureCode)
  expect(await outcome(name)).toBe(await outcome(reference))
})
