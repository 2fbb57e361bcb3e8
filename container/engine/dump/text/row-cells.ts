import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { EngineFailure } from '../../failure.ts'
import { asciiOf } from '../../bytes/ascii.ts'
import { charsetEncoding, leadBytes } from './charsets.ts'
import type { DumpText } from './tokens.ts'

export const cellKind = {
  null: 0,
  string: 1,
  number: 2,
  hex: 3,
  bits: 4,
  true: 5,
  false: 6,
  default: 7,
  expression: 8,
} as const

/** A table with a 1 for each kind of cell that is its own value. */
export const isLiteral = new Uint8Array(16)
for (const kind of [cellKind.string, cellKind.number, cellKind.hex, cellKind.bits, cellKind.true, cellKind.false])
  isLiteral[kind] = 1

/**
 * The content of a string other than printable ASCII. 0 means that the string is its own value. `_binary` precedes
 * `bytes`.
 */
export const cellFlag = { high: 1, control: 2, escape: 4, doubled: 8, doubleQuoted: 16, bytes: 32 } as const

/** The parts of a number other than digits and a sign. 0 is an integer. */
export const numberFlag = { point: 1, exponent: 2 } as const

const widthMax = 4096

const noLeads = leadBytes('utf-8')
const stop = 64
const backslash = 128
const lead = 192

function classesOf(quote: number, backslashEscapes: boolean, leads: Uint8Array): Uint8Array {
  const classes = new Uint8Array(256)
  classes.fill(cellFlag.control, 0, 32)
  classes.fill(cellFlag.high, 128)
  classes[quote] = stop
  // COPY reads a backslash as an escape even if MySQL does not.
  classes[92] = backslashEscapes ? backslash : cellFlag.control
  leads.forEach((isLead, byte) => {
    if (isLead === 1) classes[byte] = lead
  })
  return classes
}

/** The positions of one row's values in the window. Nothing is decoded until a column needs it. */
export class RowCells {
  count = 0
  /** Whether a query computes a value of the row. */
  hasQuery = false
  /** The index of the row's opening parenthesis, or -1 if it has none. */
  opensAt = -1
  readonly kinds = new Uint8Array(widthMax)
  readonly flags = new Uint8Array(widthMax)
  readonly starts = new Int32Array(widthMax)
  readonly ends = new Int32Array(widthMax)
  /** The meaning of each byte in a string with single or double quotes. */
  private singleQuoted: Uint8Array = classesOf(39, true, noLeads)
  private doubleQuoted: Uint8Array = classesOf(34, true, noLeads)
  private backslashEscapes = true
  private leads = noLeads

  /** Prepares for a statement. Settings do not change within one. */
  prepare({ backslashEscapes, leads }: DumpText): void {
    if (backslashEscapes === this.backslashEscapes && leads === this.leads) return
    this.backslashEscapes = backslashEscapes
    this.leads = leads
    this.singleQuoted = classesOf(39, backslashEscapes, leads)
    this.doubleQuoted = classesOf(34, backslashEscapes, leads)
  }

  classes(quote: number): Uint8Array {
    return quote === 39 ? this.singleQuoted : this.doubleQuoted
  }

  add(kind: number, start: number, end: number, flags = 0): void {
    const at = this.count++
    if (at >= widthMax) throw new EngineFailure('corrupt_file', dumpRowMessages.corrupt_file.wideRow(widthMax))
    this.kinds[at] = kind
    this.flags[at] = flags
    this.starts[at] = start
    this.ends[at] = end
  }
}

const isBit = new Uint8Array(256).fill(1, 48, 50)
const isHexDigit = new Uint8Array(256).fill(1, 48, 58).fill(1, 65, 71).fill(1, 97, 103)
/** Reads `(value, …)` into the cells. Returns false if the window ends inside the row. */
export function scanRow(text: DumpText, cells: RowCells): boolean {
  const { bytes } = text
  cells.count = 0
  cells.hasQuery = false
  cells.opensAt = text.at++
  if (bytes[text.at] === 41) {
    text.at++
    return true
  }
  for (;;) {
    if (!scanValue(text, cells)) return false
    const byte = bytes[text.at]
    if (byte === 44) text.at++
    else if (byte === 41) break
    else if (byte === undefined) return false
    else throw new EngineFailure('corrupt_file', dumpRowMessages.corrupt_file.openRow)
  }
  text.at++
  return true
}

