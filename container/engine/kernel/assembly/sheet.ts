import {
  BOOLEAN,
  cellsMax,
  EMPTY,
  ends,
  ERROR,
  input,
  kinds,
  NUMBER,
  QUOTED,
  rowNumbers,
  rowStarts,
  starts,
  typedEnds,
  typedStarts,
} from './batch'
import { copy, isDigit, MINUS, POINT, ZERO } from './bytes'
import { appendSerial, AS_NUMBER, serialKind } from './serial'
import { is1904, markOf, stringsHere } from './sheet-parts'
import { stringAt, stringLength } from './strings'

/**
 * Kinds from here on are the host's to finish: this and the cell's type. The text of such a cell is copied as it stands in
 * the file (a shared text's number stands in its start instead), its style is in `typedStarts`.
 */
const UNFINISHED: u8 = 32

/** CellType of ../../readers/xlsx/cell-attributes.ts */
const OF_NUMBER: u8 = 0
const OF_SHARED: u8 = 1
const OF_TEXT: u8 = 2
const OF_INLINE: u8 = 3
const OF_BOOLEAN: u8 = 4
const OF_ERROR: u8 = 5
const OF_ISO_DATE: u8 = 6

const QUOTE: u8 = 34
const SLASH: u8 = 47
const LT: u8 = 60
const EQUALS: u8 = 61
const GT: u8 = 62

const columnsMax: i32 = 16_384
/** Eighteen digits and a point: they fit 64 bits. */
const serialCharactersMax: usize = 19
/** Digits of a number that fits 32 bits. */
const digitsMax: usize = 9

/** What a call leaves behind: how far the batch and its text go, how far the markup was read, the last row's number. */
export let sheetRows: i32 = 0
export let sheetCells: i32 = 0
export let sheetText: i32 = 0
export let sheetAt: i32 = 0
export let sheetLastRow: f64 = 0
/** How many cells are the host's to finish: which ones stand in `typedEnds`. */
export let sheetUnfinished: i32 = 0

// @ts-ignore: decorator
@inline
function isSpace(byte: u8): bool {
  return byte == 32 || byte == 10 || byte == 13 || byte == 9
}

// @ts-ignore: decorator
@inline
function pastSpace(at: usize, end: usize): usize {
  while (at < end && isSpace(load<u8>(at))) at++
  return at
}

/** The closing quote from `at` on; the end where there is none. */
// @ts-ignore: decorator
@inline
function quoteFrom(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != QUOTE) at++
  return at
}

/** The next `<` from `at` on; the end where there is none. */
function tagFrom(at: usize, end: usize): usize {
  const lessThan = i8x16.splat(<i8>LT)
  for (; at < end; at += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(at), lessThan))
    if (mask != 0) return at + <usize>ctz(mask)
  }
  return end
}

/** Behind the attributes of a row's tag; 0 where the tag is the host's. */
let rowGiven: i32 = 0
let rowIsClosed: bool = false
function readRowTag(at: usize, end: usize): usize {
  rowGiven = 0
  rowIsClosed = false
  while (at < end) {
    const byte = load<u8>(at)
    if (byte == GT) return at + 1
    if (byte == SLASH) {
      rowIsClosed = true
      return load<u8>(at, 1) == GT ? at + 2 : 0
    }
    if (byte != 32) return 0
    const name = ++at
    for (;;) {
      const letter = load<u8>(at)
      if (letter == EQUALS) break
      if (at >= end || letter <= QUOTE || letter == 39 || letter == SLASH || letter == LT || letter == GT) return 0
      at++
    }
    if (load<u8>(at, 1) != QUOTE || at == name) return 0
    const value = at + 2
    const close = quoteFrom(value, end)
    // Hidden rows are counted.
    if (at - name >= 6 && load<u32>(at - 6) == 0x64646968 && load<u16>(at - 2) == 0x6e65) return 0
    if (at - name == 1 && load<u8>(name) == 114) {
      if (close == value || close - value > digitsMax) return 0
      rowGiven = 0
      for (let digit = value; digit < close; digit++) {
        if (!isDigit(load<u8>(digit))) return 0
        rowGiven = rowGiven * 10 + <i32>(load<u8>(digit) - ZERO)
      }
    }
    at = close + 1
  }
  return 0
}

