import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { sheetRowsMax, type TableRange } from '../spreadsheet/references.ts'
import type { NamedCells } from '../spreadsheet/workbook.ts'
import type { CodePage } from './code-pages.ts'
import type { BiffRecords } from './records.ts'
import { UnicodeText } from './unicode-text.ts'

/** A supporting book that is this workbook itself. */
const ownBook = 0x0401
const isBuiltIn = 0x20
/** Formula tokens of a cell and of an area, in each of the three operand classes. */
const cellTokens = new Set([0x3a, 0x5a, 0x7a])
const areaTokens = new Set([0x3b, 0x5b, 0x7b])
/** The size of a name record's header in bytes. */
const headBytes = 14
/** The bits of the position: of rows before Excel 97, and of columns since. The other bits are flags. */
const placeBits = 0x3fff
const rowsMax = 65_536

interface Place {
  readonly tab: number
  readonly range: TableRange
}

/** The named cells of the workbook. Names of formulas and of cells in other workbooks are not included. */
export class DefinedNames {
  private readonly books: boolean[] = []
  /** Maps the number that formulas use to the tab of this workbook, or to -1 for another workbook. */
  private tabs: number[] = []
  private readonly found: { readonly name: string; readonly formula: Uint8Array; readonly isUnicode: boolean }[] = []

  supportingBook(records: BiffRecords): void {
    this.books.push(records.length >= 4 && records.u16(2) === ownBook)
  }

  /**
   * Reads the sheets that formulas refer to by number. In older generations, the formulas contain the names of sheets.
   */
  externalSheets(records: BiffRecords): void {
    const count = Math.min(records.u16(0), Math.floor((records.length - 2) / 6))
    this.tabs = Array.from({ length: Math.max(0, count) }, (_, at) => {
      const [book, first, last] = [0, 2, 4].map((part) => records.u16(2 + at * 6 + part)) as [number, number, number]
      return this.books[book] === true && first === last ? first : -1
    })
  }

  add(records: BiffRecords, codePage: CodePage | null): void {
    if (records.length < headBytes || (records.u16(0) & isBuiltIn) !== 0) return
    const [characters, formulaBytes] = [records.u8(3), records.u16(4)]
    const { bytes, start, end } = records
    const nameAt = start + headBytes
    if (codePage !== null) {
      const name = codePage.decode(bytes, nameAt, Math.min(end, nameAt + characters))
      const formula = bytes.slice(nameAt + characters, Math.min(end, nameAt + characters + formulaBytes))
      this.found.push({ name, formula, isUnicode: false })
      return
    }
    const out = new GrowingBytes(256)
    const text = new UnicodeText(out)
    text.begin(characters, bytes[nameAt] ?? 0)
    const formulaAt = text.take(bytes, Math.min(nameAt + 1, end), end)
    const name = new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.bytes.subarray(0, out.length))
    const formula = bytes.slice(formulaAt, Math.min(end, formulaAt + formulaBytes))
    this.found.push({ name, formula, isUnicode: true })
  }

  /** `sheetNames` lists all tabs in order. */
  cells(sheetNames: readonly string[]): NamedCells[] {
    return this.found.flatMap(({ name, formula, isUnicode }) => {
      const place = isUnicode ? this.placeOf(formula) : placeOfOld(formula)
      const sheet = place === null ? undefined : sheetNames[place.tab]
      return place === null || sheet === undefined ? [] : [{ name, sheet, range: place.range, headerRow: null }]
    })
  }

  private placeOf(formula: Uint8Array): Place | null {
    const words = wordsOf(formula, 1)
    const tab = this.tabs[words[0] ?? -1] ?? -1
    const [, firstRow, second, third, fourth] = words
    if (cellTokens.has(formula[0] ?? 0) && words.length === 3)
      return placed(tab, [firstRow, firstRow], [second, second])
    if (areaTokens.has(formula[0] ?? 0) && words.length === 5) return placed(tab, [firstRow, second], [third, fourth])
    return null
  }
}

/**
 * Returns the cells of a formula from before Excel 97, or null for another formula. Two bytes say whether the sheet is
 * in this workbook, eight are unused, and the first and the last tab follow.
 */
function placeOfOld(formula: Uint8Array): Place | null {
  const [own = 0, , , , , firstTab = -1, lastTab, firstRow, lastRow] = wordsOf(formula, 1)
  if (own < 0x8000 || firstTab !== lastTab) return null
  if (cellTokens.has(formula[0] ?? 0) && formula.length === 18)
    return placed(firstTab, oldRows(firstRow, firstRow), [formula[17], formula[17]])
  if (areaTokens.has(formula[0] ?? 0) && formula.length === 21)
    return placed(firstTab, oldRows(firstRow, lastRow), [formula[19], formula[20]])
  return null
}

/** Returns the first and the last row. Each consists of fourteen bits and two flags. */
const oldRows = (first: number | undefined, last: number | undefined): number[] => {
  const [from, to] = [(first ?? 0) & placeBits, (last ?? 0) & placeBits]
  return [from, to === placeBits ? rowsMax - 1 : to]
}

function placed(
  tab: number,
  rows: readonly (number | undefined)[],
  columns: readonly (number | undefined)[],
): Place | null {
  // A range of whole columns has all bits of its last row set.
  const [firstRow = 0, lastRow = 0] = rows
  const [firstColumn = 0, lastColumn = 0] = columns.map((column) => (column ?? 0) & placeBits)
  if (tab < 0 || firstRow > lastRow || firstColumn > lastColumn) return null
  const last = lastRow >= rowsMax - 1 ? sheetRowsMax : lastRow + 1
  return { tab, range: { firstRow: firstRow + 1, lastRow: last, firstColumn, lastColumn } }
}

function wordsOf(bytes: Uint8Array, from: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: Math.floor((bytes.length - from) / 2) }, (_, at) => view.getUint16(from + at * 2, true))
}
