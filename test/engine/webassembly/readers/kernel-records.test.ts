import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openKernel } from '../../../../container/engine/webassembly/kernel/kernel.ts'
import type { CsvOptions } from '../../../../container/engine/readers/delimited/csv-options.ts'
import { CsvRecords, type RecordReader } from '../../../../container/engine/readers/delimited/csv-records.ts'
import { KernelRecords } from '../../../../container/engine/webassembly/readers/kernel-records.ts'
import { RowBatch } from '../../../../container/engine/table/row-batch.ts'
import { runs } from '../../../property-runs.ts'

// The plain tokenizer is the referee. Other tests check it against papaparse and DuckDB.
const kernel = openKernel()
if (kernel === null) throw new Error('this Node has no WebAssembly')

const options = (delimiter: string, quote: string | null, trailingDelimiter: boolean): CsvOptions => ({
  delimiter: new TextEncoder().encode(delimiter),
  quote: quote === null ? 0 : quote.charCodeAt(0),
  escape: -1,
  keepsBackslashes: false,
  padded: false,
  repeats: false,
  commentLines: 0,
  skipFirstLine: false,
  trailingDelimiter,
  mergeDelimiters: false,
})

function cellsOf(batch: RowBatch): unknown[] {
  const decoder = new TextDecoder()
  return Array.from({ length: batch.rowCount }, (_, row) => ({
    number: batch.rowNumbers[row],
    cells: Array.from(
      { length: (batch.rowStarts[row + 1] as number) - (batch.rowStarts[row] as number) },
      (_unused, column) => {
        const cell = (batch.rowStarts[row] as number) + column
        return [batch.kinds[cell], decoder.decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell]))]
      },
    ),
  }))
}

function read(records: RecordReader, batch: RowBatch, buffer: Uint8Array, text: Uint8Array, isLast: boolean): unknown {
  buffer.set(text)
  batch.clear()
  batch.arena.bytes = buffer
  const stopped = records.read(batch, { bytes: buffer, at: 0, end: text.length, isLast }, { rows: 4096, width: 0 })
  return { ...stopped, rowNumber: records.rowNumber, rows: cellsOf(batch) }
}

function bothRead(text: string, given: CsvOptions, isLast: boolean): { ours: unknown; plain: unknown } {
  const bytes = new TextEncoder().encode(text)
  if (kernel === null) throw new Error('no kernel')
  const records = KernelRecords.open(kernel, given)
  if (records === null) throw new Error('The kernel does not read such records.')
  const ours = read(records, kernel.batch, kernel.input, bytes, isLast)
  const plain = read(new CsvRecords(given), new RowBatch(), new Uint8Array(bytes.length + 64), bytes, isLast)
  return { ours, plain }
}

const pieces = fc.constantFrom(
  'a',
  'bc',
  'é',
  '0',
  ' ',
  ',',
  ',',
  ';',
  '"',
  '"',
  '""',
  '\n',
  '\n',
  '\r',
  '\r\n',
  '\0',
  'x'.repeat(70),
)
const files = fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join(''))
const dialects = fc.record({
  delimiter: fc.constantFrom(',', ';', ' ', '\t'),
  quote: fc.constantFrom('"', '"', "'", null),
  trailing: fc.boolean(),
})

test('the kernel reads any text as the plain tokenizer does', () => {
  fc.assert(
    fc.property(files, dialects, fc.boolean(), (text, { delimiter, quote, trailing }, isLast) => {
      const { ours, plain } = bothRead(text, options(delimiter, quote, trailing), isLast)
      // Before the end of the text, a stray quote may be found one record later, because more text decides.
      if (!isLast && JSON.stringify(plain).includes('"stray_quote"')) return
      expect(ours).toEqual(plain)
    }),
    { numRuns: runs(3000) },
  )
})

test('a row with more cells than the kernel has space for is still read', () => {
  const wide = 'x,'.repeat(140_000)
  const { ours, plain } = bothRead(`a,b\n${wide}\n`, options(',', '"', false), true) as {
    ours: { consumed: number; rows: { cells: unknown[] }[] }
    plain: { rows: { cells: unknown[] }[] }
  }
  // The first call stops before the wide row. The plain tokenizer reads it when it comes first.
  expect(ours).toMatchObject({ kind: 'full', consumed: 4 })
  expect(plain.rows[1]?.cells).toHaveLength(140_001)
  const alone = bothRead(`${wide}\n`, options(',', '"', false), true) as { ours: { rows: { cells: unknown[] }[] } }
  expect(alone.ours.rows[0]?.cells).toHaveLength(140_001)
})