const isEnd = (byte: number | undefined): boolean => byte === 44 || byte === 41 || byte === 59

/** Scans a value, up to the comma, parenthesis or end of statement after it. */
export function scanValue(text: DumpText, cells: RowCells): boolean {
  const { bytes } = text
  const first = bytes[text.at] as number
  // Nearly every value is a string or number that starts here, directly followed by a comma or parenthesis.
  if (first === 39) {
    if (!scanString(text, cells, cellKind.string, 39)) return false
    if (isEnd(bytes[text.at])) return true
    cells.count--
    text.at = cells.starts[cells.count] as number
    text.at--
  } else if ((first >= 48 && first <= 57) || first === 45) {
    let at = text.at + 1
    let byte = bytes[at] as number
    while (byte >= 48 && byte <= 57) byte = bytes[++at] as number
    let flags = 0
    if (byte === 46) {
      flags = numberFlag.point
      do byte = bytes[++at] as number
      while (byte >= 48 && byte <= 57)
    }
    if (isEnd(byte) && (first !== 45 || at > text.at + 1) && at - text.at <= longNumber) {
      cells.add(cellKind.number, text.at, at, flags)
      text.at = at
      return true
    }
  }
  return scanAnyValue(text, cells)
}

function scanAnyValue(text: DumpText, cells: RowCells): boolean {
  if (!text.skipSpace()) return false
  const before = cells.count
  const start = text.at
  if (!scanLiteral(text, cells)) return false
  if (!text.skipSpace()) return false
  if (text.at >= text.bytes.length) return text.isWhole && cells.count > before
  if (isEnd(text.bytes[text.at]) && cells.count > before) return true
  cells.count = before
  text.at = start
  return scanExpression(text, cells)
}

function scanLiteral(text: DumpText, cells: RowCells): boolean {
  const { bytes, at } = text
  const byte = bytes[at] as number
  if (byte === 39 || (byte === 34 && !text.ansiQuotes)) return scanString(text, cells, cellKind.string, byte)
  const isSigned = byte === 45 || byte === 43
  const first = (isSigned ? bytes[at + 1] : byte) ?? 0
  if ((first >= 48 && first <= 57) || first === 46) return scanNumber(text, cells)
  return isSigned || byte === 40 ? true : scanWord(text, cells)
}

function scanString(text: DumpText, cells: RowCells, kind: number, quote: number): boolean {
  const { bytes } = text
  const classes = cells.classes(quote)
  const start = text.at + 1
  const { length } = bytes
  let flags = quote === 34 ? cellFlag.doubleQuoted : 0
  for (let at = start; at < length; at++) {
    const found = classes[bytes[at] as number] as number
    if (found === 0) continue
    if (found < stop) flags |= found
    else if (found === backslash) {
      flags |= cellFlag.escape
      at++
    } else if (found === lead) {
      flags |= cellFlag.high
      at++
    } else {
      if (at + 1 >= length && !text.isWhole) return false
      if (bytes[at + 1] !== quote) {
        cells.add(kind, start, at, flags)
        text.at = at + 1
        return true
      }
      flags |= cellFlag.doubled
      at++
    }
  }
  return false
}

/** The number of digits that a server keeps. It replaces all digits of a longer number with nines. */
const longNumber = 81
const tooLong = new RegExp(`^[+-]?0*[1-9]\\d{${longNumber}}`)

/** Tests for a number with too many digits, or one such as `1e400`, whose statement every server refuses. */
export const isBeyondNumbers = (written: string): boolean =>
  /e/i.test(written) ? Math.abs(Number(written)) === Infinity : tooLong.test(written)

/** A server stores the whole part and the fraction of an exact number in groups of nine digits, nine groups together. */
const digitsOfGroup = 9

/** Returns the number of digits that a server keeps of the fraction after these digits. */
export const fractionMax = (whole: string): number =>
  longNumber - Math.ceil(whole.replace(/^0+(?=.)/, '').length / digitsOfGroup) * digitsOfGroup

const kindOfNumber = (bytes: Uint8Array, start: number, end: number): number =>
  isBeyondNumbers(asciiOf(bytes, start, end)) ? cellKind.expression : cellKind.number

