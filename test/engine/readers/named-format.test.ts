import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
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

describe('an option for another kind of file', () => {
  const xml = '<rows><row><id>1</id></row><row><id>2</id></row></rows>'
  const workbook = book('xlsx')
  const page = '<table><tr><th>id</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>'
  const files = { csv, ndjson, json: `[${ndjson.trim().replace('\n', ',')}]`, xml, workbook, page, dump }
  test.each([
    ['csv', { sheet: 'Orders' }, ['input.sheet does not apply, because the file is delimited text.']],
    [
      'csv',
      { sheets: ['Orders', 2], range: 'A1:B2' },
      ['file: input.sheets and input.range do not apply, because the file is delimited text.'],
    ],
    [
      'ndjson',
      { delimiter: ';' },
      ['input.delimiter does not apply, because the file is NDJSON, in which each line is a row.'],
    ],
    ['json', { widths: [3, 4] }, ['input.widths does not apply, because the file is JSON.']],
    ['xml', { sheet: 'Orders' }, ['input.sheet does not apply, because the file is XML.']],
    [
      'workbook',
      { delimiter: ';', flatten: 2 },
      ['input.delimiter and input.flatten do not apply, because the file is a workbook.'],
    ],
    [
      'page',
      { widths: [3] },
      ['input.widths does not apply, because the file is a web page, or a spreadsheet in XML.'],
    ],
    [
      'dump',
      { sheet: 'Orders', header_row: 2 },
      ['input.sheet and input.header_row do not apply, because the file is a MySQL or MariaDB dump.'],
    ],
    ['csv', { sheets: 'all', delimiter: ',', header_row: 1 }, []],
    ['csv', { sheets: 'first', trim: true, skip_hidden: true, password: 'x' }, []],
    ['workbook', { sheet: 'People', range: 'A1:B3', header_rows: 1 }, []],
    ['ndjson', { flatten: 1, encoding: 'utf-8' }, []],
  ] as const)('of %s is reported: %j', async (kind, options, notes) => {
    const input = JSON.parse(JSON.stringify(options)) as SpecInput['input']
    const { report } = await converted(files[kind], { input, output: { dialect: 'postgresql' } }, 'file')
    expect(report.notes.filter((note) => note.includes('apply'))).toEqual(notes)
    expect(report.rows.converted).toBe(2)
  })

  test.each([
    [{ mode: 'schema_only' }, 'dump.mode does not apply, because the file is delimited text.'],
    [
      { types: { json: 'jsonb' }, verify: true },
      'dump.types and dump.verify do not apply, because the file is delimited text.',
    ],
  ] as const)('of dumps is reported for other files: %j', async (options, note) => {
    const { report } = await converted(csv, { dump: options, output: { dialect: 'postgresql' } }, 'file')
    expect(report.notes).toEqual([note])
  })
})

describe('an option for SQL', () => {
  test.each([
    [{ if_exists: 'drop' }, 'output.if_exists does not apply'],
    [{ primary_key: ['id'] }, 'output.primary_key does not apply'],
    [{ transaction: false }, 'output.transaction does not apply'],
    [
      { schema: 'a', create_table: false, style: 'bulk', batch_rows: 7 },
      'output.schema, output.create_table, output.style and output.batch_rows do not apply',
    ],
  ] as const)('is reported if the output is not SQL: %j', async (options, beginning) => {
    for (const format of ['csv', 'json'] as const)
      for (const file of [csv, ndjson, book('xlsx')]) {
        const output = { dialect: 'postgresql', format, ...options } as unknown as SpecInput['output']
        const { report } = await converted(file, { output }, 'file')
        expect(report.notes).toContain(`${beginning}, because the output is ${format.toUpperCase()}.`)
      }
  })

  test('is not reported with its default, or for SQL', async () => {
    const defaults = { if_exists: 'fail', primary_key: null, transaction: true, batch_rows: 500, table: 'a' } as const
    const used = { if_exists: 'drop', primary_key: ['id'], transaction: false, schema: 'a' } as const
    for (const output of [{ format: 'csv', ...defaults } as const, { format: 'sql', ...used } as const]) {
      const spec = { output: { dialect: 'postgresql', ...JSON.parse(JSON.stringify(output)) } } as SpecInput
      expect((await converted(csv, spec, 'file')).report.notes).toEqual([])
    }
  })
})

describe('a dot in output.table', () => {
  const notesFor = async (output: Partial<SpecInput['output']>, name = 'file') =>
    (await converted(csv, { output: { dialect: 'postgresql', ...output } }, name)).report.notes
  test('is reported as a part of the name', async () => {
    const note =
      'output.table is "public.people", and the dot is a part of the name. To write into a schema, set output.schema.'
    expect(await notesFor({ table: 'public.people' })).toEqual([note])
    for (const table of ['данные.таблица', '"public"."people"', '[dbo].[people]'])
      expect(await notesFor({ table })).toEqual([expect.stringContaining('set output.schema')])
  })

  test('is not reported without a schema before it, beside a schema, for CSV, or in the name of a file', async () => {
    for (const table of ['people', '.people', 'people.', 'people. 2']) expect(await notesFor({ table })).toEqual([])
    expect(await notesFor({ table: 'public.people', schema: 'public' })).toEqual([])
    expect(await notesFor({ table: 'public.people', format: 'csv' })).toEqual([])
    expect(await notesFor({}, 'public.people.csv')).toEqual([])
  })
})
