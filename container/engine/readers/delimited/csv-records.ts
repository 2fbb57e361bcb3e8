import { type BatchAccelerator, CellKind, type RowBatch, rowCellsMax } from '../../table/row-batch.ts'
import type { CsvOptions } from './csv-options.ts'

/** Text in `bytes` from `at` to `end`. `isLast` means that this is the end of the file. */
export interface TextStretch {
  readonly bytes: Uint8Array
  readonly at: number
  readonly end: number
  readonly isLast: boolean
}

export type RecordsEnd =
  | { readonly kind: 'more'; readonly consumed: number }
  | { readonly kind: 'full'; readonly consumed: number }
  /** The record at `consumed` is broken: it has a quote in the wrong place, an unclosed quote, or too many cells. */
  | { readonly kind: 'broken'; readonly consumed: number; readonly reason: BrokenReason }
export type BrokenReason = 'stray_quote' | 'unclosed_quote' | 'too_many_cells'

/** The number of rows to add to those already in the batch. */
export interface RowsWanted {
  readonly rows: number
  /**
   * The width of the table, or 0 if it does not matter. An accelerated reader continues until several consecutive rows
   * have that width, so that a batch between two spans shows where the table ends.
   */
  readonly width: number
}

export interface RecordReader {
  /** The number of records read so far, including blank and rejected ones. It is the row number in the file. */
  rowNumber: number
  /** Reads records until the text ends or the batch has enough rows. */
  read(batch: RowBatch, text: TextStretch, wanted: RowsWanted): RecordsEnd
}

/** The part of a `ReadingAccelerator` for delimited text. */
export interface RecordAccelerator extends BatchAccelerator {
  /** Returns null if only the plain code can read these records. */
  records(options: CsvOptions): RecordReader | null
}

/** The result for an incomplete record. It is negative, unlike a position. */
const unfinished = -1
const strayQuote = -2
const unclosedQuote = -3
const tooManyCells = -4
const reasons = new Map<number, BrokenReason>([
  [strayQuote, 'stray_quote'],
  [unclosedQuote, 'unclosed_quote'],
  [tooManyCells, 'too_many_cells'],
])

const newline = 10
const carriageReturn = 13
const space = 32
const capitalN = 78
const smallA = 97
const smallZ = 122
const backslashByte = 92

/**
 * The tokenizer. It adds complete records to the batch, and their cells point into the text. It always starts at the
 * beginning of a record and stops before an incomplete one, so it keeps no state between calls: the caller passes the
 * rest again with more bytes. The loops over a field's bytes are the hot path for all text that the kernel does not
 * read. Measure before changing them, and keep everything else out of here.
 */
export class CsvRecords implements RecordReader {
  rowNumber = 0
  private readonly options: CsvOptions
  private readonly delimiter: number
  private readonly delimiterBytes: number
  /** A byte to skip before a field, or -1 for none. */
  private readonly skipped: number
  /** 1 for each byte that has a meaning in an unquoted field. */
  private readonly special = new Uint8Array(256)
  /** The end of the last group of delimiters that was examined. */
  private runEnd = 0

  constructor(options: CsvOptions) {
    this.options = options
    this.delimiter = options.delimiter[0] as number
    this.delimiterBytes = options.delimiter.length
    this.skipped = options.mergeDelimiters ? this.delimiter : options.padded ? space : -1
    for (const byte of [this.delimiter, newline, carriageReturn]) this.special[byte] = 1
    if (options.escape >= 0) this.special[options.escape] = 1
  }

  read(batch: RowBatch, text: TextStretch, { rows: rowsMax }: RowsWanted): RecordsEnd {
    this.runEnd = 0
    let at = text.at
    while (at < text.end) {
      if (batch.rowCount >= rowsMax) return { kind: 'full', consumed: at }
      const next = this.record(batch, text, at)
      if (next < 0) {
        batch.dropOpenRow()
        const reason = reasons.get(next)
        if (reason === undefined) break
        return { kind: 'broken', consumed: at, reason }
      }
      this.endRow(batch, text.bytes)
      at = next
    }
    return { kind: 'more', consumed: at }
  }

  /**
   * Reads the fields of the record at `start`. Returns the start of the next record, or the reason why this one does
   * not end.
   */
  private record(batch: RowBatch, { bytes, end, isLast }: TextStretch, start: number): number {
    const { quote } = this.options
    const cellsEnd = batch.cellCount + rowCellsMax
    for (let at = start; ; at += this.delimiterBytes) {
      if (this.skipped >= 0) while (at < end && bytes[at] === this.skipped) at++
      at =
        at < end && bytes[at] === quote && quote !== 0
          ? this.quotedField(batch, bytes, at + 1, end, isLast)
          : this.plainField(batch, bytes, at, end)
      if (at < 0) return at
      if (at >= end) return isLast ? end : unfinished
      if (!this.isDelimiter(bytes, at, end)) return afterLine(bytes, at, end, isLast)
      if (batch.cellCount === cellsEnd) return tooManyCells
    }
  }