/** Behind the attributes of a cell's tag, at its `>` or `/>`; 0 where the tag is the host's. */
let column: i32 = 0
let type: u8 = 0
let style: i32 = 0
function readCellTag(at: usize, end: usize): usize {
  type = OF_NUMBER
  style = 0
  while (load<u8>(at) == 32) {
    if (at >= end || load<u16>(at, 2) != 0x223d) return 0 // ="
    const name = load<u8>(at, 1)
    if (<u8>((name | 32) - 97) > 25) return 0
    at += 4
    if (name == 114) {
      let letters: i32 = 0
      for (;;) {
        const letter = load<u8>(at) & 0xdf
        if (<u8>(letter - 65) > 25) break
        letters = letters * 26 + <i32>(letter - 64)
        if (letters > columnsMax) return 0
        at++
      }
      if (letters > 0) column = letters - 1
      at = quoteFrom(at, end)
    } else if (name == 115) {
      const from = at
      for (; isDigit(load<u8>(at)) && at - from < digitsMax; at++) style = style * 10 + <i32>(load<u8>(at) - ZERO)
      if (at == from || load<u8>(at) != QUOTE) return 0
    } else if (name == 116) {
      const first = load<u8>(at)
      if (first == 115) type = load<u8>(at, 1) == QUOTE ? OF_SHARED : OF_TEXT
      else if (first == 98) type = OF_BOOLEAN
      else if (first == 101) type = OF_ERROR
      else if (first == 105) type = OF_INLINE
      else if (first == 100) type = OF_ISO_DATE
      at = quoteFrom(at, end)
    } else at = quoteFrom(at, end)
    at++
  }
  return at
}

/** Behind a formula, whose name has been read; 0 where it is the host's. */
function pastFormula(at: usize, end: usize): usize {
  const byte = load<u8>(at)
  if (byte != GT && byte != SLASH && byte != 32) return 0
  let isQuoted = false
  for (; at < end; at++) {
    const letter = load<u8>(at)
    if (letter == QUOTE) isQuoted = !isQuoted
    else if (letter == 39 || letter == LT) return 0
    else if (letter == GT && !isQuoted) break
  }
  if (at >= end) return 0
  if (load<u8>(at - 1) == SLASH) return at + 1
  at = tagFrom(at + 1, end)
  return load<u32>(at) == 0x3e662f3c ? at + 4 : 0 // </f>
}

/** Where the digits of a number written as we write it end; 0 where it is written in another way. */
function plainNumberEnd(from: usize): usize {
  const isNegative = load<u8>(from) == MINUS
  const first = isNegative ? from + 1 : from
  let point: usize = 0
  let at = first
  for (;;) {
    const byte = load<u8>(at)
    if (byte == POINT && point == 0) point = at
    else if (!isDigit(byte)) break
    at++
  }
  const count = at - first
  if (count == 0 || point == first || load<u8>(at) != LT) return 0
  const leadsWithZero = load<u8>(first) == ZERO
  if (leadsWithZero && count > 1 && point != first + 1) return 0
  if (point == 0) return count < 40 && !(isNegative && leadsWithZero) ? at : 0
  return count <= 16 && load<u8>(at - 1) != ZERO && point != at - 1 ? at : 0
}

/** Twice and more what a serial's last bit is in the last days there are. */
const UNDECIDED_MS: f64 = 0.1

/**
 * Where the digits of a date end, which is then `serial`; 0 where they are written in another way. The number may be off in
 * its last bit: one where that could decide the millisecond, or the last day of all, is the host's.
 */
let serial: f64 = 0
function serialEnd(from: usize): usize {
  let at = from
  let digits: u64 = 0
  let scale: f64 = 0
  for (; at - from < serialCharactersMax; at++) {
    const byte = load<u8>(at)
    if (isDigit(byte)) {
      digits = digits * 10 + <u64>(byte - ZERO)
      scale *= 10
    } else if (byte == POINT && scale == 0 && at > from) scale = 1
    else break
  }
  const last = load<u8>(at - 1)
  if (at == from || load<u8>(at) != LT || last == POINT) return 0
  serial = scale == 0 ? <f64>digits : <f64>digits / scale
  const exactMs = serial * 86_400_000
  const rest = exactMs - floor(exactMs)
  return serial > 2_958_464 || abs<f64>(rest - 0.5) < UNDECIDED_MS ? 0 : at
}

