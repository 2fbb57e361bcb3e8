import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import type { WorkbookAccelerator } from '../../../../container/engine/readers/spreadsheet/workbook-accelerator.ts'
import { openKernel } from '../../../../container/engine/webassembly/kernel/kernel.ts'
import { KernelWorkbooks } from '../../../../container/engine/webassembly/readers/kernel-workbooks.ts'
import { CellStyles } from '../../../../container/engine/readers/spreadsheet/sheet-parts.ts'
import type { TableRange } from '../../../../container/engine/readers/spreadsheet/references.ts'
import { SheetRows } from '../../../../container/engine/readers/spreadsheet/sheet-rows.ts'
import { openXls } from '../../../../container/engine/readers/xls/xls-workbook.ts'
import { readSharedStrings } from '../../../../container/engine/readers/xlsb/shared-strings.ts'
import { sheetBatches } from '../../../../container/engine/readers/xlsb/xlsb-workbook.ts'
import { Reporter } from '../../../../container/engine/report/reporter.ts'
import type { RowBatch } from '../../../../container/engine/table/row-batch.ts'
import { withWorkbooks } from '../../lent-kernel.ts'
import {
  begin,
  double,
  end,
  joined,
  latin,
  long,
  record,
  style,
  wide,
  word,
  workbook,
} from '../../readers/xls/records.ts'
import { runs } from '../../../property-runs.ts'

// The plain readers are the referee. Other tests check them against SheetJS and Gnumeric.

interface Reading {
  readonly rows: unknown[]
  readonly failure: string | null
  readonly notes: unknown
}

async function reading(reporter: Reporter, batches: () => Promise<AsyncIterable<RowBatch>>): Promise<Reading> {
  const rows: unknown[] = []
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  let failure: string | null = null
  try {
    for await (const batch of await batches()) {
      for (let row = 0; row < batch.rowCount; row++) {
        const cells = []
        for (let cell = batch.rowStarts[row] as number; cell < (batch.rowStarts[row + 1] as number); cell++) {
          const text = decoder.decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell]))
          cells.push(batch.kinds[cell] === 0 ? null : [batch.kinds[cell], text])
        }
        rows.push([batch.rowNumbers[row], cells])
      }
    }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    failure = JSON.stringify([error.code, error.message, error.problems])
  }
  return { rows, failure, notes: [reporter.fixes, reporter.notes, reporter.problems] }
}

const readXls = (bytes: Uint8Array, chunkBytes: number, accelerator: WorkbookAccelerator | null): Promise<Reading> => {
  const reporter = new Reporter()
  return reading(reporter, async () => {
    const book = await openXls(memorySource(bytes, chunkBytes), { encoding: null, password: null }, accelerator)
    return (await book.openSheet(0, { reporter, headerRow: null, accelerator })).batches()
  })
}

const formats = [0, 14, 18, 22, 46, 2, 164]
const digitCode = '00000'
const format = record(0x41e, word(164), word(digitCode.length), 0, latin(digitCode))

async function* inChunks(bytes: Uint8Array, chunkBytes: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes)
}

interface XlsbSheet {
  readonly strings: Uint8Array
  readonly sheet: Uint8Array
  readonly is1904: boolean
  readonly range: TableRange | null
}

function readXlsb(
  { strings, sheet, is1904, range }: XlsbSheet,
  chunkBytes: number,
  accelerator: WorkbookAccelerator | null,
): Promise<Reading> {
  const reporter = new Reporter()
  const styles = new CellStyles()
  for (const id of formats) styles.add(id, id === 164 ? digitCode : undefined)
  return reading(reporter, async () => {
    const parts = { strings: await readSharedStrings(inChunks(strings, chunkBytes), accelerator), styles, is1904 }
    const rows = new SheetRows(reporter, accelerator, { range })
    return sheetBatches(inChunks(sheet, chunkBytes), rows, parts, { reporter, headerRow: null, accelerator })
  })
}

