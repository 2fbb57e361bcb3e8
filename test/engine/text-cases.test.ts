import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/contract/report.ts'
import { leftOut } from './row-balance.ts'
import { converted } from './support.ts'

/** Small files, each with a problem that text readers often get wrong. A person wrote the expectations with care. */
const folder = join(import.meta.dirname, '../fixtures/text')
const files = readdirSync(folder)

interface Read {
  readonly report: Report
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly types: readonly string[]
}

async function read(file: string): Promise<Read> {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(new Uint8Array(readFileSync(join(folder, file))), { output }, file)
  const [names = [], ...rows] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
  expect(rows.length).toBe(report.rows.converted)
  return { report, names, rows, types: report.columns.map(({ type }) => type) }
}

/** The file, its encoding by the Encoding Standard or by its number, and a value in it. */
const encoded: readonly (readonly [string, string, string])[] = [
  ['apos.csv', 'windows-1252', 'It’s'],
  ['apos1_in_1000.csv', 'windows-1252', 'It’s one'],
  ['apos50.csv', 'windows-1252', 'the dog’s bone'],
  ['apos_cli.csv', 'windows-1252', 'we don’t know'],
  ['punct50.csv', 'windows-1252', 'a — b'],
  ['cp1252few.csv', 'windows-1252', 'François'],
  ['one_e.csv', 'windows-1252', 'café'],
  ['micro.csv', 'windows-1252', '5 µm'],
  ['de_few.csv', 'windows-1252', 'Größe'],
  ['mac_apos.csv', 'macintosh', 'don’t'],
  ['mac_e.csv', 'macintosh', 'résumé'],
  ['rumac.csv', 'x-mac-cyrillic', 'Екатеринбург'],
  ['cp437.csv', 'cp850', 'España'],
  ['cp850.csv', 'cp850', 'Groß-Gerau'],
  ['de850.csv', 'cp850', 'Düsseldorf'],
  ['fr850.csv', 'cp850', 'Besançon'],
  ['ru866.csv', 'ibm866', 'Санкт-Петербург'],
  ['ru866_12.csv', 'ibm866', 'Новосибирск'],
  ['ru1251.csv', 'windows-1251', 'Новосибирск'],
  ['koi8.csv', 'koi8-r', 'Санкт-Петербург'],
  ['tr.csv', 'windows-1254', 'Şanlıurfa'],
  ['tr25.csv', 'windows-1254', 'İzmir'],
  ['gr.csv', 'windows-1253', 'Θεσσαλονίκη'],
  ['cz.csv', 'windows-1250', 'České Budějovice'],
  ['cz20.csv', 'windows-1250', 'Plzeň'],
  ['cz_iso.csv', 'iso-8859-2', 'Plzeň'],
  ['pl.csv', 'windows-1250', 'Wrocław'],
  ['hu.csv', 'windows-1250', 'Szőlő'],
  ['ro.csv', 'windows-1250', 'Timişoara'],
  ['baltic.csv', 'windows-1257', 'Liepāja'],
  ['cn_few.csv', 'gb18030', '北京'],
  ['jp_few.csv', 'shift_jis', '東京'],
  ['kr_few.csv', 'euc-kr', '서울'],
  ['tw_few.csv', 'big5', '台北'],
]

