import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, type CellObject, type WorkBook } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { openReader } from '../../../../container/engine/readers/open-reader.ts'
import { Reporter } from '../../../../container/engine/report/reporter.ts'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { nodeInflate } from '../../../../container/run/node-inflate.ts'
import { specSchema } from '../../../../src/contract/spec.ts'

const corpus = '../shared/corpus/spreadsheets'
const files = ['calamine', 'roo']
  .filter((group) => existsSync(join(corpus, group)))
  .flatMap((group) => readdirSync(join(corpus, group)).map((name) => join(corpus, group, name)))
  .filter((path) => /\.xls[xm]$/.test(path) && readFileSync(path).subarray(0, 2).toString() === 'PK')

/** Where the referee stops at the first text of a cell that goes on in runs; the sheet shows all of it. */
const refereeCutsRuns = new Map([
  ['minimal_package.xlsx 1:0', 'ARREST BOOKINGS for 01/30/17'],
  ['richtext-after-plain.xlsx 2:0', 'tvalrval1rval2'],
])

interface Cells {
  readonly sheet: string
  readonly cells: Map<string, { kind: number; text: string }>
}

/** A header row that no table object has: so the whole sheet is read. */
const wholeSheet = 1_000_000

async function ours(bytes: Uint8Array, sheet: string | null): Promise<Cells> {
  const opened = await openReader({
    name: 'book',
    source: memorySource(bytes),
    inflate: nodeInflate,
    spec: specSchema.parse({ input: { sheet, header_row: wholeSheet }, output: { dialect: 'postgresql' } }),
    reporter: new Reporter(),
  })
  if (opened.kind !== 'rows') throw new Error('no workbook')
  const { reader } = opened
  const cells = new Map<string, { kind: number; text: string }>()
  for await (const batch of reader.batches()) {
    for (let row = 0; row < batch.rowCount; row++) {
      const first = batch.rowStarts[row] ?? 0
      for (let cell = first; cell < (batch.rowStarts[row + 1] ?? 0); cell++) {
        const kind = batch.kinds[cell] ?? 0
        if (kind === CellKind.empty || kind === CellKind.uncached) continue
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          batch.bytes.subarray(batch.starts[cell], batch.ends[cell]),
        )
        cells.set(`${batch.rowNumbers[row]}:${cell - first}`, { kind, text })
      }
    }
  }
  return { sheet: reader.sourceName ?? '', cells }
}

/** SheetJS is the referee: its raw values, before any format. Columns count from the leftmost with a value, as in a table. */
function theirs(book: WorkBook, sheet: string): Map<string, CellObject> {
  const cells = new Map<string, CellObject>()
  const rows = (book.Sheets[sheet] as unknown as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  rows.forEach((row, rowIndex) =>
    row?.forEach((cell, column) => {
      if (cell !== undefined && cell.t !== 'z' && cell.v !== undefined && cell.v !== '')
        cells.set(`${rowIndex + 1}:${column}`, cell)
    }),
  )
  const columnOf = (at: string): number => Number(at.slice(at.indexOf(':') + 1))
  const left = Math.min(...[...cells.keys()].map(columnOf))
  return new Map([...cells].map(([at, cell]) => [at.replace(/\d+$/, String(columnOf(at) - left)), cell]))
}

/** The serial of what we wrote, by the calendar and not by our own arithmetic. */
function serialOf(text: string, is1904: boolean): number {
  const [, date, hours = '0', rest = ':00:00'] =
    /^(?:(\d{4}-\d\d-\d\d) ?)?(?:(\d+)(:\d\d:\d\d(?:\.\d+)?))?$/.exec(text) ?? []
  const clock = Number(hours) / 24 + Date.parse(`1970-01-01T00${rest}Z`) / 86_400_000
  if (date === undefined) return clock
  const days = (Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000
  return clock + (is1904 ? days - 1462 : days < 61 ? days - 1 : days)
}

/** What differs between a cell of ours and the referee's, if anything. */
function difference(
  our: { kind: number; text: string } | undefined,
  their: CellObject | undefined,
  is1904: boolean,
): string | null {
  if (our === undefined) return `missing ${their?.t} ${String(their?.v)}`
  if (their === undefined) return `surplus ${our.text}`
  const { v: value } = their
  if (their.t === 'n' && (our.kind === CellKind.number || our.kind === CellKind.boolean)) {
    return Math.abs(Number(our.text) - Number(value)) <= Math.abs(Number(value)) * 1e-14
      ? null
      : `${our.text} is not ${String(value)}`
  }
  if (their.t === 'n') {
    const serial = /^\d+$/.test(our.text) ? Number(our.text) : serialOf(our.text, is1904)
    return Math.abs(serial - Number(value)) < 1 / 86_400_000 ? null : `${our.text} is not serial ${String(value)}`
  }
  if (their.t === 'b') return our.text === String(value) ? null : `${our.text} is not ${String(value)}`
  if (their.t === 'e') return our.kind === CellKind.error ? null : `${our.text} is no error`
  const text = String(value).replaceAll('\r\n', '\n')
  return our.text.replaceAll('\r\n', '\n') === text
    ? null
    : `${JSON.stringify(our.text)} is not ${JSON.stringify(text)}`
}

describe.skipIf(files.length === 0)('the workbooks of the corpus, cell by cell against SheetJS', () => {
  test.each(files)('%s', async (path) => {
    const bytes = new Uint8Array(readFileSync(path))
    let book: WorkBook
    try {
      book = read(bytes, { dense: true, cellText: false, cellHTML: false, cellNF: true })
    } catch {
      // What the referee cannot read must end in a code here, or be read.
      await ours(bytes, null).catch((error: unknown) => expect(error).toBeInstanceOf(EngineFailure))
      return
    }
    let found: Cells
    try {
      found = await ours(bytes, null)
    } catch (error) {
      expect(error).toBeInstanceOf(EngineFailure)
      expect(['empty_file', 'no_columns', 'corrupt_file', 'encrypted_file', 'unsupported_format']).toContain(
        (error as EngineFailure).code,
      )
      if ((error as EngineFailure).code === 'empty_file')
        expect(book.SheetNames.flatMap((name) => [...theirs(book, name).keys()])).toEqual([])
      return
    }
    const expected = theirs(book, found.sheet)
    const is1904 = book.Workbook?.WBProps?.date1904 === true
    const wrong = [...new Set([...found.cells.keys(), ...expected.keys()])]
      .map((at) => [at, difference(found.cells.get(at), expected.get(at), is1904)])
      .filter(
        ([at, what]) =>
          what !== null && refereeCutsRuns.get(`${path.split('/').at(-1)} ${at}`) !== found.cells.get(at ?? '')?.text,
      )
    expect(wrong.slice(0, 10)).toEqual([])
  })
})