const value = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100),
  fc.tuple(fc.integer(), fc.integer({ min: 1, max: 10_000 })).map(([a, b]) => a / b),
  fc.double({ min: 0, max: 60_000 }),
  fc.double({ min: 2_958_460, max: 2_958_467 }),
  fc.double({ min: -1, max: 1 }),
  fc.double(),
  fc.constantFrom(0, -0, 0.1 + 0.2, 1e15, 999_999_999_999_999.5, 123_456_789_012_345.6, 0.5, 59, 60, 61, 1 / 3, 1e-7),
  // Values halfway between two results of fifteen digits.
  fc.integer({ min: 1, max: 2 ** 31 }).map((odd) => (odd * 2 + 1) / 2 ** 17),
  fc.integer({ min: 10 ** 14, max: 10 ** 15 }).map((digits) => (digits * 10 + 5) / 1e11),
)
const styleIndex = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: formats.length }))
const word32 = fc.integer({ min: 0, max: 0xffff_ffff })
const narrow = fc
  .array(fc.constantFrom('a', 'bc ', 'é', 'ÿ', 'x'.repeat(20)), { maxLength: 5 })
  .map((pieces) => pieces.join(''))
const anyText = fc
  .array(fc.constantFrom('a', 'é', '日本', '🙂', '\ud83d', '\ude42', 'plain text', 'y'.repeat(30)), { maxLength: 5 })
  .map((pieces) => pieces.join(''))
const sharedTexts = ['zero', '', 'naïve', '日本', 'x'.repeat(70), 'rich']
const sharedIndex = fc.integer({ min: 0, max: sharedTexts.length })

/** Writes a record for the row and column before a cell's value. */
type CellRecord = (row: number, column: number) => Uint8Array

const place = (row: number, column: number, styleAt: number): Uint8Array =>
  joined(word(row), word(column), word(styleAt))
const xlsCell: fc.Arbitrary<CellRecord> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(styleIndex, value).map(
      ([at, number]): CellRecord =>
        (r, c) =>
          record(0x203, place(r, c, at), double(number)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(styleIndex, word32).map(
      ([at, rk]): CellRecord =>
        (r, c) =>
          record(0x27e, place(r, c, at), long(rk)),
    ),
  },
  {
    weight: 4,
    arbitrary: sharedIndex.map(
      (index): CellRecord =>
        (r, c) =>
          record(0xfd, place(r, c, 0), long(index)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.tuple(styleIndex, word32), { minLength: 1, maxLength: 4 }).map(
      (packed): CellRecord =>
        (r, c) =>
          record(0xbd, word(r), word(c), ...packed.flatMap(([at, rk]) => [word(at), long(rk)]), word(c)),
    ),
  },
  fc.tuple(fc.integer({ min: 0, max: 43 }), fc.boolean()).map(
    ([code, isError]): CellRecord =>
      (r, c) =>
        record(0x205, place(r, c, 0), code, isError ? 1 : 0),
  ),
  fc.tuple(styleIndex, value).map(
    ([at, number]): CellRecord =>
      (r, c) =>
        record(6, place(r, c, at), double(number), new Uint8Array(8)),
  ),
  fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 43 }), narrow).map(
    ([valueKind, code, text]): CellRecord =>
      (r, c) =>
        joined(
          record(6, place(r, c, 0), valueKind, 0, code, 0, 0, 0, 255, 255, new Uint8Array(8)),
          valueKind === 0 ? record(0x207, word(text.length), 0, latin(text)) : joined(),
        ),
  ),
  narrow.map(
    (text): CellRecord =>
      (r, c) =>
        record(0x204, place(r, c, 0), word(text.length), 0, latin(text)),
  ),
  anyText.map(
    (text): CellRecord =>
      (r, c) =>
        record(0x204, place(r, c, 0), word(text.length), 1, wide(text)),
  ),
  // A string that continues in the next record.
  anyText.map(
    (text): CellRecord =>
      (r, c) =>
        joined(record(0x204, place(r, c, 0), word(text.length + 1), 1, wide(text)), record(0x3c, 0, latin('z'))),
  ),
  fc.constant<CellRecord>((r, c) => record(0x201, place(r, c, 0))),
)
const xlsExtra: fc.Arbitrary<CellRecord> = fc.constantFrom<CellRecord>(
  (r) => record(0x208, word(r), new Uint8Array(14)),
  (r) => record(0x208, word(r), new Uint8Array(10), 0x20, 0, 0, 0),
  () => record(0xd7, new Uint8Array(6)),
  () => record(0xe5, word(1), new Uint8Array(8)),
  () => record(0x3c, 1, 2),
  () => joined(begin(0x20), record(0x203, place(9, 9, 0), double(1)), end),
  (r) => record(0xfd, word(r)),
  (r, c) => record(0x203, place(r, c, 0), 1, 2),
  (r) => record(0x203, place(r, 256, 0), double(1)),
)
/** Steps mostly go from left to right, but sometimes stay, jump far away, or go back. */
const step = fc.oneof(
  { weight: 12, arbitrary: fc.constant(1) },
  fc.integer({ min: 2, max: 30 }),
  fc.integer({ min: -3, max: 0 }),
)
const rowStep = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 400 }))
const chunk = fc.oneof(fc.integer({ min: 30, max: 400 }), fc.constant(1 << 16))

