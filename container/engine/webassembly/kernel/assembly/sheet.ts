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
 * Kinds from here on are the host's to finish: this and the cell's type. The text of such a cell is copied as it stands in
 * the file (a shared text's number stands in its start instead), its style is in `typedStarts`.
 */
const UNFINISHED: u8 = 32

/** The results of a call: the ends of the batch and of its text, the end of the markup read, and the number of the last row. */
export let sheetRows: i32 = 0
export let sheetCells: i32 = 0
export let sheetText: i32 = 0
export let sheetAt: i32 = 0
export let sheetLastRow: f64 = 0
/** How many cells are the host's to finish: which ones stand in `typedEnds`. */
export let sheetUnfinished: i32 = 0

/** The last value: its kind, the position of its text, and the end of the batch's text after it. */
let valueKind: u8 = 0
let valueStart: usize = 0
let valueEnd: usize = 0

/**
 * The address after the number of a shared string, whose text is copied if it is in this memory; 0 if the space is
 * full.
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

/** The address after a number or date; its beginning if the host must read it, 0 if the space is full. */
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

/** The address after a text in its cell; its beginning if the host must read it. */
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

/** The address after a boolean; 0 if the host must read it. */
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

/** The address after a value that is copied unchanged; 0 if the space is full, or if the host must read the row. */
function copyAsWritten(from: usize, end: usize, text: usize, textStop: usize): usize {
  const at = tagFrom(from, end)
  // A value may begin just after the end, in what an earlier window left there.
  if (at < from || text + (at - from) > textStop) return 0
  if (type != OF_TEXT && type != OF_INLINE && isCoded(from, at)) return 0
  if (type == OF_ERROR) valueKind = ERROR
  valueEnd = copy(text, from, at - from)
  return at
}

/**
 * The address after the value of the current cell, whose text is put at `text`; `from` or 0 if the host must read the
 * row.
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
 * Whole rows of a worksheet's markup from `at`, as SheetTokens reads them, put after those of the batch. Stops at whatever
 * is not written as nearly all programs do, at a row that does not end before `end`, and once the batch is full.
 * 64 bytes beyond `end` are read, and ignored.
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
      // Late cells, and those beside the table, are the host's.
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