function scanNumber(text: DumpText, cells: RowCells): boolean {
  const { bytes, at } = text
  let end = at + 1
  if (bytes[at] === 48 && (bytes[end] === 120 || bytes[end] === 98)) return scanDigitsOfBytes(text, cells)
  let flags: number = bytes[at] === 46 ? numberFlag.point : 0
  for (; end < bytes.length; end++) {
    const byte = bytes[end] as number
    if (byte >= 48 && byte <= 57) continue
    const isExponentSign = (byte === 43 || byte === 45) && ((bytes[end - 1] as number) | 32) === 101
    if (!(byte === 46 || (byte | 32) === 101 || isExponentSign)) break
    flags |= byte === 46 && flags === 0 ? numberFlag.point : numberFlag.exponent
  }
  if (end >= bytes.length && !text.isWhole) return false
  const isSure = flags <= numberFlag.point && end - at <= longNumber
  cells.add(isSure ? cellKind.number : kindOfNumber(bytes, at, end), bytes[at] === 43 ? at + 1 : at, end, flags)
  text.at = end
  return true
}

/** Scans `0x1F` and `0b101`. */
function scanDigitsOfBytes(text: DumpText, cells: RowCells): boolean {
  const { bytes, at } = text
  const isHex = bytes[at + 1] === 120
  const isDigit = isHex ? isHexDigit : isBit
  let end = at + 2
  while (end < bytes.length && isDigit[bytes[end] as number] === 1) end++
  if (end >= bytes.length && !text.isWhole) return false
  // Anything else stays an expression.
  if (end === at + 2) return true
  cells.add(isHex ? cellKind.hex : cellKind.bits, at + 2, end)
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
    return scanString(text, cells, kind, 39)
  }
  if (word === 'NULL') cells.add(cellKind.null, start, end)
  else if (word === 'TRUE') cells.add(cellKind.true, start, end)
  else if (word === 'FALSE') cells.add(cellKind.false, start, end)
  else if (word === 'DEFAULT') cells.add(cellKind.default, start, end)
  else if (word.startsWith('_')) return scanIntroduced(text, cells, word.slice(1))
  return true
}

/** Scans `_binary 'x'` and `_utf8mb4 'x'`. A value with another character set has to be computed. */
function scanIntroduced(text: DumpText, cells: RowCells, charset: string): boolean {
  if (!text.skipSpace()) return false
  const { bytes, at } = text
  const isBinary = charset === 'BINARY'
  const isString = bytes[at] === 39 || (bytes[at] === 34 && !text.ansiQuotes)
  const isSame = charsetEncoding(charset) === text.charset && (text.repertoire === null || charset !== 'UTF8MB4')
  const isOwn = isBinary || (isString && !text.isBinary && isSame)
  if (!isOwn && at < bytes.length) return true
  const before = cells.count
  if (at >= bytes.length || !scanLiteral(text, cells)) return false
  if (isBinary && isString && cells.count > before)
    cells.flags[before] = (cells.flags[before] as number) | cellFlag.bytes
  return true
}

/** Adminer's notation for bytes and bits. */
const calls = [
  { kind: cellKind.hex, call: /^(UNHEX\(')((?:[\dA-F]{2})*)'\)$/i },
  { kind: cellKind.bits, call: /^(CONV\(')([01]+)', 2, 10\) \+ 0$/ },
] as const

function addExpression({ bytes, at }: DumpText, cells: RowCells, start: number): void {
  const first = bytes[start]
  if (first === 67 ? bytes[start + 4] === 40 : (first === 85 || first === 117) && bytes[start + 5] === 40) {
    const written = asciiOf(bytes, start, at)
    for (const { kind, call } of calls) {
      const [, before = '', digits] = call.exec(written) ?? []
      if (digits === undefined) continue
      const from = start + before.length
      return cells.add(kind, from, from + digits.length)
    }
  }
  cells.add(cellKind.expression, start, at)
  if (hasQuery(bytes, start, at)) cells.hasQuery = true
}

/** Tests for a SELECT in parentheses. Nearly every expression, such as `NOW()`, has no parenthesis that may open one. */
function hasQuery(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end - 8; at++) {
    if (bytes[at] !== 40) continue
    const next = bytes[at + 1] as number
    if ((next <= 32 || (next | 32) === 115) && /^\(\s*select\b/i.test(asciiOf(bytes, at, end))) return true
  }
  return false
}

/** Skips a value that has to be computed. */
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
    if (depth === 0 && isEnd(byte)) {
      addExpression(text, cells, start)
      return true
    }
    if (byte === 40) depth++
    if (byte === 41) depth--
    text.at++
  }
  return false
}
