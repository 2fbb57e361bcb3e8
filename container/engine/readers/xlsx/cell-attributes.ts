import { workbookMessages } from '../../catalog/workbooks.ts'
import { EngineFailure } from '../../failure.ts'
import { columnsMax } from '../spreadsheet/references.ts'
import type { XmlScanner } from '../xml/xml-scanner.ts'

/** The type of a cell, from its attribute `t`. */
export const CellType = { number: 0, shared: 1, text: 2, inline: 3, boolean: 4, error: 5, isoDate: 6 } as const
export type CellType = (typeof CellType)[keyof typeof CellType]

/** The content of a cell's tag. All cells share one object, which describes the last tag. */
export class CellHead {
  /** The column, counted from 0, or −1 before the first cell of a row. */
  column = -1
  type: CellType = CellType.number
  style = 0
}

/** Distinguishes `n s str inlineStr b e d` by their first letters. */
export function typeOf(bytes: Uint8Array, start: number, end: number): CellType {
  const first = bytes[start]
  if (first === 115) return end - start === 1 ? CellType.shared : CellType.text
  if (first === 98) return CellType.boolean
  if (first === 101) return CellType.error
  if (first === 105) return CellType.inline
  return first === 100 ? CellType.isoDate : CellType.number
}

/** Returns the column of a reference such as `AB12`, counted from 0. The row is ignored. */
export function columnOf(bytes: Uint8Array, start: number, end: number, otherwise: number): number {
  let column = 0
  for (let at = start; at < end; at++) {
    const letter = (bytes[at] as number) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > columnsMax) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.lastColumn)
  }
  return column === 0 ? otherwise : column - 1
}

/** Parses an integer. Any other text becomes an index beyond the end of every list. */
export function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 48
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else if ((bytes[at] as number) > 32) return Number.MAX_SAFE_INTEGER
  }
  return start === end ? Number.MAX_SAFE_INTEGER : value
}

const numberMax = 1e9

/** Returns the number in a one-letter attribute of the tag, or 0 if it is missing or not a number. */
export function numberAttribute(xml: XmlScanner, letter: number): number {
  const { buffer, nameEnd, tagEnd } = xml
  for (let at = nameEnd; at + 3 < tagEnd; at++) {
    if (buffer[at + 1] !== letter || buffer[at + 2] !== 61 || (buffer[at] as number) > 32) continue
    const close = buffer.indexOf(buffer[at + 3] as number, at + 4)
    const value = digits(buffer, at + 4, Math.min(close < 0 ? tagEnd : close, tagEnd))
    return value > numberMax ? 0 : value
  }
  return 0
}

/** Reads the attributes of a cell's tag in any order. A cell without a reference follows the previous one. */
export function readCellHead({ buffer, tagEnd, nameEnd }: XmlScanner, head: CellHead): void {
  head.column++
  head.type = CellType.number
  head.style = 0
  for (let at = nameEnd; at < tagEnd;) {
    const byte = buffer[at] as number
    if (byte <= 32 || byte === 47) {
      at++
      continue
    }
    let equals = at
    while (equals < tagEnd && buffer[equals] !== 61) equals++
    let open = equals + 1
    while (open < tagEnd && buffer[open] !== 34 && buffer[open] !== 39) open++
    const quote = buffer[open]
    let close = open + 1
    while (close < tagEnd && buffer[close] !== quote) close++
    const isOneLetter = equals === at + 1 || (buffer[at + 1] as number) <= 32
    if (isOneLetter) {
      if (byte === 114) head.column = columnOf(buffer, open + 1, close, head.column)
      else if (byte === 115) head.style = digits(buffer, open + 1, close)
      else if (byte === 116) head.type = typeOf(buffer, open + 1, close)
    }
    at = close + 1
  }
}
