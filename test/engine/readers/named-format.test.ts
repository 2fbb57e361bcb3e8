import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { InputFormat } from '../../../src/contract/spec-values.ts'
import { converted } from '../support.ts'

/** A format in the spec is either used or not. The report says so whenever the content has another format. */
const book = (bookType: 'xlsx' | 'biff8' | 'ods'): Uint8Array => {
  const workbook = utils.book_new()
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([
      ['id', 'name'],
      [1, 'Ann'],
      [2, 'Bob'],
    ]),
    'People',
  )
  return new Uint8Array(write(workbook, { type: 'buffer', bookType }) as Uint8Array)
}
const csv = 'id,name\n1,Ann\n2,Bob\n'
const tsv = csv.replaceAll(',', '\t')
const ndjson = '{"id":1,"name":"Ann"}\n{"id":2,"name":"Bob"}\n'
const dump = 'CREATE TABLE `t` (`id` int) ENGINE=InnoDB;\nINSERT INTO `t` VALUES (1),(2);\n'

const notesOf = async (file: string | Uint8Array, format: InputFormat | null): Promise<string[]> => {
  const { report } = await converted(file, { input: { format }, output: { dialect: 'postgresql' } }, 'file')
  return report.notes.filter((note) => note.includes('input.format'))
}

describe('input.format', () => {
  test.each([
    ['csv', book('xlsx'), 'input.format is csv, but the file is xlsx. It was read as xlsx.'],
    ['json', book('ods'), 'input.format is json, but the file is ods. It was read as ods.'],
    ['xlsx', book('biff8'), 'input.format is xlsx, but the file is xls. It was read as xls.'],
    ['xlsx', csv, 'input.format is xlsx, but the file is csv. It was read as csv.'],
    ['xls', ndjson, 'input.format is xls, but the file is ndjson. It was read as ndjson.'],
    ['csv', ndjson, 'The file looks like ndjson. It was read as csv, because input.format says so.'],
    ['csv', dump, 'The file looks like sql_dump. It was read as csv, because input.format says so.'],
  ] as const)('%s is reported for another kind of file', async (format, file, note) => {
    expect(await notesOf(file, format)).toEqual([note])
  })

  test.each([
    [null, csv],
    [null, book('xlsx')],
    ['csv', csv],
    ['csv', tsv],
    ['tsv', tsv],
    ['ndjson', ndjson],
    ['sql_dump', dump],
    ['xlsx', book('xlsx')],
    ['xls', book('biff8')],
  ] as const)('%s is not reported for a matching file', async (format, file) => {
    expect(await notesOf(file, format)).toEqual([])
  })
})