const rowsOf = (cell: fc.Arbitrary<CellRecord>, extra: fc.Arbitrary<CellRecord>) =>
  fc.array(
    fc.tuple(
      rowStep,
      fc.integer({ min: 0, max: 2 }),
      fc.array(fc.tuple(step, fc.oneof({ weight: 40, arbitrary: cell }, extra)), { maxLength: 9 }),
    ),
    { maxLength: 40 },
  )

function laidOut(
  rows: readonly (readonly [number, number, readonly (readonly [number, CellRecord])[]])[],
  head: (row: number) => Uint8Array,
): Uint8Array {
  let row = -1
  return joined(
    ...rows.map(([below, left, cells]) => {
      row += below
      let column = left - 1
      const at = Math.max(row, 0)
      return joined(
        head(at),
        ...cells.map(([right, cell]) => {
          column = Math.max(0, column + right)
          return cell(at, column)
        }),
      )
    }),
  )
}

const sst = record(
  0xfc,
  long(0),
  long(0),
  ...sharedTexts.map((text) =>
    text === 'rich'
      ? joined(word(4), 12, word(1), long(2), latin(text), new Uint8Array(6))
      : joined(word(text.length), 1, wide(text)),
  ),
)
const common = [format, ...formats.map((id) => style(id)), sst]

