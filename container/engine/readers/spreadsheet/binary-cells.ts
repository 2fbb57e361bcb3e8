import { appendUtf16, endUtf16 } from '../../bytes/utf16.ts'
import type { Reporter } from '../../report/reporter.ts'
import { CellKind } from '../../table/row-batch.ts'
import { appendAscii, appendNumber } from '../../values/stored-number.ts'
import { fixMissingTexts, noteMerged } from './sheet-notes.ts'
import type { SheetParts } from './sheet-parts.ts'
import type { SheetRows } from './sheet-rows.ts'
import { addBoolean, appendSerial } from './value-cells.ts'

const errorTexts: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
}
const notANumber = 0x24

/** Turns the cells of binary workbooks into rows. Their values are numbers and codes, not text. */
export class BinaryCells {
  readonly rows: SheetRows
  private readonly parts: SheetParts
  private missingStrings = 0

  constructor(rows: SheetRows, parts: SheetParts) {
    this.rows = rows
    rows.joinsRepeatedRows = false
    this.parts = parts
  }

  number(column: number, style: number, value: number): void {
    const { arena } = this.rows.batch
    const start = arena.length
    const kind = this.appendNumber(style, value)
    const { currencies, hasSeveralCurrencies } = this.parts.styles
    const currency = hasSeveralCurrencies && kind === CellKind.number ? currencies[style] : null
    if (typeof currency === 'string') this.rows.currencies.add(column, currency)
    this.rows.addCell(column, kind, start, arena.length)
  }

  /** Appends a number in the format of its style. Returns the kind of the result: a number, a date and so on. */
  appendNumber(style: number, value: number): CellKind {
    const { arena } = this.rows.batch
    const { styles, is1904 } = this.parts
    const shape = styles.shapes[style] ?? 'number'
    const serialKind = shape === 'number' ? null : appendSerial(this.rows, value, { shape, is1904 })
    if (serialKind !== null) return serialKind
    if (!Number.isFinite(value)) return this.appendError(notANumber)
    const filled = styles.digits[style] ?? 0
    // A format such as 00000 shows 501 as the code 00501.
    if (filled > 0 && Number.isSafeInteger(value) && value >= 0) {
      appendAscii(arena, String(value).padStart(filled, '0'))
      return CellKind.quoted
    }
    if (!appendNumber(arena, value)) this.rows.changes.roundedNumbers++
    return CellKind.number
  }

  boolean(column: number, value: boolean): void {
    addBoolean(this.rows, column, value)
  }

  error(column: number, code: number): void {
    const { arena } = this.rows.batch
    const start = arena.length
    this.rows.addCell(column, this.appendError(code), start, arena.length)
  }

  appendError(code: number): CellKind {
    appendAscii(this.rows.batch.arena, errorTexts[code] ?? '#N/A')
    return CellKind.error
  }

  /** Adds a cell whose text starts at `start` in the batch's arena. */
  text(column: number, start: number): void {
    this.rows.addCell(column, CellKind.quoted, start, this.rows.batch.arena.length)
  }

  utf16(column: number, bytes: Uint8Array, from: number, to: number): void {
    const { arena } = this.rows.batch
    const start = arena.length
    endUtf16(arena, appendUtf16(arena, bytes, from, to))
    this.text(column, start)
  }

  shared(column: number, index: number): void {
    const { strings } = this.parts
    if (index >= strings.count) {
      this.missingStrings++
      return
    }
    const { arena } = this.rows.batch
    const start = arena.length
    strings.appendTo(arena, index)
    this.text(column, start)
  }

  /** Reports changed values. Call it after the last row. */
  finish(reporter: Reporter): void {
    this.rows.finish()
    noteMerged(reporter, this.rows.merged.count)
    fixMissingTexts(reporter, this.missingStrings)
  }
}

const scratch = new DataView(new ArrayBuffer(8))

/** Decodes a number packed into 30 bits: an integer or the upper half of a double, optionally divided by 100. */
export function rkValue(bytes: Uint8Array, at: number): number {
  const word = u32(bytes, at)
  const isInteger = (word & 2) !== 0
  if (!isInteger) {
    scratch.setUint32(0, 0, true)
    scratch.setUint32(4, word & ~3, true)
  }
  const value = isInteger ? word >> 2 : scratch.getFloat64(0, true)
  return (word & 1) === 0 ? value : value / 100
}

export function doubleValue(bytes: Uint8Array, at: number): number {
  scratch.setUint32(0, u32(bytes, at), true)
  scratch.setUint32(4, u32(bytes, at + 4), true)
  return scratch.getFloat64(0, true)
}

export const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] as number) | ((bytes[at + 1] as number) << 8)

export const u32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)) >>>
  0
