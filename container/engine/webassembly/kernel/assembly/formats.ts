// Values in the format of their column, rewritten as canonical text.
import { mayChange } from './allowance'
import { MINUS, trimmedEnd, trimmedStart } from './bytes'
import { FRACTION, SIGNIFICANT } from './checks'
import { writeGrouped } from './grouped'
import { writeTimestamp } from './timestamps'
import {
  REWRITE_BOOLEAN as WORD,
  REWRITE_LEFT as LEFT,
  REWRITE_NUMBER as NUMBER,
  REWRITE_UUID as UUID_IN_CAPITALS,
} from './layout'
import { writeUuid, writeWord } from './words'

/**
 * The layout of a column's format. The first bytes are the kind of value and its notation: the order of a date, the
 * pair of words, or the separators of groups and fractions. The other fields are an allowance to rewrite values, the
 * address of the null markers, the address of the affixes of numbers, and an allowance to trim spaces.
 * ../../rows/kernel-nulls.ts sets the address of the null markers, and ../../rows/kernel-fixes.ts everything else.
 */
const PART: usize = 0
const ORDER: usize = 1
const DECIMAL: usize = 2
const ALLOWANCE: usize = 4
export const NULLS: usize = 16
const AFFIXES: usize = 20
const TRIMMING: usize = 24

/** Tests whether a number is already canonical text. Negative numbers count as not canonical. */
function isAsWritten(at: usize, end: usize, from: usize, to: usize): bool {
  if (end - at != to - from || load<u8>(at) == MINUS) return false
  while (at < end && load<u8>(at) == load<u8>(from)) {
    at++
    from++
  }
  return at == end
}

function rewrittenAs(part: i32, format: usize, sizes: usize, at: usize, end: usize, to: usize): usize {
  const order = load<u8>(format, ORDER)
  const fraction = load<i32>(sizes, FRACTION)
  switch (part) {
    case NUMBER:
      return writeGrouped(
        order,
        load<u8>(format, DECIMAL),
        load<u32>(format, AFFIXES),
        load<i32>(sizes),
        fraction,
        load<i32>(sizes, SIGNIFICANT),
        at,
        end,
        to,
      )
    case WORD:
      return writeWord(<i32>order, at, end, to)
    case UUID_IN_CAPITALS:
      return writeUuid(at, end, to)
  }
  return writeTimestamp(part, <i32>order, fraction, at, end, to)
}

/**
 * Writes a value in the column's format as canonical text. The column's sizes are at `sizes`. Returns the end, or 0 for
 * a value in any other format.
 */
export function rewrite(format: usize, sizes: usize, at: usize, end: usize, to: usize): usize {
  const part = <i32>load<u8>(format, PART)
  if (part == LEFT) return 0
  const textEnd = rewrittenAs(part, format, sizes, at, end, to)
  if (textEnd == 0 || (part == NUMBER && isAsWritten(at, end, to, textEnd))) return textEnd
  return mayChange(format + ALLOWANCE, at, end) ? textEnd : 0
}

/** The end of the value that `trim` found. */
export let trimmedTo: usize = 0

/** Returns the start of a value without its surrounding spaces, or 0 if it has none, is blank, or must keep them. */
export function trim(format: usize, at: usize, end: usize): usize {
  const from = trimmedStart(at, end)
  trimmedTo = trimmedEnd(from, end)
  const isTrimmed = from > at || trimmedTo < end
  return isTrimmed && from < end && mayChange(format + TRIMMING, at, end) ? from : 0
}
