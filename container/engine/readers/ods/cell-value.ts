import { asciiOf } from '../../bytes/ascii.ts'
import { CellKind } from '../../table/row-batch.ts'
import { timeOfDuration } from '../../values/durations.ts'
import { appendAscii } from '../../values/stored-number.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import { addBoolean, addIsoDate, appendPlainIsoDate, appendStored } from '../spreadsheet/value-cells.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { type CellAttributes, ValueType } from './cell-attributes.ts'

/** The errors that a cell may display without having the type of an error. */
const errorText = /^(?:#(?:N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!)|Err:\d{3})$/
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Adds a cell from its tag's value in `bytes` and its text, which starts at `textStart` at the end of the arena. */
export function addValue(
  rows: SheetRows,
  column: number,
  tag: CellAttributes,
  bytes: Uint8Array,
  textStart: number,
): void {
  const { arena } = rows.batch
  const end = arena.length
  if (tag.type === ValueType.error) return rows.addCell(column, CellKind.error, textStart, end)
  if (tag.hasFormula && errorText.test(decoder.decode(arena.bytes.subarray(textStart, end)))) {
    return rows.addCell(column, CellKind.error, textStart, end)
  }
  if (tag.hasValue && tag.type === ValueType.number && isFilled(arena.bytes, textStart, end, tag, bytes)) {
    return rows.addCell(column, CellKind.quoted, textStart, end)
  }
  if (tag.hasValue && tag.type !== ValueType.none) return addTyped(rows, column, tag, bytes)
  const isUncached = textStart === end && tag.hasFormula && tag.type !== ValueType.string
  rows.addCell(column, isUncached ? CellKind.uncached : CellKind.quoted, textStart, end)
}

/** A format with zeros displays 501 as `00501`. Such a value is a code, not a quantity. */
function isFilled(shown: Uint8Array, start: number, end: number, tag: CellAttributes, bytes: Uint8Array): boolean {
  if (!startsFilled(shown, start, end)) return false
  const text = asciiOf(shown, start, end)
  return /^\d+$/.test(text) && Number(text) === Number(asciiOf(bytes, tag.valueStart, tag.valueEnd))
}

/** Tests whether the displayed number may be such a code. It rarely is, so the text is rarely read. */
export function startsFilled(shown: Uint8Array, start: number, end: number): boolean {
  const second = shown[start + 1] as number
  return end - start > 1 && shown[start] === 48 && second >= 48 && second <= 57
}

function addTyped(rows: SheetRows, column: number, tag: CellAttributes, bytes: Uint8Array): void {
  const { arena } = rows.batch
  const { type, valueStart, valueEnd } = tag
  const from = arena.length
  if (type === ValueType.number && appendStored(rows, bytes, valueStart, valueEnd)) {
    return rows.addCell(column, CellKind.number, from, arena.length)
  }
  if (type === ValueType.boolean) return addBoolean(rows, column, bytes[valueStart] === 116)
  const plainKind = type === ValueType.date ? appendPlainIsoDate(arena, bytes, valueStart, valueEnd) : null
  if (plainKind !== null) return rows.addCell(column, plainKind, from, arena.length)
  if (type === ValueType.date) return addIsoDate(rows, column, asciiOf(bytes, valueStart, valueEnd))
  const time = type === ValueType.time ? timeOfDuration(asciiOf(bytes, valueStart, valueEnd)) : null
  if (time === null) appendXmlText(arena, bytes, valueStart, valueEnd, false)
  else appendAscii(arena, time.text)
  rows.addCell(column, time?.isTime === true ? CellKind.time : CellKind.quoted, from, arena.length)
}
