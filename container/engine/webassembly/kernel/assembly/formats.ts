// Values in a format that a whole column has, written as canonical text.
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
 * A column's format, 36 bytes: what its values are; in which order their days are written, which words they are, or what stands
 * between groups of digits and before the fraction; an allowance to rewrite them; the address of its texts for no value; that of
 * what stands before and after its numbers; and an allowance to take spaces off.
 * ../../cast/kernel-fixes.ts writes it, but for the address of the texts, which ../../cast/kernel-nulls.ts does.
 */
const PART: usize = 0
const ORDER: usize = 1
const DECIMAL: usize = 2
const ALLOWANCE: usize = 4
export const NULLS: usize = 16
const AFFIXES: usize = 20
const TRIMMING: usize = 24

/** Whether a number is its canonical text already. One below zero is read as one that is not. */
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
 * Writes a value in the format of the column whose sizes are at `sizes` as canonical text; returns where that ends, 0 for a
 * value that is not in it.
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

/** The start of a value without its surrounding spaces; 0 when it has none, is blank, or must keep them. */
export function trim(format: usize, at: usize, end: usize): usize {
  const from = trimmedStart(at, end)
  trimmedTo = trimmedEnd(from, end)
  const isTrimmed = from > at || trimmedTo < end
  return isTrimmed && from < end && mayChange(format + TRIMMING, at, end) ? from : 0
}