/** Whether a value has a reference or a line end that XML reads as another: what is no text is the host's then. */
function isCoded(at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) == 38 || load<u8>(at) == 13) return true
  return false
}

/**
 * Copies a text up to the next `<`, the five entities resolved. Answers where that stands, and 0 for a text that is the
 * host's: other references, carriage returns, what may be one of Office's escapes.
 */
let copiedTo: usize = 0
function copyText(from: usize, end: usize, to: usize, limit: usize): usize {
  const lessThan = i8x16.splat(<i8>LT)
  const ampersand = i8x16.splat(38)
  const carriageReturn = i8x16.splat(13)
  const underscore = i8x16.splat(95)
  while (from < end && to < limit) {
    const bytes = v128.load(from)
    v128.store(to, bytes)
    const special = v128.or(
      v128.or(i8x16.eq(bytes, lessThan), i8x16.eq(bytes, ampersand)),
      v128.or(i8x16.eq(bytes, carriageReturn), i8x16.eq(bytes, underscore)),
    )
    const mask = i8x16.bitmask(special)
    const clean: usize = mask == 0 ? 16 : <usize>ctz(mask)
    from += clean
    to += clean
    if (mask == 0) continue
    const byte = load<u8>(from)
    if (byte == LT) {
      copiedTo = to
      return from
    }
    if (byte == 95) {
      if (load<u8>(from, 1) == 120) return 0 // _x
      store<u8>(to++, 95)
      from++
      continue
    }
    if (byte == 13) return 0
    const name = load<u32>(from, 1)
    if (name == 0x3b706d61) {
      store<u8>(to++, 38) // amp;
      from += 5
    } else if ((name & 0xffffff) == 0x3b746c) {
      store<u8>(to++, 60) // lt;
      from += 4
    } else if ((name & 0xffffff) == 0x3b7467) {
      store<u8>(to++, 62) // gt;
      from += 4
    } else if (load<u8>(from, 5) == 59 && name == 0x746f7571) {
      store<u8>(to++, 34) // quot;
      from += 6
    } else if (load<u8>(from, 5) == 59 && name == 0x736f7061) {
      store<u8>(to++, 39) // apos;
      from += 6
    } else return 0
  }
  return 0
}

