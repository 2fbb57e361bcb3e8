import { type BinaryCells, doubleValue, rkValue, u16, u32 } from '../spreadsheet/binary-cells.ts'
import { type FormulaTokens, linkOfTokens } from '../spreadsheet/formula-links.ts'
import { columnsMax } from '../spreadsheet/references.ts'
import { Brt, type BinaryRecords } from './records.ts'
import { decodeText } from './text.ts'

/**
 * The size of the column. A record starts with the cell's column and style. The short record types omit the column,
 * because they follow the previous cell.
 */
const columnBytes = 4
const styleBytes = 4
const hiddenAt = 11
const hiddenFlag = 0x10

/** Reads one sheet's cells from its records. */
export class RecordCells {
  private readonly cells: BinaryCells
  private column = -1
  /** The row, counted from 1. */
  private row = 0

  constructor(cells: BinaryCells) {
    this.cells = cells
  }

  startRow(records: BinaryRecords): void {
    this.column = -1
    this.row = records.u32(0) + 1
    this.cells.rows.isHidden = (records.u8(hiddenAt) & hiddenFlag) !== 0
  }

  add(records: BinaryRecords): void {
    const { bytes, type, start, end } = records
    if (type > Brt.shortShared && type !== Brt.cellRichText) {
      if (type === Brt.mergedCell && start + 16 <= end) this.merge(bytes, start)
      else if (type === Brt.columnInfo && start + 18 <= end) this.columns(bytes, start)
      else if (type === Brt.hyperlink && start + 24 <= end) this.link(records)
      return
    }
    const isShort = type >= Brt.shortBlank && type <= Brt.shortShared
    const at = start + styleBytes + (isShort ? 0 : columnBytes)
    if (at > end) return
    const column = isShort ? this.column + 1 : u32(bytes, start)
    this.column = column
    if (isFormula(type)) this.formula(records, column, at)
    switch (type) {
      case Brt.cellShared:
      case Brt.shortShared:
        if (at + 4 <= end) this.cells.shared(column, u32(bytes, at))
        return
      case Brt.cellRk:
      case Brt.shortRk:
        if (at + 4 <= end) this.cells.number(column, style(bytes, at), rkValue(bytes, at))
        return
      case Brt.cellReal:
      case Brt.shortReal:
      case Brt.formulaNumber:
        if (at + 8 <= end) this.cells.number(column, style(bytes, at), doubleValue(bytes, at))
        return
      case Brt.cellText:
      case Brt.shortText:
      case Brt.formulaText:
        return this.text(records, column, at - start)
      case Brt.cellRichText:
        return this.text(records, column, at - start + 1)
      case Brt.cellBool:
      case Brt.shortBool:
      case Brt.formulaBool:
        if (at < end) this.cells.boolean(column, bytes[at] !== 0)
        return
      case Brt.cellError:
      case Brt.shortError:
      case Brt.formulaError:
        if (at < end) this.cells.error(column, bytes[at] as number)
    }
  }

  private columns(bytes: Uint8Array, at: number): void {
    const [first, last] = [u32(bytes, at), u32(bytes, at + 4)]
    if (((bytes[at + 16] as number) & 1) !== 0 && last < columnsMax) this.cells.rows.hidden.addColumns(first, last)
  }

  private merge(bytes: Uint8Array, at: number): void {
    const [firstRow, lastRow] = [u32(bytes, at) + 1, u32(bytes, at + 4) + 1]
    this.cells.rows.merged.add(firstRow, lastRow, u32(bytes, at + 8), u32(bytes, at + 12))
  }

  private link(records: BinaryRecords): void {
    const { bytes, start } = records
    const [firstRow, lastRow] = [u32(bytes, start) + 1, u32(bytes, start + 4) + 1]
    const range = { firstRow, lastRow, firstColumn: u32(bytes, start + 8), lastColumn: u32(bytes, start + 12) }
    const id = records.text(16)
    const location = records.text(id.end - start)
    this.cells.rows.annotations.addRelated(range, decodeText(bytes, id), decodeText(bytes, location))
  }

  /** Reads a formula. After the value come flags, and then the formula as a length and tokens. */
  private formula({ bytes, type, end }: BinaryRecords, column: number, at: number): void {
    if (at + 4 > end) return
    const flagsAt = at + (type === Brt.formulaText ? 4 + u32(bytes, at) * 2 : type === Brt.formulaNumber ? 8 : 1)
    if (flagsAt + 6 > end) return
    const from = flagsAt + 6
    const to = from + u32(bytes, flagsAt + 2)
    const link = to > end ? null : linkOfTokens(bytes, from, to, formulaTokens)
    if (link !== null) this.cells.rows.annotations.addFormulaLink(this.row, column, link.url)
  }

  private text(records: BinaryRecords, column: number, offset: number): void {
    const { start, end } = records.text(offset)
    this.cells.utf16(column, records.bytes, start, end)
  }
}

/** The style takes the three bytes before the value. */
const style = (bytes: Uint8Array, valueAt: number): number =>
  (bytes[valueAt - 4] as number) | ((bytes[valueAt - 3] as number) << 8) | ((bytes[valueAt - 2] as number) << 16)

const isFormula = (type: number): boolean => type >= Brt.formulaText && type <= Brt.formulaError

const formulaTokens: FormulaTokens = {
  referenceBytes: 7,
  readString(bytes, at) {
    const end = at + 2 + u16(bytes, at) * 2
    return { text: decodeText(bytes, { start: at + 2, end }), end }
  },
}
