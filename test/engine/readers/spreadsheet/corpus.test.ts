import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, type CellObject, type WorkBook } from '@e965/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import type { OurCell } from '../referee-cells.ts'
import { readSheet, type ReadSheet } from './support.ts'

const corpus = '../shared/corpus/spreadsheets'
const files = ['calamine', 'roo']
  .filter((group) => existsSync(join(corpus, group)))
  .flatMap((group) => readdirSync(join(corpus, group)).map((name) => join(corpus, group, name)))
  .filter((path) => /\.(?:xls[xm]|ods)$/.test(path) && readFileSync(path).subarray(0, 2).toString() === 'PK')

/**
 * Files that the referee reads incompletely: it cuts strings after their first part, drops fractions of seconds, or
 * drops cells under a merged one that LibreOffice keeps.
 */
const refereeErrs = new Map([
  ['minimal_package.xlsx 1:0', 'ARREST BOOKINGS for 01/30/17'],
  ['covered.ods 3:0', 'a3'],
  ['date.ods 4:0', '10:10:10.123'],
  ['richtext-after-plain.xlsx 2:0', 'tvalrval1rval2'],
])

/**
 * Returns the raw values of SheetJS, the referee, before any format. Columns count from the leftmost one with a value,
 * as in a table.
 */
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

/** Returns the serial number of our output, computed with the calendar instead of our own arithmetic. */
function serialOf(text: string, is1904: boolean): number {
  const [, date, hours = '0', rest = ':00:00'] =
    /^(?:(\d{4}-\d\d-\d\d) ?)?(?:(\d+)(:\d\d:\d\d(?:\.\d+)?))?$/.exec(text) ?? []
  const clock = Number(hours) / 24 + Date.parse(`1970-01-01T00${rest}Z`) / 86_400_000
  if (date === undefined) return clock
  const days = (Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000
  return clock + (is1904 ? days - 1462 : days < 61 ? days - 1 : days)
}

function differenceOfNumbers(our: OurCell, value: number, is1904: boolean): string | null {
  if (our.kind === CellKind.number || our.kind === CellKind.boolean) {
    const isSame = Math.abs(Number(our.text) - value) <= Math.abs(value) * 1e-14
    return isSame ? null : `${our.text} is not ${value}`
  }
  const serial = /^\d+$/.test(our.text) ? Number(our.text) : serialOf(our.text, is1904)
  return Math.abs(serial - value) < 1 / 86_400_000 ? null : `${our.text} is not serial ${value}`
}

/** Returns the difference between our cell and the referee's, or null. */
function difference(our: OurCell | undefined, their: CellObject | undefined, is1904: boolean): string | null {
  if (our === undefined && their?.t === 's' && String(their.v).trim() === '') return null
  if (our === undefined) return `missing ${their?.t} ${String(their?.v)}`
  if (their === undefined) return `surplus ${our.text}`
  const { v: value } = their
  if (their.t === 'n') return differenceOfNumbers(our, Number(value), is1904)
  if (their.t === 'b') return our.text === String(value) ? null : `${our.text} is not ${String(value)}`
  if (their.t === 'e') return our.kind === CellKind.error ? null : `${our.text} is no error`
  // The referee keeps spaces around Excel's strings even without xml:space, and cuts the last one of OpenDocument's.
  const text = String(value).replaceAll('\r\n', '\n')
  const found = our.text.replaceAll('\r\n', '\n')
  return found === text || found === text.trim() || found.trimEnd() === text
    ? null
    : `${JSON.stringify(our.text)} is not ${JSON.stringify(text)}`
}

const cellsOf = ({ cells }: ReadSheet): Map<string, OurCell> =>
  new Map([...cells].filter(([, cell]) => cell.kind !== CellKind.uncached))

describe.skipIf(files.length === 0)('every cell in the workbooks of the corpus equals what SheetJS reads', () => {
  const compared = { cells: 0, sheets: 0 }
  afterAll(() => console.info(`compared ${compared.cells} cells of ${compared.sheets} sheets`))

  test.each(files)('%s', async (path) => {
    const bytes = new Uint8Array(readFileSync(path))
    let book: WorkBook
    try {
      book = read(bytes, { dense: true, cellText: false, cellHTML: false, cellNF: true })
    } catch {
      // A file that the referee cannot read must be read here, or refused with a code.
      await readSheet(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(EngineFailure))
      return
    }
    let found: ReadSheet
    try {
      found = await readSheet(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(EngineFailure)
      expect(['empty_file', 'no_columns', 'corrupt_file', 'encrypted_file']).toContain((error as EngineFailure).code)
      if ((error as EngineFailure).code === 'empty_file')
        expect(book.SheetNames.flatMap((name) => [...theirs(book, name).keys()])).toEqual([])
      return
    }
    const expected = theirs(book, found.sheet ?? '')
    const is1904 = book.Workbook?.WBProps?.date1904 === true
    const ours = cellsOf(found)
    compared.cells += expected.size
    compared.sheets++
    const wrong = [...new Set([...ours.keys(), ...expected.keys()])]
      .map((at) => [at, difference(ours.get(at), expected.get(at), is1904)])
      .filter(
        ([at, mismatch]) =>
          mismatch !== null && refereeErrs.get(`${path.split('/').at(-1)} ${at}`) !== ours.get(at ?? '')?.text,
      )
    expect(wrong.slice(0, 10)).toEqual([])
  })
})
