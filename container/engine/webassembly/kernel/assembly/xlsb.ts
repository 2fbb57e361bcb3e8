// Records of xlsb, read like BinaryRecords and RecordCells in ../../../readers/xlsb.
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
import { endsWithLink, rkValue } from './biff'
import { keepString, readStringsFrom, reserveString } from './strings'
import { appendUtf16 } from './utf16'

const ROW: i32 = 0
const BLANK: i32 = 1
const FIRST_FORMULA: i32 = 8
const FORMULA_NUMBER: i32 = 9
const LAST_FORMULA: i32 = 11
const FIRST_SHORT: i32 = 12
const LAST_SHORT: i32 = 18
const SHARED_ITEM: i32 = 19
const RICH_TEXT: i32 = 62
const MERGED: i32 = 176

const HIDDEN: u8 = 0x10
const charactersMax: u32 = 1 << 17

/** The current record. */
let type: i32 = 0
let content: usize = 0

/**
 * Finds the kind and the content of the record at `at`. Returns the address after it, or 0 if the record is incomplete.
 */
function pastRecord(at: usize, end: usize): usize {
  if (at >= end) return 0
  type = <i32>load<u8>(at++)
  if (type >= 0x80) {
    if (at >= end) return 0
    type = (type & 0x7f) | ((<i32>load<u8>(at++) & 0x7f) << 7)
  }
  let length: usize = 0
  for (let shift: usize = 0; shift < 28; shift += 7) {
    if (at >= end) return 0
    const byte = <usize>load<u8>(at++)
    length |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  content = at
  return at + length > end ? 0 : at + length
}

/** Reads a length and that many characters. */
function putText(column: i32, at: usize, end: usize): bool {
  if (at + 4 > end) return false
  const length = load<u32>(at)
  if (length == 0 || length > charactersMax || at + 4 + ((<usize>length) << 1) > end) return false
  const target = reserveCell(column, <usize>length * 3)
  if (target == 0) return false
  putWritten(appendUtf16(target, at + 4, at + 4 + ((<usize>length) << 1)))
  return true
}

/**
 * Tests whether the current cell, whose value is at `at`, has a formula that ends with a call of HYPERLINK. The host
 * counts these links.
 */
// @inline
function isLink(at: usize, end: usize): bool {
  if (type < FIRST_FORMULA || type > LAST_FORMULA || at + 4 > end) return false
  const value: usize = type == FIRST_FORMULA ? 4 + ((<usize>load<u32>(at)) << 1) : type == FORMULA_NUMBER ? 8 : 1
  const flags = at + value
  if (flags + 6 > end) return false
  const length = <usize>load<u32>(flags, 2)
  return length >= 4 && flags + 6 + length <= end && endsWithLink(flags + 6 + length)
}

/** Adds the current cell, whose value is at `at`. Returns false if the host must read it. */
function putCell(column: i32, at: usize, end: usize): bool {
  const style = <i32>(load<u32>(at - 4) & 0xff_ffff)
  switch (type) {
    case BLANK:
    case FIRST_SHORT:
      return true
    case 2:
    case 13:
      return at + 4 <= end && putNumber(column, style, rkValue(load<u32>(at)))
    case 3:
    case 14:
    case LAST_FORMULA:
      return at < end && putError(column, load<u8>(at))
    case 4:
    case 15:
    case 10:
      return at < end && putBoolean(column, load<u8>(at) != 0)
    case 5:
    case 16:
    case 9:
      return at + 8 <= end && putNumber(column, style, load<f64>(at))
    case 6:
    case 17:
    case 8:
      return putText(column, at, end)
    case RICH_TEXT:
      return putText(column, at + 1, end)
    default:
      return at + 4 <= end && putShared(column, load<u32>(at))
  }
}

/**
 * Reads complete rows of a sheet, starting at the row header at `at`, and appends them to the batch. It stops at
 * anything unusual, at a row that is not followed by another one before `end`, and once the batch is full.
 */
export function readXlsbRows(at: usize, end: usize): void {
  readTo(at)
  let row: i32 = 0
  let column: i32 = -1
  for (;;) {
    const next = pastRecord(at, end)
    if (next == 0) return
    if (type == ROW) {
      if (row != 0) {
        endRow(row)
        readTo(at)
      }
      if (next - content < 12 || isFull()) return
      row = <i32>load<u32>(content) + 1
      if (row <= 0 || !beginRow(row) || (load<u8>(content, 11) & HIDDEN) != 0) return
      column = -1
    } else if (type <= LAST_SHORT || type == RICH_TEXT) {
      const isShort = type >= FIRST_SHORT && type != RICH_TEXT
      const value = content + (isShort ? 4 : 8)
      if (value > next || row == 0 || isLink(value, next)) return
      column = isShort ? column + 1 : load<i32>(content)
      if (!putCell(column, value, next)) return
    } else if (type == MERGED) return
    at = next
  }
}

/** Reads shared strings and skips the records between them, as long as they are complete before `end`. */
export function readXlsbStrings(at: usize, end: usize): void {
  readStringsFrom(at)
  for (;;) {
    const next = pastRecord(at, end)
    if (next == 0) return
    if (type == SHARED_ITEM) {
      if (content + 5 > next) return
      const length = load<u32>(content, 1)
      const from = content + 5
      if (length > charactersMax || from + ((<usize>length) << 1) > next) return
      const target = reserveString(<usize>length * 3)
      if (target == 0) return
      keepString(appendUtf16(target, from, from + ((<usize>length) << 1)), next)
    } else readStringsFrom(next)
    at = next
  }
}
