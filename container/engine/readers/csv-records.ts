import { CellKind, type RowBatch } from '../table/row-batch.ts'
import type { CsvOptions } from './csv-options.ts'

/**
 * The tokenizer: whole records of `bytes` into the batch, which refers to them in place. It always starts at the start of
 * a record and stops before one that is not complete, so it keeps no state between calls; what is left comes again with
 * more bytes behind it. Advice for its next reader: the three loops (unquoted, quoted, after a quote) are the hot path of
 * the product; measure before touching them, and keep everything else out of here.
 */
export type RecordsEnd =
  | { readonly kind: 'more'; readonly consumed: number }
  | { readonly kind: 'full'; readonly consumed: number }
  /** The record at `consumed` is broken: a quote in the wrong place, or one that never closes. */
  | { readonly kind: 'broken'; readonly consumed: number; readonly reason: 'stray_quote' | 'unclosed_quote' }

const newline = 10
const carriageReturn = 13
const space = 32
const capitalN = 78
const smallA = 97
const smallZ = 122
const backslashByte = 92

export class CsvRecords {
  /** Records seen so far, blank ones and rejected ones included: the row number in the file. */
  rowNumber = 0
  private readonly options: CsvOptions

  constructor(options: CsvOptions) {
    this.options = options
  }

  /** Reads records from `start` until the bytes or the batch's rows end. `isLast`: no bytes will follow. */
  read(batch: RowBatch, bytes: Uint8Array, start: number, end: number, isLast: boolean, rowsMax: number): RecordsEnd {
    const { quote, escape, mergeDelimiters, padded } = this.options
    const delimiter = this.options.delimiter[0] as number
    const width = this.options.delimiter.length
    const special = new Uint8Array(256)
    special[delimiter] = 1
    special[newline] = 1
    special[carriageReturn] = 1
    if (escape >= 0) special[escape] = 1
    let at = start
    let record = start
    for (;;) {
      record = at
      if (at >= end) return { kind: 'more', consumed: at }
      if (batch.rowCount >= rowsMax) return { kind: 'full', consumed: at }
      // One turn a field.
      fields: for (;;) {
        if (mergeDelimiters) while (at < end && bytes[at] === delimiter) at++
        else if (padded) while (at < end && bytes[at] === space) at++
        if (at < end && bytes[at] === quote && quote !== 0) {
          const from = at + 1
          let escapes = false
          at = from
          for (;;) {
            while (at < end && bytes[at] !== quote && bytes[at] !== escape) at++
            if (at >= end) {
              if (!isLast) return this.stop(batch, record)
              return this.broken(batch, record, 'unclosed_quote')
            }
            if (bytes[at] === escape) {
              escapes = true
              at += 2
              continue
            }
            if (at + 1 >= end && !isLast) return this.stop(batch, record)
            if (at + 1 < end && bytes[at + 1] === quote) {
              escapes = true
              at += 2
              continue
            }
            break
          }
          batch.addCell(CellKind.quoted, from, escapes ? -at : at)
          at++
          // Spaces after a closing quote are nobody's data.
          if (delimiter !== space) while (at < end && bytes[at] === space) at++
        } else {
          const from = at
          let escapes = false
          for (;;) {
            while (at < end && special[bytes[at] as number] === 0) at++
            if (at < end && bytes[at] === escape) {
              escapes = true
              at = Math.min(at + 2, end)
              continue
            }
            if (at >= end || bytes[at] !== delimiter || width === 1 || this.isDelimiter(bytes, at, end)) break
            at++
          }
          let to = at
          if (padded) while (to > from && bytes[to - 1] === space) to--
          batch.addCell(from === to ? CellKind.empty : CellKind.text, from, escapes ? -to : to)
        }
        if (at >= end) {
          if (!isLast) return this.stop(batch, record)
          this.endRow(batch, bytes)
          return { kind: 'more', consumed: end }
        }
        const byte = bytes[at] as number
        if (byte === delimiter && (width === 1 || this.isDelimiter(bytes, at, end))) {
          at += width
          continue
        }
        if (byte === newline) {
          at++
          break fields
        }
        if (byte === carriageReturn) {
          if (at + 1 >= end && !isLast) return this.stop(batch, record)
          at += at + 1 < end && bytes[at + 1] === newline ? 2 : 1
          break fields
        }
        return this.broken(batch, record, 'stray_quote')
      }
      this.endRow(batch, bytes)
    }
  }

  private isDelimiter(bytes: Uint8Array, at: number, end: number): boolean {
    const { delimiter, repeats } = this.options
    if (at + delimiter.length > end) return false
    for (let index = 1; index < delimiter.length; index++) if (bytes[at + index] !== delimiter[index]) return false
    if (!repeats || bytes[at + delimiter.length] !== delimiter[0]) return true
    // `aaa` with `aa` as delimiter: a letter ends the value before, or begins a word that goes on in small letters.
    let runEnd = at
    while (runEnd < end && bytes[runEnd] === delimiter[0]) runEnd++
    const next = bytes[runEnd] as number
    return (runEnd - at) % delimiter.length === 0 || (next >= smallA && next <= smallZ)
  }

  private stop(batch: RowBatch, record: number): RecordsEnd {
    batch.dropOpenRow()
    return { kind: 'more', consumed: record }
  }

  private broken(batch: RowBatch, record: number, reason: 'stray_quote' | 'unclosed_quote'): RecordsEnd {
    batch.dropOpenRow()
    return { kind: 'broken', consumed: record, reason }
  }

  /** Closes the row: blank lines are no rows; escapes are undone only now, when the record is known to be whole. */
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

  /** Undoes the escapes of a field in place; answers its new end. */
  private unescape(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): number {
    const { quote, escape } = this.options
    // `\N` alone is how databases write NULL: a value's reader knows it.
    if (!isQuoted && end - start === 2 && bytes[start] === backslashByte && bytes[start + 1] === capitalN) return end
    let to = start
    for (let from = start; from < end; from++) {
      const byte = bytes[from] as number
      if (byte === quote && isQuoted) from++
      if (byte === escape && from + 1 < end) {
        from++
        bytes[to++] = escape === backslashByte ? unescaped(bytes[from] as number) : (bytes[from] as number)
      } else bytes[to++] = byte
    }
    return to
  }
}

/** `\n`, `\t`, `\r`, `\0` as their writers mean them; any other character as it is. */
function unescaped(byte: number): number {
  if (byte === 110) return 10
  if (byte === 116) return 9
  if (byte === 114) return 13
  if (byte === 48) return 0
  return byte
}
