import { CellKind } from '../../table/row-batch.ts'
import { appendAscii, appendStoredNumber } from '../../values/stored-number.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import type { StringArena } from '../spreadsheet/string-arena.ts'
import { addBoolean, addIsoDate, addSerial } from '../spreadsheet/value-cells.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { type CellHead, CellType, digits } from './cell-attributes.ts'
import { trimSpace, undoOfficeEscapes } from './office-text.ts'
import type { CellStyles } from './styles.ts'

export interface SheetParts {
  readonly strings: StringArena
  readonly styles: CellStyles
  readonly is1904: boolean
}

/** Turns the values of cells into cells of rows, by type and style. */
export class CellValues {
  missingStrings = 0
  private readonly rows: SheetRows
  private readonly parts: SheetParts

  constructor(rows: SheetRows, parts: SheetParts) {
    this.rows = rows
    this.parts = parts
  }

  /** A value as its bytes stand in the XML, without markup in it. */
  add({ column, type, style }: CellHead, bytes: Uint8Array, start: number, end: number): void {
    const { rows } = this
    if (type === CellType.number) this.addNumber(column, style, bytes, start, end)
    else if (type === CellType.shared) this.addShared(column, digits(bytes, start, end))
    else if (type === CellType.text || type === CellType.inline) {
      const from = rows.batch.arena.length
      appendXmlText(rows.batch.arena, bytes, start, end, false)
      if (type === CellType.inline) trimSpace(rows.batch.arena, from)
      this.addText(column, from)
    } else if (type === CellType.boolean) addBoolean(rows, column, bytes[start] === 49 || bytes[start] === 116)
    else if (type === CellType.error) rows.addBytes(column, CellKind.error, bytes, start, end)
    else addIsoDate(rows, column, latin(bytes, start, end))
  }

  /** A text that stands in the arena already, from `from` to its end. */
  addText(column: number, from: number): void {
    const { rows } = this
    undoOfficeEscapes(rows.batch.arena, from)
    rows.addCell(column, CellKind.quoted, from, rows.batch.arena.length)
  }

  private addNumber(column: number, style: number, bytes: Uint8Array, start: number, end: number): void {
    const { rows } = this
    const { styles, is1904 } = this.parts
    const shape = styles.shapes[style] ?? 'number'
    if (shape !== 'number') {
      const text = latin(bytes, start, end).trim()
      if (text !== '' && addSerial(rows, column, Number(text), { shape, is1904 })) return
    }
    const { arena } = rows.batch
    const from = arena.length
    if (!appendStoredNumber(arena, bytes, start, end)) return rows.addBytes(column, CellKind.quoted, bytes, start, end)
    const filled = styles.digits[style] ?? 0
    const isCode = filled > 0 && this.fillDigits(from, filled)
    rows.addCell(column, isCode ? CellKind.quoted : CellKind.number, from, arena.length)
  }

  /** `501` under the format `00000` is the code 00501. */
  private fillDigits(from: number, wanted: number): boolean {
    const { arena } = this.rows.batch
    const text = latin(arena.bytes, from, arena.length)
    if (!/^\d+$/.test(text)) return false
    arena.length = from
    appendAscii(arena, text.padStart(wanted, '0'))
    return true
  }

  private addShared(column: number, index: number): void {
    const { strings } = this.parts
    if (index >= strings.count) {
      this.missingStrings++
      return
    }
    const { arena } = this.rows.batch
    const from = arena.length
    strings.appendTo(arena, index)
    this.rows.addCell(column, CellKind.quoted, from, arena.length)
  }
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}
