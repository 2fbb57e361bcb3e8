import { cellsMax, ends, input, kinds, rowNumbers, rowStarts, starts, typedEnds, typedStarts } from './batch'
import {
  CELL_BOOLEAN as BOOLEAN,
  CELL_EMPTY as EMPTY,
  CELL_ERROR as ERROR,
  CELL_NUMBER as NUMBER,
  CELL_QUOTED as QUOTED,
} from './layout'
import { copy, isDigit, ZERO } from './bytes'
import { MARK_NUMBER as AS_NUMBER } from './layout'
import { appendSerial, serialKind } from './serial'
import { is1904, serialFormatOf, stringsHere } from './sheet-parts'
import {
  column,
  digitsMax,
  GT,
  isSpace,
  OF_BOOLEAN,
  OF_ERROR,
  OF_INLINE,
  OF_NUMBER,
  OF_SHARED,
  OF_TEXT,
  pastCellEnd,
  pastFormula,
  pastSpace,
  pastValueTag,
  readCellTag,
  readRowTag,
  rowGiven,
  rowIsClosed,
  SLASH,
  style,
  tagFrom,
  type,
} from './sheet-tags'
import { copiedTo, copyText, isCoded, plainNumberEnd, serial, serialEnd } from './sheet-values'
import { stringAt, stringLength } from './strings'

/**
 * The first kind of cells that the host has to complete. The cell's type is added to it. The text of such a cell is
 * copied unchanged from the file, and its style is in `typedStarts`. For a shared string, the cell's start is the
 * string's number instead.
 */
const UNFINISHED: u8 = 32

/**
 * The results of a call: the ends of the batch and of its text, the end of the processed markup, and the number of the
 * last row.
 */
export let sheetRows: i32 = 0
export let sheetCells: i32 = 0
export let sheetText: i32 = 0
export let sheetAt: i32 = 0
export let sheetLastRow: f64 = 0
/** The number of cells that the host has to complete. Their indexes are in `typedEnds`. */
export let sheetUnfinished: i32 = 0

/** The last value: its kind, the position of its text, and the end of the batch's text after it. */
let valueKind: u8 = 0
let valueStart: usize = 0
let valueEnd: usize = 0

/**
 * Copies the text of a shared string if it is in this memory. Returns the address after its number, or 0 if the space
 * is full.
 */
// @inline
function readSharedText(at: usize, text: usize, textStop: usize): usize {
  const from = at
  let index: i32 = 0
  for (; isDigit(load<u8>(at)) && at - from < digitsMax; at++) index = index * 10 + <i32>(load<u8>(at) - ZERO)
  if (index >= stringsHere) {
    valueStart = input + index
    return at
  }
  const length = stringLength(index)
  if (text + length > textStop) return 0
  valueKind = QUOTED
  valueEnd = copy(text, stringAt(index), length)
  return at
}

/** Returns the address after a number or date, its start if the host must read it, or 0 if the space is full. */
// @inline
function readNumber(at: usize, text: usize, textStop: usize): usize {
  const format = serialFormatOf(style)
  const end = format == AS_NUMBER ? plainNumberEnd(at) : serialEnd(at)
  if (end == 0) return at
  if (text + 32 + (end - at) > textStop) return 0
  if (format == AS_NUMBER) {
    valueKind = NUMBER
    valueEnd = copy(text, at, end - at)
    return end
  }
  const dateEnd = appendSerial(text, serial, format, is1904)
  if (dateEnd == 0) return at
  valueKind = serialKind
  valueEnd = dateEnd
  return end
}

/** Returns the address after a text in its cell, or its start if the host must read it. */
// @inline
function readText(at: usize, end: usize, text: usize, textStop: usize): usize {
  const textEnd = copyText(at, end, text, textStop)
  if (textEnd == 0) return at
  let start = text
  let last = copiedTo
  if (type == OF_INLINE) {
    while (last > start && isSpace(load<u8>(last - 1))) last--
    while (start < last && isSpace(load<u8>(start))) start++
  }
  valueKind = QUOTED
  valueStart = start
  valueEnd = last
  return textEnd
}

/** Returns the address after a boolean, or 0 if the host must read it. */
// @inline
function readBoolean(from: usize, end: usize, text: usize, textStop: usize): usize {
  const isTrue = load<u8>(from) == 49 || (load<u8>(from) | 32) == 116
  const at = tagFrom(from, end)
  if (isCoded(from, at) || text + 16 > textStop) return 0
  valueKind = BOOLEAN
  store<u32>(text, isTrue ? 0x65757274 : 0x736c6166) // "true", "fals"
  store<u8>(text, 101, 4)
  valueEnd = text + (isTrue ? 4 : 5)
  return at
}

/**
 * Returns the address after a value that is copied unchanged, or 0 if the space is full or the host must read the row.
 */
function copyAsWritten(from: usize, end: usize, text: usize, textStop: usize): usize {
  const at = tagFrom(from, end)
  // A value may seem to begin just after the end, where an earlier window left old bytes.
  if (at < from || text + (at - from) > textStop) return 0
  if (type != OF_TEXT && type != OF_INLINE && isCoded(from, at)) return 0
  if (type == OF_ERROR) valueKind = ERROR
  valueEnd = copy(text, from, at - from)
  return at
}