/** The file, its column names, its number of rows, and the first of them. */
const tables: readonly (readonly [string, string, number, string])[] = [
  ['idx1.csv', 'column_1,name,city', 3, 'a,Ann,Rome'],
  ['idx2.csv', 'name,code,column_3', 3, 'Aruba,AW,AA'],
  ['idx3.csv', 'name,column_2,city', 3, 'Ann,x,Rome'],
  ['date_idx.csv', 'column_1,open,close', 3, '2020-01-01,a,b'],
  ['emptyfirst.csv', 'column_1,column_2,column_3', 4, 'Bonaire, Saint,BQ,'],
  ['emptyfirst2.csv', 'column_1,column_2,column_3', 3, 'Ann,,Rome'],
  ['emptyhdr_num.csv', 'name,column_2,v', 3, 'Ann,x,1'],
  ['first_row_null_nohdr.csv', 'column_1,column_2,column_3', 51, 'Ann,,Rome'],
  ['hdr_then_firstrow_sparse.csv', 'name,title,city', 21, ',Dr,Rome'],
  ['last_empty_200.csv', 'name,city,column_3', 200, 'Bob,Cairo,'],
  ['mid_empty_200.csv', 'name,column_2,city', 200, 'Hal,x0,Bonn'],
  ['pandas_int_idx_200.csv', 'column_1,name,city', 200, '0,Ida,Lima'],
  ['pandas_text_idx_200.csv', 'column_1,name,city', 200, 'k0,Ann,Oslo'],
  ['r_text_idx.csv', 'column_1,mpg,cyl', 3, 'Mazda RX4,21,6'],
  ['r_text_idx_text.csv', 'column_1,type,origin', 3, 'Mazda RX4,car,Japan'],
  ['dupcols.csv', 'id,id_2,name', 2, '1,2,x'],
  ['trail_delim.csv', 'id,name', 2, '1,Ann'],
  ['trail_delim_nohdr.csv', 'id,name', 3, '1,Ann'],
  ['empties.csv', 'id,name', 2, '1,Ann'],
  ['hdr_quote.csv', 'id,na"me,city', 2, '1,Ann,Rome'],
  ['hdr_quote2.csv', 'id,"na"me,city', 2, '1,Ann,Rome'],
  ['inner_quote.csv', 'id,name', 3, '1,Ann "Annie" Lee'],
  ['inner_quote_mid.csv', 'id,name', 3, '1,6" pipe'],
  ['two_less.csv', 'Minister,Date', 4, 'Ann,Oct-14'],
  ['two_narrow.csv', 'a,b,c', 30, '0,0,q'],
  ['two_wider.csv', 'a,b', 4, '1,2'],
  ['two_wider_long.csv', 'a,b', 30, '0,0'],
  ['ragged_wide_late.csv', 'a,b,column_3', 52, '0,0,'],
  ['merged_hdr_real.csv', 'Region,Sales 2019,Sales 2020,Costs 2019,Costs 2020', 2, 'North,1,2,3,4'],
  [
    'merged_hdr_text.csv',
    'Name,Address Street,Address City,Contact Mail,Contact Phone',
    2,
    'Ann,Main St,Rome,a@x.org,555',
  ],
  ['units.csv', 'date YYYY-MM-DD,temp degC,wind m/s', 3, '2020-01-01,1.5,3'],
  ['footer.csv', 'item,amt', 2, 'a,1'],
  ['footer2.csv', 'item,amt', 2, 'a,1'],
  ['total.csv', 'item,amt', 3, 'a,1'],
  ['sepline.csv', 'id,name', 2, '1,Ann'],
  ['semicell.csv', 'tags', 3, 'a;b'],
  ['onlyhdr.csv', 'id,name,city', 0, ''],
  ['ll1.csv', 'name', 6, 'Bella'],
  ['ll2.csv', 'word', 5, 'ball'],
  ['ll3.txt', 'Bella', 3, 'Stella'],
  ['zwsp.csv', 'id,name', 1, '1,Ann'],
  ['aoa.json', 'column_1,column_2,column_3', 2, '1,a,1.5'],
  ['aoa_header.json', 'id,name,v', 2, '1,a,1.5'],
  ['columnar.json', 'id,name,v', 3, '1,a,1.5'],
  ['es_hits.json', '_index,_id,_score,_source_id,_source_name,_source_v', 5, 'a,0,1,1,n1,0.3333333333333333'],
  ['graphql.json', 'node_id,node_name,node_v', 5, '1,n1,0.3333333333333333'],
  ['hal.json', 'id,name,v', 5, '1,n1,0.3333333333333333'],
  ['jsonapi.json', 'type,id,attributes_name,attributes_v', 5, 't,1,n1,0.3333333333333333'],
  ['reddit.json', 'kind,data_id,data_name,data_v', 5, 't3,1,n1,0.3333333333333333'],
  ['nested_user.json', 'id,user,tags', 2, '1,{"name": "Ann", "address": {"city": "Rome"}},["a", "b"]'],
]

