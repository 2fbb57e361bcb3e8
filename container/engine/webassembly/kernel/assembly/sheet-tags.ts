// The tags of a worksheet's markup: rows, cells and formulas in the usual notation.
import { isDigit, ZERO } from './bytes'

/** The values of CellType in ../../readers/xlsx/cell-attributes.ts. */
export const OF_NUMBER: u8 = 0
export const OF_SHARED: u8 = 1
export const OF_TEXT: u8 = 2
export const OF_INLINE: u8 = 3
export const OF_BOOLEAN: u8 = 4
export const OF_ERROR: u8 = 5
export const OF_ISO_DATE: u8 = 6

const QUOTE: u8 = 34
export const SLASH: u8 = 47
export const LT: u8 = 60
const EQUALS: u8 = 61
export const GT: u8 = 62

const columnsMax: i32 = 16_384
/** The number of digits that always fit into 32 bits. */
export const digitsMax: usize = 9

// @inline
export function isSpace(byte: u8): bool {
  return byte == 32 || byte == 10 || byte == 13 || byte == 9
}

// @inline
export function pastSpace(at: usize, end: usize): usize {
  while (at < end && isSpace(load<u8>(at))) at++
  return at
}

/** Returns the position of the closing quote from `at` on, or the end. */
// @inline
function quoteFrom(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != QUOTE) at++
  return at
}

/** Returns the position of the next `<` from `at` on, or the end. */
export function tagFrom(at: usize, end: usize): usize {
  const lessThan = i8x16.splat(<i8>LT)
  for (; at < end; at += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(at), lessThan))
    if (mask != 0) return at + <usize>ctz(mask)
  }
  return end
}

/** The last row tag: its row number, or 0 if it has none, and whether the row has no cells. */
export let rowGiven: i32 = 0
export let rowIsClosed: bool = false

/** The column index of the last cell tag, or −1 before a row's first cell. */
export let column: i32 = 0
export let type: u8 = 0
export let style: i32 = 0

/** Returns the address after the attributes of a row's tag, or 0 if the host must read the tag. */
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
export function readRowTag(at: usize, end: usize): usize {
  rowGiven = 0
  rowIsClosed = false
  column = -1
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
    // The host counts hidden rows.
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

/**
 * Returns the address after the attributes of a cell's tag, at its `>` or `/>`, or 0 if the host must read the tag. A
 * cell without a reference follows the previous one.
 */
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
export function readCellTag(at: usize, end: usize): usize {
  column++
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

/** Returns the address after a formula whose name has been read, or 0 if the host must read it. */
export function pastFormula(at: usize, end: usize): usize {
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
  // The host reads calls of HYPERLINK, because it counts the links.
  if ((load<u32>(at + 1) | 0x20202020) == 0x65707968) return 0 // hype
  at = tagFrom(at + 1, end)
  return load<u32>(at) == 0x3e662f3c ? at + 4 : 0 // </f>
}

/** Returns the address after the tag that opens the value of the current cell, or 0 if it has another notation. */
// @inline
export function pastValueTag(at: usize): usize {
  // <is><t>
  if (type == OF_INLINE) return load<u32>(at) == 0x3e73693c && (load<u32>(at, 4) & 0xffffff) == 0x3e743c ? at + 7 : 0
  return (load<u32>(at) & 0xffffff) == 0x3e763c ? at + 3 : 0 // <v>
}

/** Returns the address after the tags that close the value and its cell, or 0 if they have another notation. */
// @inline
export function pastCellEnd(at: usize): usize {
  if (type != OF_INLINE) return load<u64>(at) == 0x3e632f3c3e762f3c ? at + 8 : 0 // </v></c>
  // </t></is></c>
  const isEnd = load<u64>(at) == 0x73692f3c3e742f3c && load<u32>(at, 8) == 0x632f3c3e && load<u8>(at, 12) == GT
  return isEnd ? at + 13 : 0
}