/**
 * Whole rows of a worksheet's markup from `at`, as SheetTokens reads them, put behind those of the batch. Stops at whatever
 * is not written as nearly all programs do, at a row that does not end before `end`, and once the batch is full.
 * 64 bytes beyond `end` are read, and ignored.
 */
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
    const number: f64 = <f64>rowGiven > lastRow ? <f64>rowGiven : lastRow + 1
    if (number < firstRow || number > rowMax) return
    const first = cells
    let nextColumn = firstColumn
    column = -1
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
      column++
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
      if (type == OF_INLINE) {
        if (load<u32>(at) != 0x3e73693c || (load<u32>(at, 4) & 0xffffff) != 0x3e743c) return // <is><t>
        at += 7
      } else {
        if ((load<u32>(at) & 0xffffff) != 0x3e763c) return // <v>
        at += 3
      }
      const from = at
      let start = text
      let kind: u8 = UNFINISHED | type
      if (type == OF_SHARED) {
        let index: i32 = 0
        for (; isDigit(load<u8>(at)) && at - from < digitsMax; at++) index = index * 10 + <i32>(load<u8>(at) - ZERO)
        if (index >= stringsHere) start = input + index
        else {
          const length = stringLength(index)
          if (text + length > textStop) return
          kind = QUOTED
          text = copy(text, stringAt(index), length)
        }
      } else if (type == OF_NUMBER) {
        const mark = markOf(style)
        const numberEnd = mark == AS_NUMBER ? plainNumberEnd(at) : serialEnd(at)
        if (numberEnd != 0 && text + 32 + (numberEnd - from) > textStop) return
        if (numberEnd != 0 && mark == AS_NUMBER) {
          kind = NUMBER
          text = copy(text, from, numberEnd - from)
          at = numberEnd
        } else if (numberEnd != 0) {
          const dateEnd = appendSerial(text, serial, mark, is1904)
          if (dateEnd != 0) {
            kind = serialKind
            text = dateEnd
            at = numberEnd
          }
        }
      } else if (type == OF_TEXT || type == OF_INLINE) {
        const textStopped = copyText(at, end, text, textStop)
        if (textStopped != 0) {
          kind = QUOTED
          at = textStopped
          text = copiedTo
          if (type == OF_INLINE) {
            while (text > start && isSpace(load<u8>(text - 1))) text--
            while (start < text && isSpace(load<u8>(start))) start++
          }
        }
      } else if (type == OF_BOOLEAN) {
        kind = BOOLEAN
        const isTrue = load<u8>(at) == 49 || (load<u8>(at) | 32) == 116
        at = tagFrom(at, end)
        if (isCoded(from, at)) return
        if (text + 16 > textStop) return
        store<u32>(text, isTrue ? 0x65757274 : 0x736c6166)
        store<u8>(text, 101, 4)
        text += isTrue ? 4 : 5
      }
      if (kind >= UNFINISHED && type != OF_SHARED) {
        at = tagFrom(at, end)
        // A value may begin just behind the end, in what an earlier window left there.
        if (at < from || text + (at - from) > textStop) return
        if (type != OF_TEXT && type != OF_INLINE && isCoded(from, at)) return
        text = copy(text, from, at - from)
        if (type == OF_ERROR) kind = ERROR
      }
      if (at == from) return
      if (type == OF_INLINE) {
        // </t></is></c>
        if (load<u64>(at) != 0x73692f3c3e742f3c || load<u32>(at, 8) != 0x632f3c3e || load<u8>(at, 12) != GT) return
        at += 13
        if (text == start) continue
      } else {
        if (load<u64>(at) != 0x3e632f3c3e762f3c) return // </v></c>
        at += 8
        // An empty shared text is no cell.
        if (type == OF_SHARED && kind == QUOTED && text == start) continue
      }
      for (; nextColumn < column; nextColumn++, cells++) {
        store<i32>(starts + (<usize>cells << 2), 0)
        store<i32>(ends + (<usize>cells << 2), 0)
        store<u8>(kinds + cells, EMPTY)
      }
      if (kind >= UNFINISHED) {
        store<i32>(typedStarts + (<usize>cells << 2), style)
        store<i32>(typedEnds + (<usize>unfinished << 2), cells)
        unfinished++
      }
      store<i32>(starts + (<usize>cells << 2), <i32>(start - input))
      store<i32>(ends + (<usize>cells << 2), <i32>(text - input))
      store<u8>(kinds + cells, kind)
      nextColumn++
      cells++
    }
    if (at > end) return
    lastRow = number
    if (cells > first) {
      store<f64>(rowNumbers + (<usize>row << 3), number)
      row++
      store<i32>(rowStarts + (<usize>row << 2), cells)
    }
    sheetRows = row
    sheetCells = cells
    sheetText = <i32>(text - input)
    sheetAt = <i32>at
    sheetLastRow = lastRow
    sheetUnfinished = unfinished
  }
}

/**
 * Shared texts written `<si><t>…</t></si>`, as nearly all are, from `at` on: their starts and ends stand where a batch has those
 * of its cells. Stops at any other, and at one that does not end before `end`.
 */
export function readSharedTexts(at: usize, end: usize, textEnd: i32): void {
  let text = input
  const textStop = input + textEnd
  let count: i32 = 0
  sheetCells = 0
  sheetAt = <i32>at
  while (count < cellsMax) {
    at = pastSpace(at, end)
    // <si><t>
    if (load<u32>(at) != 0x3e69733c || (load<u32>(at, 4) & 0xffffff) != 0x3e743c) return
    let start = text
    at = copyText(at + 7, end, text, textStop)
    // </t></si>
    if (at == 0 || load<u64>(at) != 0x69732f3c3e742f3c || load<u8>(at, 8) != GT) return
    at += 9
    if (at > end) return
    text = copiedTo
    while (text > start && isSpace(load<u8>(text - 1))) text--
    while (start < text && isSpace(load<u8>(start))) start++
    store<i32>(starts + (<usize>count << 2), <i32>(start - input))
    store<i32>(ends + (<usize>count << 2), <i32>(text - input))
    sheetCells = ++count
    sheetAt = <i32>at
  }
}