/** The file, and the types of its columns. */
const typed: readonly (readonly [string, string])[] = [
  ['year1.csv', 'text decimal'],
  ['year2.csv', 'text decimal decimal'],
  ['year3.csv', 'text decimal decimal decimal'],
  ['year4.csv', 'text text integer integer integer'],
  ['year5.csv', 'text integer'],
  ['dot1.csv', 'integer decimal'],
  ['dot2.csv', 'integer decimal'],
  ['dot3.csv', 'integer decimal'],
  ['dot4.csv', 'integer decimal'],
  ['exp.csv', 'text'],
  ['exp2.csv', 'float'],
  ['sci.csv', 'text float'],
  ['nbsp.csv', 'integer decimal'],
  ['plus.csv', 'integer'],
  ['rfc.csv', 'timestamptz'],
  ['ctime.csv', 'timestamptz'],
  ['isodt.csv', 'timestamptz'],
  ['longdate.csv', 'integer date'],
  ['ints_then_dec.csv', 'integer decimal'],
  ['nullthen.csv', 'integer text'],
  ['geo.json', 'text text text integer json'],
]

describe('files as they are found in practice', () => {
  test.each(encoded)('%s has the encoding %s', async (file, encoding, value) => {
    const { report, rows } = await read(file)
    expect(report.input).toMatchObject({ encoding, encoding_source: 'guessed' })
    expect(rows.flat()).toContain(value)
    const isSure = (report.input.encoding_confidence ?? 1) >= 0.99
    expect(report.notes.some((note) => note.includes('is a guess'))).toBe(!isSure)
  })

  test.each(tables)('%s has the columns %s', async (file, names, count, first) => {
    const found = await read(file)
    expect(found.names.join(',')).toBe(names)
    expect(found.rows.length).toBe(count)
    expect(found.rows[0]?.join(',') ?? '').toBe(first)
    expect(found.report.rows.rejected).toBe(0)
  })

  test.each(typed)('%s has the types %s', async (file, types) => {
    const found = await read(file)
    expect(found.types.join(' ')).toBe(types)
    expect(found.report.rows.rejected).toBe(0)
  })

  test('a late unambiguous date decides the format of all dates', async () => {
    const { rows, report } = await read('longdate.csv')
    expect(rows[0]?.[1]).toBe('2023-02-01')
    expect(rows.at(-1)?.[1]).toBe('2023-02-13')
    expect(report.input.date_order).toBe('dmy')
  })

  test.each([
    ['two_less.csv', 'Rows 9 to 11 are another table', 3],
    ['two_narrow.csv', 'Rows 33 to 43 are another table', 11],
    ['two_wider.csv', 'Rows 7 to 9 are another table', 3],
    ['two_wider_long.csv', 'Rows 33 to 43 are another table', 11],
  ])('%s has a second table in its report, which header_row converts', async (file, note, count) => {
    const { report } = await read(file)
    expect(report.notes.join('\n')).toContain(note)
    expect(leftOut(report).other_table?.count).toBe(count)
    const row = leftOut(report).other_table?.first_row ?? 0
    const bytes = new Uint8Array(readFileSync(join(folder, file)))
    const other = await converted(bytes, { output: { dialect: 'sqlite' }, input: { header_row: row } }, file)
    expect(other.report.rows).toMatchObject({ converted: count - 1, rejected: 0 })
  })

  test.each([
    ['footer.csv', 5],
    ['footer2.csv', 4],
  ])('%s ends with a reported note', async (file, row) => {
    const { report } = await read(file)
    expect(leftOut(report).note).toMatchObject({ count: 1, first_row: row })
  })

  test('JSON with comments is refused in a sentence', async () => {
    await expect(read('comments.json')).rejects.toThrow('JSON does not allow comments')
  })

  test('every file has an expectation', () => {
    const known = [...encoded, ...tables, ...typed].map(([file]) => file)
    expect([...known, 'comments.json'].toSorted()).toEqual(files.toSorted())
  })
})
