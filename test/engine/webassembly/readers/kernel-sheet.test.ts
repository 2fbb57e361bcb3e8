import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import type { WorkbookAccelerator } from '../../../../container/engine/readers/spreadsheet/workbook-accelerator.ts'
import type { TableRange } from '../../../../container/engine/readers/spreadsheet/references.ts'
import { SheetRows } from '../../../../container/engine/readers/spreadsheet/sheet-rows.ts'
import { CellStyles, type SheetParts } from '../../../../container/engine/readers/spreadsheet/sheet-parts.ts'
import { StringArena } from '../../../../container/engine/readers/spreadsheet/string-arena.ts'
import { sheetBatches } from '../../../../container/engine/readers/xlsx/worksheet.ts'
import { Reporter } from '../../../../container/engine/report/reporter.ts'
import { withWorkbooks } from '../../lent-kernel.ts'
import { oddTexts } from '../../readers/spreadsheet/odd-texts.ts'
import { runs } from '../../../property-runs.ts'

// The plain scanner is the referee. The corpus checks it against SheetJS.
function partsFor(accelerator: WorkbookAccelerator | null, is1904: boolean): SheetParts {
  const strings = new StringArena(accelerator?.strings)
  for (const text of ['zero', 'one & two', '', 'naïve 日本', 'x'.repeat(70)]) {
    const bytes = new TextEncoder().encode(text)
    strings.add(bytes, 0, bytes.length)
  }
  const styles = new CellStyles()
  for (const code of ['General', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm', '00000', 'hh:mm', '[h]:mm']) styles.add(164, code)
  expect(styles.shapes).toEqual(['number', 'date', 'timestamp', 'number', 'time', 'duration'])
  return { strings, styles, is1904 }
}

interface Reading {
  readonly rows: unknown[]
  readonly failure: string | null
  readonly notes: unknown
}

async function read(
  xml: string,
  chunkBytes: number,
  accelerator: WorkbookAccelerator | null,
  range: TableRange | null,
): Promise<Reading> {
  const reporter = new Reporter()
  const bytes = new TextEncoder().encode(xml)
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes)
  }
  const rows: unknown[] = []
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let failure: string | null = null
  try {
    const sheetRows = new SheetRows(reporter, accelerator, { range })
    // The length of the XML selects one of both epochs.
    const parts = partsFor(accelerator, xml.length % 2 === 0)
    for await (const batch of sheetBatches(chunks(), sheetRows, parts, { reporter, headerRow: null, accelerator })) {
      for (let row = 0; row < batch.rowCount; row++) {
        const cells = []
        for (let cell = batch.rowStarts[row] as number; cell < (batch.rowStarts[row + 1] as number); cell++) {
          const kind = batch.kinds[cell] as number
          const text = decoder.decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell]))
          cells.push(kind === 0 ? null : [kind, text])
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

async function readTwice(
  xml: string,
  chunkBytes = 1 << 16,
  range: TableRange | null = null,
): Promise<{ readonly ours: Reading; readonly plain: Reading; readonly kernelRow: number }> {
  const plain = await read(xml, chunkBytes, null, range)
  return withWorkbooks(async (accelerator) => {
    const ours = await read(xml, chunkBytes, accelerator, range)
    return { ours, plain, kernelRow: accelerator?.kernel.call.sheetLastRow.value ?? 0 }
  })
}

const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.double({ min: 0, max: 80_000 }).map(String),
  // Days and whole or half milliseconds, with as many digits as programs write, and with too many.
  fc
    .tuple(
      fc.integer({ min: 0, max: 2_958_470 }),
      fc.integer({ min: 0, max: 172_800_000 }),
      fc.integer({ min: 9, max: 20 }),
    )
    .map(([day, halves, digits]) => (day + halves / 172_800_000).toPrecision(digits).replace(/(\.\d*?)0+$/, '$1')),
  fc.constantFrom('0', '-0', '007', '0.5', '-0.5', '.5', '5.', '1.50', '0.30000000000000004', '45292.416666666664'),
  fc.constantFrom(
    '1E5',
    '-1',
    '60',
    '45292',
    '9'.repeat(16),
    '9'.repeat(45),
    '12345678901234.5',
    ' 1 ',
    '1.2.3',
    'x',
    '-',
  ),
)
const columnName = (column: number): string =>
  column < 26 ? String.fromCodePoint(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)

const styleOf = fc.constantFrom(
  '',
  '',
  '',
  ' s="0"',
  ' s="1"',
  ' s="2"',
  ' s="3"',
  ' s="4"',
  ' s="5"',
  ' s="9"',
  ' s=""',
  ' s="x"',
)
const formula = fc.constantFrom(
  '',
  '',
  '',
  '',
  '<f>A1+1</f>',
  '<f t="shared" si="0"/>',
  '<f ref="A1>B2">1&lt;2</f>',
  '<f></f>',
)
const value = fc.oneof(
  { weight: 4, arbitrary: number.map((v) => ['', `<v>${v}</v>`] as const) },
  { weight: 4, arbitrary: fc.nat(6).map((v) => [' t="s"', `<v>${v}</v>`] as const) },
  { weight: 2, arbitrary: oddTexts.map((v) => [' t="str"', `<v>${v}</v>`] as const) },
  { weight: 3, arbitrary: oddTexts.map((v) => [' t="inlineStr"', `<is><t>${v}</t></is>`] as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      [' t="b"', '<v>1</v>'],
      [' t="b"', '<v>0</v>'],
      [' t="e"', '<v>#N/A</v>'],
      [' t="d"', '<v>2024-01-31T10:00:00</v>'],
      [' t="n"', '<v>12</v>'],
      ['', ''],
      ['', '<v/>'],
      ['', '<v></v>'],
      [' t="s"', '<v>99999999999</v>'],
      [' t="s"', '<v> 1</v>'],
      [' t="inlineStr"', '<is><t xml:space="preserve"> kept </t></is>'],
      [' t="inlineStr"', '<is><r><t>a</t></r><r><t> b</t></r><rPh><t>no</t></rPh></is>'],
      [' t="inlineStr"', '<is><t/></is>'],
      [' t="str"', '<v><![CDATA[a<b]]></v>'],
      ['', '<v>1<!-- 2 -->3</v>'],
    ),
  },
)
const cell = fc
  .record({
    gap: fc.constantFrom(0, 0, 0, 0, 1, 2, -1, 30),
    named: fc.nat(9),
    style: styleOf,
    formula,
    value,
    odd: fc.nat(60),
  })
  .map((given) => given)
const rowTag = fc.constantFrom(
  '',
  '',
  '',
  ' spans="1:4"',
  ' hidden="1"',
  ' ht="15" customHeight="1"',
  ' x14ac:dyDescent="0.2"',
)

type CellGiven = {
  gap: number
  named: number
  style: string
  formula: string
  value: readonly [string, string]
  odd: number
}

function cellXml(
  { gap, named, style, formula: f, value: [t, v], odd }: CellGiven,
  last: number,
  row: number,
): [number, string] {
  const column = Math.max(0, last + 1 + (named === 0 ? 0 : gap))
  const reference = named === 0 ? '' : ` r="${columnName(column)}${row}"`
  if (odd === 1) return [column, `<c${reference}/>`]
  if (odd === 2) return [column, `<c${style}${reference} ><v>1</v></c>`]
  if (odd === 3) return [column, `<c${reference} cm="1"><v>1</v></c>`]
  if (odd === 4) return [column, `<!-- note --><c${reference}><v>1</v></c>\n`]
  if (odd === 5) return [column, `<c r='${columnName(column)}${row}'><v>5</v></c>`]
  if (odd === 6) return [column, `<x:c${reference}><x:v>6</x:v></x:c>`]
  return [column, `<c${reference}${style}${t}>${f}${v}</c>`]
}

const sheet = fc
  .array(
    fc.record({
      tag: rowTag,
      step: fc.constantFrom(1, 1, 1, 1, 2, 0, -1),
      named: fc.nat(9),
      cells: fc.array(cell, { maxLength: 8 }),
      odd: fc.nat(40),
    }),
    { maxLength: 40 },
  )
  .map((rows) => {
    let rowNumber = 0
    const xml = rows.map(({ tag, step, named, cells, odd }) => {
      rowNumber = Math.max(1, rowNumber + step)
      const head = `<row${named === 0 ? '' : ` r="${rowNumber}"`}${tag}`
      if (odd === 1) return `${head}/>`
      if (odd === 2) return `${head} ></row>\n`
      if (odd === 3) return `<row  r="${rowNumber}"><c><v>3</v></c></row>`
      let last = -1
      const inside = cells.map((given) => {
        const [column, text_] = cellXml(given, last, rowNumber)
        last = column
        return text_
      })
      return `${head}>${inside.join('')}</row>${odd === 4 ? '\r\n  ' : ''}`
    })
    return `<worksheet><sheetData>${xml.join('')}</sheetData></worksheet>`
  })

describe('the kernel reads worksheets as the plain scanner does', () => {
  test('in random sheets, in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, fc.constantFrom(1 << 16, 4096, 333, 64), async (xml, chunkBytes) => {
        const { ours, plain } = await readTwice(xml, chunkBytes)
        expect(ours).toEqual(plain)
      }),
      { numRuns: runs(400) },
    )
  })

  test('in random sheets with a table in part of them', async () => {
    const range = { firstRow: 2, lastRow: 20, firstColumn: 1, lastColumn: 4 }
    await fc.assert(
      fc.asyncProperty(sheet, async (xml) => {
        const { ours, plain } = await readTwice(xml, 1 << 16, range)
        expect(ours).toEqual(plain)
      }),
      { numRuns: runs(120) },
    )
  })

  test('in distant timestamps whose last bit decides the millisecond', async () => {
    const serials = fc.tuple(fc.integer({ min: 100_000, max: 2_958_463 }), fc.stringMatching(/^[0-9]{8,11}$/))
    await fc.assert(
      fc.asyncProperty(fc.array(serials, { minLength: 100, maxLength: 100 }), async (all) => {
        const cells = [...all.map((parts) => parts.join('.')), '900720.6783305729']
        const rows = cells.map((serial) => `<row><c s="1"><v>${serial}</v></c></row>`).join('')
        const { ours, plain } = await readTwice(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
        expect(ours).toEqual(plain)
      }),
      { numRuns: runs(40) },
    )
  })

  test.each([
    ['<c t="tr"><v>&amp;&lt;</v></c>', '&<'],
    ['<c><v>&#49;5</v></c>', '15'],
    ['<c t="s"><v>&#48;</v></c>', 'zero'],
    ['<c t="b"><v>&#49;</v></c>', 'true'],
    ['<c t="e"><v>&#35;N/A</v></c>', '#N/A'],
    ['<c t="d"><v>2024-01-3&#49;</v></c>', '2024-01-31'],
  ])('in references outside of text: %s is %s', async (written, expected) => {
    const { ours, plain } = await readTwice(`<worksheet><sheetData><row>${written}</row></sheetData></worksheet>`)
    expect(plain.rows).toEqual([[1, [[expect.anything(), expected]]]])
    expect(ours).toEqual(plain)
  })

  test('in damaged sheets, with the same rows and the same failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        sheet,
        fc.nat(),
        fc.constantFrom('', '<', '>', '"', '</row>', '<row>', '&'),
        async (xml, at, piece) => {
          const place = at % xml.length
          const { ours, plain } = await readTwice(xml.slice(0, place) + piece + xml.slice(place + 1))
          expect(ours).toEqual(plain)
        },
      ),
      { numRuns: runs(400) },
    )
  })

  test('in a row that ends without a start, which is not hidden like the previous row', async () => {
    const rows = '<row r="1" hidden="1"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row><r<w><c><v>3</v></c></row>'
    const { ours, plain } = await readTwice(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
    expect(JSON.stringify(plain.notes)).toContain('"1 row is hidden in the sheet')
    expect(ours).toEqual(plain)
  })

  test('for more rows and more text than a batch can hold', async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, row) =>
        `<row r="${row + 1}"><c r="B${row + 1}"><v>${row}</v></c><c r="D${row + 1}" t="s"><v>${row % 5}</v></c><c r="E${row + 1}" t="inlineStr"><is><t>${'long '.repeat(row % 40)}</t></is></c></row>`,
    )
    const { ours, plain, kernelRow } = await readTwice(
      `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
      200_000,
    )
    expect(ours).toEqual(plain)
    expect(ours.rows).toHaveLength(30_000)
    expect(kernelRow).toBe(30_000)
  })

  test("for a row longer than the kernel's window, and one wider than a batch", async () => {
    const wide = Array.from({ length: 16_384 }, (_, column) => `<c r="${columnName(column)}2"><v>1</v></c>`)
    const short = (row: number): string => `<row r="${row}"><c r="A${row}"><v>7</v></c></row>`
    const long = `<row r="3"><c r="A3" t="inlineStr"><is><t>${'y'.repeat(5 << 20)}</t></is></c></row>`
    const many = Array.from({ length: 20 }, () => `<row>${wide.join('').replaceAll(/ r="\w+"/g, '')}</row>`).join('')
    const xml = `<worksheet><sheetData>${short(1)}<row r="2">${wide.join('')}</row>${long}${short(4)}${many}${short(99)}</sheetData></worksheet>`
    const { ours, plain } = await readTwice(xml, 100_000)
    expect(ours).toEqual(plain)
  })
})
