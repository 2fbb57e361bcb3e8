import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitRows } from '../../../container/engine/detect/split-rows.ts'
import { CsvRecords } from '../../../container/engine/readers/delimited/csv-records.ts'
import { RowBatch } from '../../../container/engine/table/row-batch.ts'
import { runs } from '../../property-runs.ts'

// Detection and reading each have their own loop over delimited text. Both must split a valid text into the same cells.

const written = fc.array(fc.constantFrom('a', 'Z', '7', ' ', ',', ';', '"', '\n', '\r\n', 'é', '\\', '.'), {
  maxLength: 8,
})
const isPlain = (cell: string, delimiter: string): boolean => !/["\r\n]/.test(cell) && !cell.includes(delimiter)
const field = (cell: string, delimiter: string): string =>
  isPlain(cell, delimiter) ? cell : `"${cell.replaceAll('"', '""')}"`

function cellsOfReader(text: string, delimiter: string): string[][] {
  const bytes = new TextEncoder().encode(text)
  const batch = new RowBatch()
  batch.arena.bytes = bytes
  const options = { quote: 34, escape: -1, padded: false, repeats: false, commentLines: 0, skipFirstLine: false }
  const records = new CsvRecords({
    ...options,
    delimiter: new TextEncoder().encode(delimiter),
    trailingDelimiter: false,
    mergeDelimiters: false,
    keepsBackslashes: false,
  })
  records.read(batch, { bytes, at: 0, end: bytes.length, isLast: true }, { rows: 1000, width: 0 })
  const decoder = new TextDecoder()
  return Array.from({ length: batch.rowCount }, (_, row) => {
    const [first, end] = [batch.rowStarts[row] as number, batch.rowStarts[row + 1] as number]
    return Array.from({ length: end - first }, (_cell, at) =>
      decoder.decode(bytes.subarray(batch.starts[first + at], batch.ends[first + at])),
    )
  })
}

const unquoted = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)

test('detection splits a valid text into the same cells as the reader', () => {
  const cell = written.map((parts) => parts.join(''))
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';'), fc.constantFrom('\n', '\r\n', '\r'), (rows, delimiter, lineEnd) => {
      const text = rows.map((row) => row.map((one) => field(one, delimiter)).join(delimiter) + lineEnd).join('')
      const found = splitRows(text, delimiter, '"', null).map((row) => row.map(unquoted))
      expect(found).toEqual(rows)
      expect(found).toEqual(cellsOfReader(text, delimiter))
    }),
    { numRuns: runs(500) },
  )
})
