// Records of xls, in workbooks since Excel 5, read like RecordCells, SheetRecords and SharedStrings in
// ../../../readers/xls.
import {
  beginRow,
  endRow,
  isFull,
  putBoolean,
  putError,
  putNumber,
  putShared,
  putWritten,
  readTo,
  reserveCell,
} from './binary-cells'
import { copy } from './bytes'
import { keepString, readStringsFrom, reserveString } from './strings'
import { appendLatin1, appendUtf16, isAscii } from './utf16'

const EOF: u32 = 0x0a
const ROW: u32 = 0x208
const MERGED: u32 = 0xe5
const NOTE: u32 = 0x1c
const OBJECT: u32 = 0x5d
const HYPERLINK: u32 = 0x1b8
const RK: u32 = 0x27e
const MULTIPLE_RK: u32 = 0xbd
const NUMBER: u32 = 0x203
const SHARED: u32 = 0xfd
const BOOLEAN_OR_ERROR: u32 = 0x205
const FORMULA: u32 = 0x06
const LABEL: u32 = 0x204
const STRING: u32 = 0x207
const SHORT_STRING: u32 = 0x07

const HIDDEN: u8 = 0x20
const HAS_RUNS: u8 = 8
const HAS_PHONETICS: u8 = 4

// @inline
function isSubstreamEdge(type: u32): bool {
  return type == EOF || type == 0x09 || type == 0x209 || type == 0x409 || type == 0x809
}

/** Tests for merged ranges, comments and hyperlinks, which the host reads. */
// @inline
function isLayout(type: u32): bool {
  return type == MERGED || type == NOTE || type == OBJECT || type == HYPERLINK
}

/** Tests for records that every BIFF generation may contain. */
// @inline
function isCell(type: u32): bool {
  switch (type) {
    case SHARED:
    case RK:
    case MULTIPLE_RK:
    case NUMBER:
    case BOOLEAN_OR_ERROR:
    case FORMULA:
    case LABEL:
      return true
    default:
      return isRareCell(type)
  }
}

/** Tests for records of other generations and of rich text, which the host reads. */
// @inline
function isRareCell(type: u32): bool {
  return (type >= 2 && type <= 5) || type == 0xd6 || type == 0x206 || type == 0x406
}

export function rkValue(word: u32): f64 {
  const value = (word & 2) != 0 ? <f64>(<i32>word >> 2) : reinterpret<f64>((<u64>(word & ~3)) << 32)
  return (word & 1) == 0 ? value : value / 100
}

/** Tests whether the formula tokens that end at `end` end with a call of HYPERLINK. The host counts these links. */
// @inline
export function endsWithLink(end: usize): bool {
  return (load<u8>(end - 4) & 0x1f) == 2 && load<u16>(end - 2) == 0x0167
}

/** The column of a formula whose string record has not been read yet, or -1. */
let awaitedColumn: i32 = -1

/**
 * Adds the cells of one record, starting at `at`, after row, column and style. Returns false if the host must read
 * them.
 */
function putRecord(type: u32, column: i32, style: i32, at: usize, end: usize, isUnicode: bool): bool {
  switch (type) {
    case SHARED:
      return at + 4 <= end && putShared(column, load<u32>(at))
    case RK:
      return at + 4 <= end && putNumber(column, style, rkValue(load<u32>(at)))
    case NUMBER:
      return at + 8 <= end && putNumber(column, style, load<f64>(at))
    case MULTIPLE_RK:
      // The first cell has its style at the same offset as the others. The last two bytes repeat the last column.
      for (at -= 2; at + 8 <= end; at += 6)
        if (!putNumber(column++, load<u16>(at), rkValue(load<u32>(at, 2)))) return false
      return true
    case BOOLEAN_OR_ERROR:
      if (at + 2 > end) return false
      return load<u8>(at, 1) == 0 ? putBoolean(column, load<u8>(at) != 0) : putError(column, load<u8>(at))
    case FORMULA:
      if (at + 8 > end) return false
      if (at + 20 <= end && endsWithLink(min(end, at + 16 + <usize>load<u16>(at, 14)))) return false
      if (load<u16>(at, 6) != 0xffff) return putNumber(column, style, load<f64>(at))
      if (load<u8>(at) == 1) return putBoolean(column, load<u8>(at, 2) != 0)
      if (load<u8>(at) == 2) return putError(column, load<u8>(at, 2))
      if (load<u8>(at) == 0) awaitedColumn = column
      return true
    case LABEL:
      return putLabel(column, at, end, isUnicode)
    default:
      return false
  }
}