describe('the kernel reads records of xls as the plain code does', () => {
  test.each([0x0600, 0x0500])('in random sheets of version %i, in chunks of any size', async (version) => {
    const globals = version === 0x0600 ? common : formats.slice(0, 5).map((id) => style(id))
    await fc.assert(
      fc.asyncProperty(rowsOf(xlsCell, xlsExtra), chunk, fc.boolean(), async (rows, chunkBytes, is1904) => {
        const cells = laidOut(rows, () => joined())
        const date = is1904 ? [record(0x22, word(1))] : []
        const bytes = workbook([...date, ...globals], [cells], version)
        expect(await withWorkbooks((accelerator) => readXls(bytes, chunkBytes, accelerator))).toEqual(
          await readXls(bytes, chunkBytes, null),
        )
      }),
      { numRuns: runs(160) },
    )
  })

  test('in damaged sheets, with the same rows and the same failure', async () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(rowsOf(xlsCell, xlsExtra), chunk, damage, fc.nat(9), async (rows, chunkBytes, hits, cut) => {
        const whole = workbook(common, [laidOut(rows, () => joined())])
        const bytes = cut === 0 ? whole.slice(0, whole.length - 5) : whole
        for (const [at, byte] of hits) bytes[at % bytes.length] = byte
        expect(await withWorkbooks((accelerator) => readXls(bytes, chunkBytes, accelerator))).toEqual(
          await readXls(bytes, chunkBytes, null),
        )
      }),
      { numRuns: runs(160) },
    )
  })

  test('the kernel reads most of a plain sheet itself', async () => {
    const cells = Array.from({ length: 9000 }, (_, row) => [
      record(0x203, place(row, 1, 0), double(row / 3)),
      record(0xfd, place(row, 2, 0), long(0)),
      record(0x203, place(row, 3, 3), double(45_000 + row / 1440)),
    ]).flat()
    const bytes = workbook(common, cells)
    const kernel = openKernel()
    if (kernel === null) throw new Error('This platform has no WebAssembly.')
    const ours = await readXls(bytes, 1 << 18, new KernelWorkbooks(kernel))
    expect(ours).toEqual(await readXls(bytes, 1 << 18, null))
    expect(ours.rows).toHaveLength(9000)
    expect(kernel.call.binaryLastRow.value).toBe(9000)
  })
})

const xlsbRecord = (type: number, ...content: (number | Uint8Array)[]): Uint8Array => {
  const bytes = joined(...content)
  const number = type < 128 ? [type] : [(type & 127) | 128, type >> 7]
  return joined(...number, (bytes.length & 127) | 128, bytes.length >> 7, bytes)
}
const xlsbText = (text: string): Uint8Array => joined(long(text.length), wide(text))
/** Returns a cell that names its column, or one in the short format to the right of the previous one. */
const xlsbCell = (type: number, styleAt: number, isShort: boolean, ...content: (number | Uint8Array)[]): CellRecord =>
  isShort
    ? () => xlsbRecord(type + 11, long(styleAt), ...content)
    : (_, column) => xlsbRecord(type, long(column), long(styleAt), ...content)
const anyXlsbCell: fc.Arbitrary<CellRecord> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(5, 9), styleIndex, value)
      .map(([type, at, number]) => xlsbCell(type, at, false, double(number))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.boolean(), styleIndex, word32).map(([short, at, rk]) => xlsbCell(2, at, short, long(rk))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.boolean(), sharedIndex).map(([short, index]) => xlsbCell(7, 0, short, long(index))),
  },
  fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 43 })).map(([short, code]) => xlsbCell(3, 0, short, code)),
  fc.tuple(fc.constantFrom(4, 10), fc.nat(2)).map(([type, flag]) => xlsbCell(type, 0, false, flag)),
  fc.tuple(fc.constantFrom(6, 8), anyText).map(([type, text]) => xlsbCell(type, 0, false, xlsbText(text))),
  anyText.map((text) => xlsbCell(62, 0, false, 0, xlsbText(text), new Uint8Array(3))),
  fc.boolean().map((short) => xlsbCell(1, 0, short)),
)
const xlsbExtra: fc.Arbitrary<CellRecord> = fc.constantFrom<CellRecord>(
  () => xlsbRecord(176, new Uint8Array(16)),
  () => xlsbRecord(427, new Uint8Array(6)),
  () => xlsbRecord(146),
  (_, column) => xlsbRecord(5, long(column), long(0), 1, 2),
  (_, column) => xlsbRecord(6, long(column), long(0), long(0xffff_ffff)),
  (_, column) => xlsbRecord(6, long(column), long(0), long(9), latin('short')),
  () => xlsbRecord(5, long(16_384), long(0), double(1)),
  (row) => xlsbRecord(0, long(row + 1), new Uint8Array(7), 0x10, 0, 0),
  () => xlsbRecord(0, long(2)),
)
const rowHead = (row: number): Uint8Array => xlsbRecord(0, long(row), new Uint8Array(13))
const xlsbStrings = joined(
  ...sharedTexts.map((text) => xlsbRecord(19, text === 'rich' ? 1 : 0, xlsbText(text), new Uint8Array(4))),
)

