// Values in a form that a whole column has, written as canonical text.
import { MINUS } from './bytes'
import { FRACTION, SIGNIFICANT } from './checks'
import { writeGrouped } from './grouped'
import { writeMoment } from './moments'
import { find } from './tallies'
import { UUID_IN_CAPITALS, WORD, writeUuid, writeWord } from './words'

/**
 * A column's form, 20 bytes: what its values are; in which order their days are written, which words they are, or what stands
 * between groups of digits and before the fraction; the address of those that may be rewritten, as the report shows them (two of 64 bytes, each
 * an i32 length and the bytes; 0: all may be); the tally of those that were; and the address of its texts for no value.
 * ../../cast/kernel-fixes.ts writes it, ../../cast/kernel-nulls.ts its end.
 */
const PART: usize = 0
const ORDER: usize = 1
const DECIMAL: usize = 2
const KNOWN: usize = 4
const TALLY: usize = 8
export const NULLS: usize = 16

const KNOWN_BYTES: usize = 64
const KNOWN_END: usize = 128

/** The others are those of moments and of words. */
const LEFT: i32 = 0
const NUMBER: i32 = 4

/** Whether a value is among those that may be rewritten. */
function isKnown(known: usize, at: usize, end: usize): bool {
  for (let value = known; value < known + KNOWN_END; value += KNOWN_BYTES) {
    if (<usize>load<u32>(value) != end - at) continue
    let index: usize = 0
    while (at + index < end && load<u8>(value + index, 4) == load<u8>(at + index)) index++
    if (at + index == end) return true
  }
  return false
}

/** Whether a number is its canonical text already. One below zero is read as one that is not. */
function isAsWritten(at: usize, end: usize, from: usize, to: usize): bool {
  if (end - at != to - from || load<u8>(at) == MINUS) return false
  while (at < end && load<u8>(at) == load<u8>(from)) {
    at++
    from++
  }
  return at == end
}

function rewrittenAs(part: i32, form: usize, sizes: usize, at: usize, end: usize, to: usize): usize {
  const order = load<u8>(form, ORDER)
  const fraction = load<i32>(sizes, FRACTION)
  switch (part) {
    case NUMBER:
      return writeGrouped(order, load<u8>(form, DECIMAL), load<i32>(sizes), fraction, load<i32>(sizes, SIGNIFICANT), at, end, to)
    case WORD:
      return writeWord(<i32>order, at, end, to)
    case UUID_IN_CAPITALS:
      return writeUuid(at, end, to)
  }
  return writeMoment(part, <i32>order, fraction, at, end, to)
}

/**
 * Writes a value in the form of the column whose sizes are at `sizes` as canonical text; answers where that ends, 0 for a
 * value that is not in it.
 */
export function rewrite(form: usize, sizes: usize, at: usize, end: usize, to: usize): usize {
  const part = <i32>load<u8>(form, PART)
  if (part == LEFT) return 0
  const textEnd = rewrittenAs(part, form, sizes, at, end, to)
  if (textEnd == 0 || (part == NUMBER && isAsWritten(at, end, to, textEnd))) return textEnd
  const known = <usize>load<u32>(form, KNOWN)
  if (known != 0 && !isKnown(known, at, end)) return 0
  find(form + TALLY)
  return textEnd
}