function putLabel(column: i32, at: usize, end: usize, isUnicode: bool): bool {
  if (at + 3 > end) return false
  const length = <usize>load<u16>(at)
  // An empty string makes an empty cell.
  if (length == 0) return true
  const isWide = isUnicode && (load<u8>(at, 2) & 1) != 0
  const from = at + (isUnicode ? 3 : 2)
  const to = from + (isWide ? length << 1 : length)
  // Longer strings continue in the next record. The host reads them, and also strings in a code page.
  if (to > end || (!isUnicode && !isAscii(from, to))) return false
  const target = reserveCell(column, length * 3)
  if (target == 0) return false
  putWritten(
    isWide ? appendUtf16(target, from, to) : isUnicode ? appendLatin1(target, from, to) : copy(target, from, length),
  )
  return true
}

/**
 * Reads complete rows of a sheet, starting at `at`, and appends them to the batch. It stops at anything unusual, at a
 * row that does not end before `end`, and once the batch is full.
 */
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
export function readBiffRows(at: usize, end: usize, columnsMax: i32, isUnicode: bool): void {
  readTo(at)
  let row: i32 = 0
  while (at + 4 <= end) {
    const type = <u32>load<u16>(at)
    const length = <usize>load<u16>(at, 2)
    const from = at + 4
    const next = from + length
    if (next > end) return
    if (length >= 6 && isCell(type)) {
      const number = <i32>load<u16>(from) + 1
      if (number != row) {
        if (row != 0) {
          endRow(row)
          readTo(at)
        }
        if (isFull() || !beginRow(number)) return
        row = number
      }
      awaitedColumn = -1
      const column = <i32>load<u16>(from, 2)
      if (column >= columnsMax || !putRecord(type, column, load<u16>(from, 4), from + 6, next, isUnicode)) return
    } else if (type == STRING || type == SHORT_STRING) {
      if (row != 0 && awaitedColumn >= 0) {
        if (type == SHORT_STRING || !putLabel(awaitedColumn, from, next, isUnicode)) return
        awaitedColumn = -1
      }
    } else if (isSubstreamEdge(type)) {
      // A row may contain a chart.
      if (type == EOF && row != 0) {
        endRow(row)
        readTo(at)
      }
      return
    } else if (isLayout(type) || (type == ROW && length >= 14 && (load<u8>(from, 12) & HIDDEN) != 0)) return
    at = next
    if (row == 0) readTo(at)
  }
}

/**
 * Skips records up to the next edge of a substream or the first incomplete record. Returns the last row, or -1 if the
 * rows are not in ascending order.
 */
export function walkBiffRows(at: usize, end: usize, lastRow: i32): i32 {
  readTo(at)
  while (at + 4 <= end) {
    const type = <u32>load<u16>(at)
    const next = at + 4 + <usize>load<u16>(at, 2)
    if (next > end || isSubstreamEdge(type)) break
    if (isCell(type)) {
      if (next - at < 6) break
      const row = <i32>load<u16>(at, 4)
      if (row < lastRow) return -1
      lastRow = row
    }
    at = next
    readTo(at)
  }
  return lastRow
}

/** Reads the shared strings that are completely inside one record, from `at` to its `end`. */
export function readBiffStrings(at: usize, end: usize): void {
  readStringsFrom(at)
  while (at + 3 <= end) {
    const length = <usize>load<u16>(at)
    const flags = load<u8>(at, 2)
    at += 3
    let extraBytes: usize = 0
    if ((flags & HAS_RUNS) != 0) {
      if (at + 2 > end) return
      extraBytes = (<usize>load<u16>(at)) << 2
      at += 2
    }
    if ((flags & HAS_PHONETICS) != 0) {
      if (at + 4 > end || load<u32>(at) > 0xffff) return
      extraBytes += load<u32>(at)
      at += 4
    }
    const to = at + ((flags & 1) != 0 ? length << 1 : length)
    if (to + extraBytes > end) return
    const target = reserveString(length * 3)
    if (target == 0) return
    const written = (flags & 1) != 0 ? appendUtf16(target, at, to) : appendLatin1(target, at, to)
    at = to + extraBytes
    keepString(written, at)
  }
}
