import { type BookType, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import type { OurCell } from '../referee-cells.ts'
import { readSheet } from './support.ts'
import { runs } from '../../../property-runs.ts'

type Value = string | number | boolean | Date | null

/**
 * Text that spreadsheets can store: without control characters other than line feeds, or parts that a format would trim
 * or join.
 */
const words = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) =>
  text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim(),
)
const text = fc.oneof(
  words,
  fc.constantFrom('<a href="x">&amp;</a>', '007', ']]>', '1e5', 'true', '#N/A', '=1+1', "O'Neil", 'naïve 日本 🙂'),
)
const number = fc.oneof(
  fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
  fc.double({ noNaN: true, min: -1e12, max: 1e12 }).map((value) => Number(value.toPrecision(14))),
)
const day = fc.integer({ min: 61, max: 80_000 }).map((serial) => new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000))
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  fc.boolean(),
  { weight: 2, arbitrary: fc.constant(null) },
)
const table = (cell: fc.Arbitrary<Value>) =>
  fc
    .array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
    // The corner has a value, so that no blank margin is cut off.
    .map((rows) => rows.map((row, at) => (at === 0 ? ['corner', ...row] : row)))

function written(rows: readonly Value[][], bookType: BookType): Uint8Array {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows as unknown[][], { cellDates: true, UTC: true })
  utils.book_append_sheet(book, sheet, 'Sheet')
  const options = { bookType, cellDates: bookType !== 'xlsx', compression: true, UTC: true } as const
  const out = write(book, { ...options, type: 'buffer' }) as Buffer
  return new Uint8Array(out)
}

/** Tests whether our cell matches the value. */
function fits(cell: OurCell | undefined, expected: Value): boolean {
  if (expected === null || expected === '') return cell === undefined
  if (cell === undefined) return false
  if (typeof expected === 'string') return cell.kind === CellKind.quoted && cell.text === expected
  if (typeof expected === 'boolean') return cell.kind === CellKind.boolean && cell.text === String(expected)
  if (typeof expected === 'number') return cell.kind === CellKind.number && Number(cell.text) === expected
  return cell.kind === CellKind.date && cell.text === expected.toISOString().slice(0, 10)
}

async function mismatches(rows: readonly Value[][], bookType: BookType): Promise<unknown[]> {
  const { cells } = await readSheet(written(rows, bookType))
  const wrong: unknown[] = []
  let expectedCells = 0
  rows.forEach((row, at) =>
    row.forEach((expected, column) => {
      const cell = cells.get(`${at + 1}:${column}`)
      if (expected !== null && expected !== '') expectedCells++
      if (!fits(cell, expected)) wrong.push([at, column, expected, cell])
    }),
  )
  if (cells.size !== expectedCells) wrong.push([cells.size, 'cells, not', expectedCells])
  return wrong
}

describe('tables that SheetJS writes are read back', () => {
  test.each(['xlsx', 'ods', 'fods', 'xlml'] as const)('%s keeps strings, numbers and booleans', async (bookType) => {
    await fc.assert(
      fc.asyncProperty(table(value), async (rows) => {
        expect(await mismatches(rows, bookType)).toEqual([])
      }),
      { numRuns: runs(40) },
    )
  })

  test.each(['xlsx', 'ods', 'fods', 'xlml'] as const)('%s keeps dates', async (bookType) => {
    await fc.assert(
      fc.asyncProperty(table(day), async (rows) => {
        expect(await mismatches(rows, bookType)).toEqual([])
      }),
      { numRuns: runs(40) },
    )
  })

  test('html keeps the displayed text of everything', async () => {
    await fc.assert(
      fc.asyncProperty(table(text), async (rows) => {
        const { cells, format } = await readSheet(written(rows, 'html'))
        expect(format).toBe('xls')
        rows.forEach((row, at) =>
          row.forEach((expected, column) => expect(cells.get(`${at + 1}:${column}`)?.text ?? '').toBe(expected ?? '')),
        )
      }),
      { numRuns: runs(40) },
    )
  })

  test.each(['xlsx', 'xlsb', 'ods', 'fods', 'xlml', 'html'] as const)(
    'as %s: rows of millions of letters',
    async (bookType) => {
      const longText = (row: number, column: number): string => `${row} ${column} & ${'words '.repeat(5000)}end`
      const numbers = Array.from({ length: 180 }, (_, at) => at)
      const rows = [0, 1, 2, 3].map((row) => numbers.map((column) => longText(row, column)))
      const { cells } = await readSheet(written(rows, bookType))
      const missing = rows.flatMap((row, at) =>
        row.flatMap((expected, column) => (cells.get(`${at + 1}:${column}`)?.text === expected ? [] : [[at, column]])),
      )
      expect(missing).toEqual([])
      expect(cells.size).toBe(rows.length * numbers.length)
    },
  )

  test.each(['ods', 'fods', 'xlml', 'html'] as const)(
    'as %s: a string of millions of letters at any position in its row',
    async (bookType) => {
      const long = `${`words & `.repeat(300_000)}end`
      const rows = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? long : `${row} ${column}`)))
      const { cells } = await readSheet(written([['a', 'b', 'c'], ...rows, ['x', 'y', 'z']], bookType))
      expect(rows.map((_, at) => [0, 1, 2].map((column) => cells.get(`${at + 2}:${column}`)?.text))).toEqual(rows)
      expect(cells.get('5:2')?.text).toBe('z')
      expect(cells.size).toBe(15)
    },
  )
})
