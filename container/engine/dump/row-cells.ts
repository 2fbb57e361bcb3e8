import { EngineFailure } from '../failure.ts'
import type { DumpText } from './tokens.ts'

export const cellKind = { null: 0, string: 1, number: 2, hex: 3, bits: 4, true: 5, false: 6, default: 7, expression: 8 } as const

/** The values of one row where they stand in the window: nothing is decoded before a column asks for it. */
export class RowCells {
  count = 0
  readonly kinds: number[] = []
  readonly starts: number[] = []
  readonly ends: number[] = []
  /** The quote of a string. */
  readonly quotes: number[] = []

  add(kind: number, start: number, end: number, quote = 0): void {
    const at = this.count++
    this.kinds[at] = kind
    this.starts[at] = start
    this.ends[at] = end
    this.quotes[at] = quote
  }
}

const isSpace = (byte: number | undefined): boolean => byte !== undefined && byte <= 32

/** Reads `(value, …)` into the cells. False where the window ends before the row does. */
export function scanRow(text: DumpText, cells: RowCells): boolean {
  cells.count = 0
  text.at++
  for (;;) {
    if (!text.skipSpace()) return false
    if (text.bytes[text.at] === 41 && cells.count === 0) break
    if (!scanValue(text, cells)) return false
    const byte = text.bytes[text.at]
    if (byte === 44) text.at++
    else if (byte === 41) break
    else if (byte === undefined) return false
    else throw new EngineFailure('corrupt_file', 'A row of the dump ends before its closing bracket.')
  }
  text.at++
  return true
}

/** One value, up to the comma or bracket (or the statement's end) after it. */
export function scanValue(text: DumpText, cells: RowCells): boolean {
  if (!text.skipSpace()) return false
  const before = cells.count
  const start = text.at
  if (!scanLiteral(text, cells)) return false
  if (isSpace(text.bytes[text.at]) || text.bytes[text.at] === 42 || text.bytes[text.at] === 47) {
    if (!text.skipSpace()) return false
  }
  if (text.at >= text.bytes.length) return text.isWhole
  const byte = text.bytes[text.at]
  if ((byte === 44 || byte === 41 || byte === 59) && cells.count > before) return true
  cells.count = before
  text.at = start
  return scanExpression(text, cells)
}

function scanLiteral(text: DumpText, cells: RowCells): boolean {
  const { bytes, at } = text
  const byte = bytes[at] as number
  if (byte === 39 || (byte === 34 && !text.ansiQuotes)) return scanString(text, cells, cellKind.string)
  const isSigned = byte === 45 || byte === 43
  const first = (isSigned ? bytes[at + 1] : byte) ?? 0
  if ((first >= 48 && first <= 57) || first === 46) return scanNumber(text, cells)
  return isSigned || byte === 40 ? true : scanWord(text, cells)
}

function scanString(text: DumpText, cells: RowCells, kind: number): boolean {
  const start = text.at + 1
  const quote = text.bytes[text.at] as number
  const end = text.closingQuote(start, quote)
  if (end < 0) return false
  cells.add(kind, start, end, quote)
  text.at = end + 1
  return true
}

function scanNumber(text: DumpText, cells: RowCells): boolean {
  const { bytes, at } = text
  let end = at + 1
  if (bytes[at] === 48 && (bytes[end] === 120 || bytes[end] === 98)) {
    end = text.wordEnd(end)
    if (end >= bytes.length) return false
    cells.add(bytes[at + 1] === 120 ? cellKind.hex : cellKind.bits, at + 2, end)
    text.at = end
    return true
  }
  for (; end < bytes.length; end++) {
    const byte = bytes[end] as number
    const isExponentSign = (byte === 43 || byte === 45) && ((bytes[end - 1] as number) | 32) === 101
    if (!((byte >= 48 && byte <= 57) || byte === 46 || (byte | 32) === 101 || isExponentSign)) break
  }
  if (end >= bytes.length) return false
  cells.add(cellKind.number, bytes[at] === 43 ? at + 1 : at, end)
  text.at = end
  return true
}

function scanWord(text: DumpText, cells: RowCells): boolean {
  const start = text.at
  const end = text.wordEnd(start)
  if (end >= text.bytes.length && !text.isWhole) return false
  if (end === start) return true
  const word = text.decode(start, end).toUpperCase()
  text.at = end
  if (text.bytes[end] === 39 && (word === 'X' || word === 'B' || word === 'N')) {
    const kind = word === 'X' ? cellKind.hex : word === 'B' ? cellKind.bits : cellKind.string
    return scanString(text, cells, kind)
  }
  if (word === 'NULL') cells.add(cellKind.null, start, end)
  else if (word === 'TRUE') cells.add(cellKind.true, start, end)
  else if (word === 'FALSE') cells.add(cellKind.false, start, end)
  else if (word === 'DEFAULT') cells.add(cellKind.default, start, end)
  else if (word.startsWith('_')) {
    if (!text.skipSpace()) return false
    return scanLiteral(text, cells)
  }
  return true
}

/** Anything that has to be computed: passed over up to the value's end. */
function scanExpression(text: DumpText, cells: RowCells): boolean {
  const start = text.at
  let depth = 0
  while (text.at < text.bytes.length) {
    const byte = text.bytes[text.at] as number
    if (byte === 39 || byte === 34 || byte === 96) {
      const end = text.closingQuote(text.at + 1, byte)
      if (end < 0) return false
      text.at = end + 1
      continue
    }
    if (depth === 0 && (byte === 44 || byte === 41 || byte === 59)) {
      cells.add(cellKind.expression, start, text.at)
      return true
    }
    if (byte === 40) depth++
    if (byte === 41) depth--
    text.at++
  }
  return false
}