  /** Reads the field after an opening quote. Returns its end, after the closing quote and any spaces that follow it. */
  private quotedField(batch: RowBatch, bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    const { quote, escape } = this.options
    let escapes = false
    let at = from
    for (;;) {
      while (at < end && bytes[at] !== quote && bytes[at] !== escape) at++
      if (at >= end) return isLast ? unclosedQuote : unfinished
      if (bytes[at] !== escape) {
        if (at + 1 >= end && !isLast) return unfinished
        if (at + 1 >= end || bytes[at + 1] !== quote) break
      }
      escapes = true
      at += 2
    }
    batch.addCell(CellKind.quoted, from, escapes ? -at : at)
    at++
    if (this.delimiter !== space) while (at < end && bytes[at] === space) at++
    return at
  }

  private plainField(batch: RowBatch, bytes: Uint8Array, from: number, end: number): number {
    const { special } = this
    const { escape, padded } = this.options
    let escapes = false
    let at = from
    for (;;) {
      while (at < end && special[bytes[at] as number] === 0) at++
      if (at >= end) break
      if (bytes[at] === escape) {
        escapes = true
        at = Math.min(at + 2, end)
        continue
      }
      if (bytes[at] !== this.delimiter || this.isDelimiter(bytes, at, end)) break
      at++
    }
    let to = at
    if (padded) while (to > from && bytes[to - 1] === space) to--
    batch.addCell(from === to ? CellKind.empty : CellKind.text, from, escapes ? -to : to)
    return at
  }

  private isDelimiter(bytes: Uint8Array, at: number, end: number): boolean {
    return bytes[at] === this.delimiter && (this.delimiterBytes === 1 || this.isWholeDelimiter(bytes, at, end))
  }

  /** Tests whether a delimiter of several bytes starts at `at`. */
  private isWholeDelimiter(bytes: Uint8Array, at: number, end: number): boolean {
    const { delimiter, repeats } = this.options
    if (at + delimiter.length > end) return false
    for (let index = 1; index < delimiter.length; index++) if (bytes[at + index] !== delimiter[index]) return false
    if (!repeats || bytes[at + delimiter.length] !== delimiter[0]) return true
    // Text like `aaa` is ambiguous if the delimiter is `aa`. One letter then ends the previous value or begins the next
    // one.
    if (this.runEnd <= at) {
      this.runEnd = at
      while (this.runEnd < end && bytes[this.runEnd] === delimiter[0]) this.runEnd++
    }
    const next = bytes[this.runEnd] as number
    return (this.runEnd - at) % delimiter.length === 0 || (next >= smallA && next <= smallZ)
  }

  /** Ends the row and skips blank lines. Escapes are undone only here, because the record is known to be complete. */
  private endRow(batch: RowBatch, bytes: Uint8Array): void {
    this.rowNumber++
    const { trailingDelimiter, mergeDelimiters } = this.options
    const first = batch.rowStarts[batch.rowCount] as number
    const count = batch.cellCount - first
    if (count === 1 && batch.kinds[first] === CellKind.empty) return batch.dropOpenRow()
    if ((trailingDelimiter || mergeDelimiters) && count > 1 && batch.kinds[batch.cellCount - 1] === CellKind.empty)
      batch.cellCount--
    for (let cell = first; cell < batch.cellCount; cell++) {
      const end = batch.ends[cell] as number
      if (end >= 0) continue
      const isQuoted = batch.kinds[cell] === CellKind.quoted
      batch.ends[cell] = this.unescape(bytes, batch.starts[cell] as number, -end, isQuoted)
    }
    batch.endRow(this.rowNumber)
  }

  /** Undoes the escapes of a field in place. Returns the field's new end. */
  private unescape(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): number {
    const { quote, escape } = this.options
    // Databases write `\N` for NULL. The value parser recognizes it later.
    if (!isQuoted && end - start === 2 && bytes[start] === backslashByte && bytes[start + 1] === capitalN) return end
    let to = start
    for (let from = start; from < end; from++) {
      const byte = bytes[from] as number
      if (byte === quote && isQuoted) from++
      const escaped = byte === escape && from + 1 < end ? this.escaped(bytes[from + 1] as number) : -1
      if (escaped >= 0) from++
      bytes[to++] = escaped >= 0 ? escaped : byte
    }
    return to
  }

  /**
   * Returns the byte that the escape character and this one stand for, or -1 if the escape character is a part of the
   * value.
   */
  private escaped(byte: number): number {
    const { quote, escape, keepsBackslashes } = this.options
    if (escape !== backslashByte) return byte
    const isNeeded = byte === quote || byte === this.delimiter || byte === newline || byte === carriageReturn
    return isNeeded ? byte : keepsBackslashes ? -1 : unescaped(byte)
  }
}

/** Returns the start of the next line. A quoted field that spans lines continues to its closing quote. */
function afterLine(bytes: Uint8Array, at: number, end: number, isLast: boolean): number {
  if (bytes[at] === newline) return at + 1
  if (bytes[at] !== carriageReturn) return strayQuote
  if (at + 1 >= end) return isLast ? at + 1 : unfinished
  return bytes[at + 1] === newline ? at + 2 : at + 1
}

/** Decodes `\n`, `\t`, `\r` and `\0`. No writer escapes another letter, so its backslash is a part of the value. */
function unescaped(byte: number): number {
  if (byte === 110) return newline
  if (byte === 116) return 9
  if (byte === 114) return carriageReturn
  if (byte === 48) return 0
  return isLetterOrDigit(byte) ? -1 : byte
}

const isLetterOrDigit = (byte: number): boolean =>
  (byte >= smallA && byte <= smallZ) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57)
