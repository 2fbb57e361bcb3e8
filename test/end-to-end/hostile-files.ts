import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { type BookParts, odsOf, partsOfBook } from '../engine/readers/spreadsheet/support.ts'

// Small files that need as much memory or time as possible. Several unpack to just less than an isolate allows.

const almost = 7_900_000
const gzipped = (text: string): Uint8Array => gzipSync(text, { level: 9 })
const spaces = (bytes: number): string => ' '.repeat(bytes)
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const book = (parts: BookParts): Uint8Array => zipSync(partsOfBook(parts), { level: 6 })
const sheet = (rows: string): Uint8Array => book({ sheets: [rows] })
const cell = (value: string, more = ''): string => `<c${more}>${value}</c>`
const letters = (count: number, each: string): string => each.repeat(Math.floor(count / each.length))

export const hostileFiles: Readonly<Record<string, () => Uint8Array>> = {
  'bomb.csv.gz': () => gzipped(','.repeat(12 << 20)),
  'bomb.xlsx': () => sheet(`<row>${spaces(12 << 20)}</row>`),
  'bomb-of-bombs.zip': () => zipSync({ 'a.csv': strToU8(letters(almost, 'a,b\n')), 'b.csv': new Uint8Array(12 << 20) }),
  'shared-strings.xlsx': () =>
    book({ sheets: [`<row>${cell('<v>1</v>', ' t="s"')}</row>`], strings: letters(almost, '<si><t/></si>') }),
  'long-string.xlsx': () =>
    book({
      sheets: [`<row>${cell('<v>0</v>', ' t="s"')}</row>`.repeat(100_000)],
      strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
    }),
  'cells.xlsx': () => sheet(letters(almost, `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`)),
  'columns.xlsx': () => sheet(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`.repeat(30)),
  'repeats.ods': () =>
    odsOf(
      '<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>hello</text:p></table:table-cell></table:table-row></table:table>',
    ),
  'nested.json': () => strToU8('['.repeat(1_000_000)),
  'nested-objects.json.gz': () => gzipped('{"a":'.repeat(almost / 5)),
  'arrays.json.gz': () => gzipped(`[${letters(almost, '[],')}0]`),
  'keys.json': () =>
    strToU8(
      `[${numbers(50_000)
        .map((at) => `{"k${at}":${at}}`)
        .join(',')}]`,
    ),
  'wide.csv': () => strToU8(`${','.repeat(1_000_000)}\n`),
  'wide-rows.csv.gz': () => gzipped(letters(almost, `${','.repeat(16_000)}\n`)),
  'quotes.csv': () => strToU8('"'.repeat(1_000_001)),
  'one-cell.csv.gz': () => gzipped(`a\n${'x'.repeat(almost)}\n`),
  'lines.csv': () => strToU8('\n'.repeat(1_000_000)),
  'elements.xml.gz': () => gzipped(`<a>${'<b>'.repeat(almost / 3)}`),
  'tables.sql': () =>
    strToU8(
      numbers(4000)
        .map((at) => `CREATE TABLE t${at} (id int);\n`)
        .join(''),
    ),
  'brackets.sql': () => strToU8(`INSERT INTO t VALUES ${'('.repeat(900_000)}`),
  'statements.sql.gz': () => gzipped(`CREATE TABLE t (id int);\n${letters(almost, 'INSERT INTO t VALUES (1);\n')}`),
  'sectors.xls': () => Uint8Array.from([208, 207, 17, 224, 161, 177, 26, 225, ...new Uint8Array(900_000).fill(7)]),
}