describe('the kernel reads records of xlsb as the plain code does', () => {
  test('in random sheets, in part or all of it, in chunks of any size, damaged or not', async () => {
    const range = fc.option(fc.constant({ firstRow: 2, lastRow: 30, firstColumn: 1, lastColumn: 6 }), { freq: 2 })
    const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        rowsOf(anyXlsbCell, xlsbExtra),
        fc.record({ range, is1904: fc.boolean() }),
        chunk,
        fc.oneof(fc.constant([]), damage),
        async (rows, { range: part, is1904 }, chunkBytes, hits) => {
          const sheet = laidOut(rows, rowHead)
          for (const [at, byte] of hits) if (sheet.length > 0) sheet[at % sheet.length] = byte
          const read = (accelerator: WorkbookAccelerator | null): Promise<Reading> =>
            readXlsb({ strings: xlsbStrings, sheet, is1904, range: part }, chunkBytes, accelerator)
          expect(await withWorkbooks(read)).toEqual(await read(null))
        },
      ),
      { numRuns: runs(160) },
    )
  })

  test('in cells before the first row of a damaged file', async () => {
    const cell = (column: number): Uint8Array => xlsbRecord(5, long(column), long(0), double(column))
    const sheet = joined(cell(2), rowHead(1), cell(3), rowHead(2), cell(0), rowHead(3))
    const book = { strings: xlsbStrings, sheet, is1904: false, range: null }
    expect(await withWorkbooks((accelerator) => readXlsb(book, 1 << 16, accelerator))).toEqual(
      await readXlsb(book, 1 << 16, null),
    )
  })

  test('in a row with a lower number than the row above, which ends the table', async () => {
    const cell = xlsbRecord(5, long(1), long(0), double(1))
    const sheet = joined(rowHead(29), cell, rowHead(3), cell, rowHead(4))
    const range = { firstRow: 2, lastRow: 30, firstColumn: 1, lastColumn: 6 }
    const book = { strings: xlsbStrings, sheet, is1904: false, range }
    const ours = await withWorkbooks((accelerator) => readXlsb(book, 1 << 16, accelerator))
    expect(ours.rows).toHaveLength(1)
    expect(ours).toEqual(await readXlsb(book, 1 << 16, null))
  })

  test('in an empty string past the last column', async () => {
    const sheet = joined(rowHead(0), xlsbRecord(7, long(20_000), long(0), long(1)), rowHead(1), rowHead(2))
    const book = { strings: xlsbStrings, sheet, is1904: false, range: null }
    const ours = await withWorkbooks((accelerator) => readXlsb(book, 1 << 16, accelerator))
    expect(ours.failure).toContain('the last column of a sheet')
    expect(ours).toEqual(await readXlsb(book, 1 << 16, null))
  })

  test('in random shared strings', async () => {
    const item = fc.oneof(
      anyText.map((text) => xlsbRecord(19, 0, xlsbText(text))),
      fc.constantFrom(xlsbRecord(19, 0, long(0xffff_ffff)), xlsbRecord(19, 0, long(7), 1, 2), xlsbRecord(160, 1)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(item), chunk, async (items, chunkBytes) => {
        const sheet = joined(
          rowHead(0),
          ...items.map((_, index) => xlsbRecord(7, long(index), long(0), long(index))),
          rowHead(1),
        )
        const book = { strings: joined(...items), sheet, is1904: false, range: null }
        expect(await withWorkbooks((accelerator) => readXlsb(book, chunkBytes, accelerator))).toEqual(
          await readXlsb(book, chunkBytes, null),
        )
      }),
      { numRuns: runs(80) },
    )
  })
})
