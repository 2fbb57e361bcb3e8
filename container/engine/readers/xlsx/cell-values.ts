import { asciiOf } from '../../bytes/ascii.ts'
import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { CellKind } from '../../table/row-batch.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import {
  appendBoolean,
  appendIsoDate,
  appendSerial,
  appendStored,
  fillDigits,
  withoutFirstDay,
} from '../spreadsheet/value-cells.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { type CellHead, CellType, digits } from './cell-attributes.ts'
import { trimSpace, undoOfficeEscapes } from './office-text.ts'
import type { SheetParts } from '../spreadsheet/sheet-parts.ts'

/** Turns the values of cells into cells of rows, based on type and style. */
export class CellValues {
  missingStrings = 0
  private readonly rows: SheetRows
  private readonly parts: SheetParts
  /** The currencies of styles, or null for a workbook with at most one currency. */
  private readonly currencies: readonly (string | null)[] | null

  constructor(rows: SheetRows, parts: SheetParts) {
    this.rows = rows
    this.parts = parts
    this.currencies = parts.styles.hasSeveralCurrencies ? parts.styles.currencies : null
  }

  /** Adds a value whose bytes contain no XML markup. */
  add({ column, type, style }: CellHead, bytes: Uint8Array, start: number, end: number): void {
    const { arena } = this.rows.batch
    const from = arena.length
    const kind = this.append(type, style, bytes, start, end)
    const currency = this.currencies !== null && kind === CellKind.number ? this.currencies[style] : null
    if (typeof currency === 'string') this.rows.currencies.add(column, currency)
    this.rows.addCell(column, kind, from, arena.length)
  }

  /** Adds a string whose text is already at the end of the arena, starting at `from`. */
  addText(column: number, from: number): void {
    const { rows } = this
    undoOfficeEscapes(rows.batch.arena, from)
    rows.addCell(column, CellKind.quoted, from, rows.batch.arena.length)
  }

  /** Appends the text of a value to the batch. The text is empty if the workbook lacks the shared string. */
  append(type: CellType, style: number, bytes: Uint8Array, start: number, end: number): CellKind {
    const { arena } = this.rows.batch
    switch (type) {
      case CellType.number:
        return this.appendNumber(arena, style, bytes, start, end)
      case CellType.shared:
        return this.appendShared(arena, digits(bytes, start, end))
      case CellType.boolean:
        return appendBoolean(arena, bytes[start] === 49 || ((bytes[start] as number) | 32) === 116)
      case CellType.error:
        arena.append(bytes, start, end)
        return CellKind.error
      case CellType.isoDate:
        return appendIsoDate(arena, withoutFirstDay(asciiOf(bytes, start, end)))
      case CellType.text:
      case CellType.inline:
        return appendText(arena, type === CellType.inline, bytes, start, end)
    }
  }

  appendShared(arena: GrowingBytes, index: number): CellKind {
    const { strings } = this.parts
    if (index < strings.count) {
      strings.appendTo(arena, index)
      return CellKind.quoted
    }
    this.missingStrings++
    return CellKind.empty
  }

  private appendNumber(arena: GrowingBytes, style: number, bytes: Uint8Array, start: number, end: number): CellKind {
    const { styles, is1904 } = this.parts
    const shape = styles.shapes[style] ?? 'number'
    if (shape !== 'number') {
      const text = asciiOf(bytes, start, end).trim()
      const kind = text === '' ? null : appendSerial(this.rows, Number(text), { shape, is1904 })
      if (kind !== null) return kind
    }
    const from = arena.length
    if (!appendStored(this.rows, bytes, start, end)) {
      arena.append(bytes, start, end)
      return CellKind.quoted
    }
    return fillDigits(arena, from, styles.digits[style] ?? 0) ? CellKind.quoted : CellKind.number
  }
}

function appendText(arena: GrowingBytes, isInline: boolean, bytes: Uint8Array, start: number, end: number): CellKind {
  const from = arena.length
  appendXmlText(arena, bytes, start, end, false)
  if (isInline) trimSpace(arena, from)
  undoOfficeEscapes(arena, from)
  return CellKind.quoted
}
