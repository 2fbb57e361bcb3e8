import Papa from 'papaparse'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

type Rows = (string | null)[][]

/** Values that cause problems in databases and their clients. */
export const torture = [
  "it's",
  'say "hi"',
  'back\\slash',
  '\\',
  "\\'",
  'a\nb',
  'a\r\nb',
  'a\rb',
  'go',
  'GO\nGO',
  '/',
  '\\.',
  '\\q',
  '$(x)',
  '&x',
  'a -',
  '',
  ' padded ',
  "';--",
  '😀é漢',
  'NULL',
  '\\N',
  '\t',
  'x'.repeat(5000),
  '$$',
  ':foo',
  '{}',
  '--',
  '/*',
  '*/',
  "''",
  ';',
  '\u0001',
  '\u001a',
  '"',
  ',',
  '=1+1',
  "E'\\n'",
]
export const columnNames = ['a', 'b', 'c']

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse([columnNames, ...rows.map((row) => [...row])], { quotes: true, newline: '\n' })

/** All columns are text, so that values must be read back exactly as they were. */
export const asText = columnNames.map((_, index) => ({ index, as_text: true }))

/** Values beyond the clients' line buffers, with hundreds of line ends, and with every byte of UTF-8 text. */
const heavy = [
  '\n'.repeat(3000),
  '\r\n'.repeat(3000),
  "'".repeat(3000),
  '\\'.repeat(3000),
  '$('.repeat(3000),
  '漢😀'.repeat(20_000),
  everyCharacter(),
]

function everyCharacter(): string {
  return Array.from({ length: 0x2100 }, (_, point) => (point === 0 ? '' : String.fromCharCode(point))).join('')
}

export const texts = [...torture, ...heavy]
export const tortureRows = texts.map((value, row) => [value, String(row), texts[(row * 7) % texts.length] ?? ''])

export const asScript = async (rows: readonly (readonly string[])[], output: SpecInput['output']): Promise<string> => {
  const spec: SpecInput = { output, columns: asText, input: { header_row: 1, delimiter: ',', encoding: 'utf-8' } }
  return (await converted(csvOf(rows), spec)).script
}

export const fromHex = (rows: Rows): Rows =>
  rows.map((row) => row.map((value) => (value === null ? null : Buffer.from(value, 'hex').toString())))

/** The first row has one value of each type, the second its limit, and the third is empty. */
const typedCsv = [
  'small;big;huge;d;exact;f;b;day;t;at;fine;tz;id;doc;word',
  '-5;9007199254740993;12345678901234567890;10.50;0.12345678901234567890;1.5e-7;true;2024-02-29;10:30:00;2024-01-01 10:00:00;2024-01-01 10:00:00.123456;2024-01-01T10:00:00+02:00;0f8fad5b-d9cb-469f-a165-70867728950e;{"a": [1, 2.50]};it\'s',
  '32767;-9223372036854775808;-99999999999999999999;-0.01;-1.00000000000000000001;-2.5e300;false;1000-01-01;23:59:59;9999-12-31 23:59:59;1999-12-31 23:59:59.999999;2024-12-31T23:30:00-05:30;FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF;[];""',
  '1;2;3;4.00;5.5;6.5e1;true;2000-01-01;00:00:00;2000-01-01 00:00:00;2000-01-01 00:00:00.000001;2000-01-01T00:00:00Z;00000000-0000-4000-8000-000000000000;{};é😀',
  ';;;;;;;;;;;;;;x',
].join('\n')

/** The columns with fractions, and one beyond 64 bits. Databases print different numbers of zeros for them. */
export const decimalColumns = [2, 3, 4]

export const typedScript = async (output: SpecInput['output']): Promise<string> =>
  (await converted(`${typedCsv}\n`, { output: { table: 'typed', ...output } })).script