/**
 * Writes the text of the current cell's value to `text`. Returns the address after the value, or `from` or 0 if the
 * host must read the row.
 */
// @inline
function readValue(from: usize, end: usize, text: usize, textStop: usize): usize {
  valueKind = UNFINISHED | type
  valueStart = text
  valueEnd = text
  if (type == OF_SHARED) return readSharedText(from, text, textStop)
  if (type == OF_BOOLEAN) return readBoolean(from, end, text, textStop)
  let at = from
  if (type == OF_NUMBER) at = readNumber(from, text, textStop)
  else if (type == OF_TEXT || type == OF_INLINE) at = readText(from, end, text, textStop)
  if (at == 0 || valueKind < UNFINISHED) return at
  return copyAsWritten(from, end, text, textStop)
}

/**
 * Reads complete rows of a worksheet's markup, starting at `at`, and appends them to the batch. The results are the
 * same as those of SheetTokens. It stops at any unusual markup, at a row that does not end before `end`, and once the
 * batch is full. It reads 64 bytes beyond `end` and ignores them.
 */
// oxlint-disable-next-line complexity, max-lines-per-function -- a call would cost the loop its registers
export function readSheetRows(
  at: usize,
  end: usize,
  rowAt: i32,
  cellAt: i32,
  textAt: i32,
  textEnd: i32,
  rowEnd: i32,
  cellEnd: i32,
  lastRow: f64,
  firstColumn: i32,
  columnEnd: i32,
  firstRow: f64,
  rowMax: f64,
): void {
  let row = rowAt
  let cells = cellAt
  let text = input + textAt
  const textStop = input + textEnd
  let unfinished: i32 = 0
  sheetRows = row
  sheetCells = cells
  sheetText = textAt
  sheetAt = <i32>at
  sheetLastRow = lastRow
  sheetUnfinished = 0
  while (row < rowEnd && cells < cellEnd) {
    at = pastSpace(at, end)
    if (load<u32>(at) != 0x776f723c) return // <row
    at = readRowTag(at + 4, end)
    if (at == 0) return
    // The host reads the remaining cells of the last row.
    if (rowGiven > 0 && <f64>rowGiven == lastRow) return
    const number: f64 = <f64>rowGiven > lastRow ? <f64>rowGiven : lastRow + 1
    if (number < firstRow || number > rowMax) return
    const first = cells
    let nextColumn = firstColumn
    while (!rowIsClosed) {
      at = pastSpace(at, end)
      if (at >= end) return
      const head = load<u16>(at)
      if (head == 0x2f3c) {
        if (load<u32>(at, 2) != 0x3e776f72) return // </row>
        at += 6
        break
      }
      if (head != 0x633c) return // <c
      at = readCellTag(at + 2, end)
      if (at == 0 || at >= end) return
      if (load<u8>(at) == SLASH) {
        if (load<u8>(at, 1) != GT) return
        at += 2
        continue
      }
      if (load<u8>(at++) != GT) return
      if (load<u16>(at) == 0x663c) {
        // <f
        at = pastFormula(at + 2, end)
        if (at == 0 || type == OF_INLINE || load<u32>(at) == 0x3e632f3c) return
      }
      if (load<u32>(at) == 0x3e632f3c) {
        at += 4 // </c>
        continue
      }
      // The host handles cells out of order and cells outside the table.
      if (column < nextColumn || column >= columnEnd || cells + (column - nextColumn) + 1 >= cellsMax) return
      const from = pastValueTag(at)
      if (from == 0) return
      at = readValue(from, end, text, textStop)
      if (at <= from) return
      const start = valueStart
      const kind = valueKind
      text = valueEnd
      at = pastCellEnd(at)
      if (at == 0) return
      // An empty string makes an empty cell.
      if (kind == QUOTED && text == start) continue
      for (; nextColumn < column; nextColumn++, cells++) {
        store<i32>(starts + ((<usize>cells) << 2), 0)
        store<i32>(ends + ((<usize>cells) << 2), 0)
        store<u8>(kinds + cells, EMPTY)
      }
      if (kind >= UNFINISHED) {
        store<i32>(typedStarts + ((<usize>cells) << 2), style)
        store<i32>(typedEnds + ((<usize>unfinished) << 2), cells)
        unfinished++
      }
      store<i32>(starts + ((<usize>cells) << 2), <i32>(start - input))
      store<i32>(ends + ((<usize>cells) << 2), <i32>(text - input))
      store<u8>(kinds + cells, kind)
      nextColumn++
      cells++
    }
    if (at > end) return
    lastRow = number
    if (cells > first) {
      store<f64>(rowNumbers + ((<usize>row) << 3), number)
      row++
      store<i32>(rowStarts + ((<usize>row) << 2), cells)
    }
    sheetRows = row
    sheetCells = cells
    sheetText = <i32>(text - input)
    sheetAt = <i32>at
    sheetLastRow = lastRow
    sheetUnfinished = unfinished
  }
}
