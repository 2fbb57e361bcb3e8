// Turns the cells of binary workbooks into rows, for all kinds of records, like BinaryCells and SheetRows in
// ../../../readers/spreadsheet. Everything unusual is left to those.
import { cellsMax, ends, input, kinds, rowNumbers, rowStarts, starts, typedEnds, typedStarts } from './batch'
import { CELL_BOOLEAN as BOOLEAN, CELL_EMPTY as EMPTY, CELL_NUMBER as NUMBER, CELL_QUOTED as QUOTED } from './layout'
import { copy } from './bytes'
import { appendNumber, isRounded } from './number'
import { MARK_NUMBER as AS_NUMBER, UNFINISHED_ERROR, UNFINISHED_NUMBER, UNFINISHED_SHARED } from './layout'
import { appendSerial, serialKind } from './serial'
import { is1904, serialFormatOf, stringCount, stringsHere } from './sheet-parts'
import { stringAt, stringLength } from './strings'

/**
 * The results of a call: the ends of the batch and of its text, the end of the processed records, and the number of the
 * last row.
 */
export let binaryRows: i32 = 0
export let binaryCells: i32 = 0
export let binaryText: i32 = 0
export let binaryAt: i32 = 0
export let binaryLastRow: i32 = 0
/** The number of cells that the host has to complete. Their indexes are in `typedEnds`. */
export let binaryUnfinished: i32 = 0
/** The number of cells that were rounded to fifteen digits. */
export let binaryRounded: i32 = 0

let firstColumn: i32 = 0
let columnEnd: i32 = 0
let rowMin: i32 = 0
let rowMax: i32 = 0
let rowEnd: i32 = 0
let cellEnd: i32 = 0
let textFull: usize = 0
let textStop: usize = 0

/** The row that is being built. */
let cells: i32 = 0
let text: usize = 0
let nextColumn: i32 = 0
let unfinished: i32 = 0
let rounded: i32 = 0

/**
 * Continues a batch: sets its addresses, its limits, and the table's part of the sheet. The table ends before
 * `columns`.
 */
export function resumeBatch(
  row: i32,
  cell: i32,
  textAt: i32,
  lastRow: i32,
  leftColumn: i32,
  rows: i32,
  cellsFull: i32,
  textBytesFull: i32,
  textEnd: i32,
  columns: i32,
  first: i32,
  last: i32,
): void {
  binaryRows = row
  binaryCells = cell
  binaryText = textAt
  binaryLastRow = lastRow
  binaryUnfinished = 0
  binaryRounded = 0
  firstColumn = leftColumn
  columnEnd = columns
  rowMin = first
  rowMax = last
  rowEnd = rows
  cellEnd = cellsFull
  textFull = input + textBytesFull
  textStop = input + textEnd
  cells = cell
  text = input + textAt
  unfinished = 0
  rounded = 0
}

export function isFull(): bool {
  return binaryRows >= rowEnd || cells >= cellEnd || text >= textFull
}

/** Sets the start of the next call, in case this call ends here. */
// @inline
export function readTo(at: usize): void {
  binaryAt = <i32>at
}

/** Makes sure that row numbers always increase, even in a damaged file. */
function risen(row: i32): i32 {
  return row > binaryLastRow ? row : binaryLastRow + 1
}

/** Returns false if the host must read the row. */
export function beginRow(row: i32): bool {
  nextColumn = 0
  return risen(row) >= rowMin && risen(row) <= rowMax
}

/** Completes the row. */
export function endRow(row: i32): void {
  binaryLastRow = risen(row)
  if (cells > binaryCells) {
    store<f64>(rowNumbers + ((<usize>binaryRows) << 3), <f64>binaryLastRow)
    binaryRows++
    store<i32>(rowStarts + ((<usize>binaryRows) << 2), cells)
  }
  binaryCells = cells
  binaryText = <i32>(text - input)
  binaryUnfinished = unfinished
  binaryRounded = rounded
}

/** Fills the gap to the left of a cell. Returns false if the host must handle its position or there is no space. */
function makePlace(column: i32): bool {
  const at = column - firstColumn
  if (at < nextColumn || column >= columnEnd || cells + (at - nextColumn) + 1 >= cellsMax || text > textStop)
    return false
  for (; nextColumn < at; nextColumn++) putCell(EMPTY, 0, 0)
  nextColumn++
  return true
}

// @inline
function putCell(kind: u8, start: i32, end: i32): void {
  store<i32>(starts + ((<usize>cells) << 2), start)
  store<i32>(ends + ((<usize>cells) << 2), end)
  store<u8>(kinds + cells, kind)
  cells++
}

/** Adds a cell with the text that was written since the previous cell, up to `to`. */
// @inline
function putText(kind: u8, to: usize): void {
  putCell(kind, <i32>(text - input), <i32>(to - input))
  text = to
}

function putUnfinished(kind: u8, start: i32, style: i32): void {
  store<i32>(typedStarts + ((<usize>cells) << 2), style)
  store<i32>(typedEnds + ((<usize>unfinished) << 2), cells)
  unfinished++
  putCell(kind, start, start)
}

/** Adds a number. Like the functions below, it returns false if the host must read the cell. */
export function putNumber(column: i32, style: i32, value: f64): bool {
  if (!makePlace(column)) return false
  const format = serialFormatOf(style)
  const end = format == AS_NUMBER ? appendNumber(text, value) : appendSerial(text, value, format, is1904)
  if (end != 0) {
    if (format == AS_NUMBER && isRounded) rounded++
    putText(format == AS_NUMBER ? NUMBER : serialKind, end)
    return true
  }
  store<f64>(text, value)
  const start = text
  text += 8
  putUnfinished(UNFINISHED_NUMBER, <i32>(start - input), style)
  return true
}

export function putShared(column: i32, index: u32): bool {
  if (index >= <u32>stringCount) return false
  if (index >= <u32>stringsHere) {
    if (!makePlace(column)) return false
    putUnfinished(UNFINISHED_SHARED, <i32>index, 0)
    return true
  }
  const length = stringLength(index)
  // An empty string makes an empty cell, except beyond the last column.
  if (length == 0) return <u32>column < <u32>columnEnd
  if (length > <usize>(1 << 20) || !makePlace(column) || text + length > textStop) return false
  putText(QUOTED, copy(text, stringAt(index), length))
  return true
}

/** Returns the address for up to `bytes` of text of the cell in `column`, or 0 if the batch has no space. */
export function reserveCell(column: i32, bytes: usize): usize {
  return makePlace(column) && text + bytes <= textStop ? text : 0
}

/** Adds the cell with the text that was written to this address. */
export function putWritten(to: usize): void {
  putText(QUOTED, to)
}

export function putBoolean(column: i32, value: bool): bool {
  if (!makePlace(column)) return false
  store<u32>(text, value ? 0x65757274 : 0x736c6166)
  store<u8>(text, 101, 4)
  putText(BOOLEAN, text + (value ? 4 : 5))
  return true
}

export function putError(column: i32, code: i32): bool {
  if (!makePlace(column)) return false
  putUnfinished(UNFINISHED_ERROR, code, 0)
  return true
}
