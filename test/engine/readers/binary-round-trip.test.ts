import { type BookType, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CellKind } from '../../../container/engine/table/row-batch.ts'
import { openWorkbook } from './open-workbook.ts'
import { cellsOf } from './referee-cells.ts'
import { runs } from '../../property-runs.ts'

/** Values that every BIFF version can store: strings of its alphabet, numbers, booleans and empty cells. */
const tables = (text: fc.Arbitrary<string>): fc.Arbitrary<(string | number | boolean | null)[][]> => {
  const cell = fc.oneof(
    { weight: 3, arbitrary: text.filter((one) => one !== '') },
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
    // SheetJS itself writes the smallest numbers wrong.
    fc.double({ noNaN: true, min: -1e20, max: 1e20 }).map((value) => (Math.abs(value) < 1e-20 ? 0 : value)),
    fc.boolean(),
    fc.constant(null),
  )
  return fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 }).filter(isTable)
}
/** Column 0 of the table is the first one with a value. */
const isTable = (rows: readonly (readonly unknown[])[]): boolean => rows.some((row) => row[0] !== null)

const ascii = fc.string({
  maxLength: 40,
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
})
const latin = fc.string({ maxLength: 40, unit: fc.constantFrom('a', 'é', 'ü', 'ß', 'ÿ', ' ', '\n', '1') })
const unicode = fc.oneof(fc.string({ maxLength: 300, unit: 'grapheme' }), latin, ascii).map((text) =>
  // A workbook cannot store lone surrogates or NUL.
  text.replaceAll('\0', ' '),
)

/** The types that SheetJS declares lack two of these formats. */
const formats: readonly (readonly [string, fc.Arbitrary<string>, boolean])[] = [
  ['biff8', unicode, true],
  ['biff8', unicode, false],
  ['xlsb', unicode, true],
  ['xlsb', unicode, false],
  ['biff5', ascii, false],
  ['biff4', ascii, false],
  ['biff3', ascii, false],
  ['biff2', ascii, false],
]

test.each(formats)('tables written by SheetJS as %s are read back completely (%#)', async (bookType, text, bookSST) => {
  await fc.assert(
    fc.asyncProperty(tables(text), async (table) => {
      const book = utils.book_new()
      utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Tabelle 1')
      const bytes = new Uint8Array(
        write(book, { type: 'array', bookType: bookType as BookType, bookSST }) as ArrayBuffer,
      )
      expect(await readBack(bytes)).toEqual(expected(table))
    }),
    { numRuns: runs(25) },
  )
})

type Value = string | number | boolean | null

async function readBack(bytes: Uint8Array): Promise<Record<string, Value>> {
  const cells = await cellsOf(await openWorkbook(bytes))
  return Object.fromEntries([...cells].map(([at, { kind, text }]) => [at, valueOf(kind, text)]))
}

function valueOf(kind: number, text: string): Value {
  if (kind === CellKind.number) return Number(text)
  return kind === CellKind.boolean ? text === 'true' : text
}

/** Returns the expected cells. Numbers have the fifteen digits that a spreadsheet shows. */
function expected(table: readonly (readonly Value[])[]): Record<string, Value> {
  const cells = table.flatMap((row, rowIndex) =>
    row.map((value, column): [string, Value] => [
      `${rowIndex + 1}:${column}`,
      typeof value === 'number' ? Number(value.toPrecision(15)) + 0 : value,
    ]),
  )
  return Object.fromEntries(cells.filter(([, value]) => value !== null))
}
