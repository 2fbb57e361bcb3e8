// Checks and writes short values in words of 16 bytes. fast-path.ts writes the others byte by byte, or leaves them to
// the host.
import {
  SHORT_TEXT,
  SHORT_INTEGER,
  SHORT_DECIMAL,
  SHORT_DATE,
  SHORT_TIMESTAMP,
  SHORT_BOOLEAN,
  SHORT_WORDS,
  SHORT_FIELD,
  SHORT_NO_VALUE as NO_VALUE,
  SHORT_TIMESTAMP_T,
  SHORT_UUID,
} from './layout'
import { AFTER, AFTER_BYTES, BEFORE, BEFORE_BYTES, LEFT, LONGEST, SHORTEST, TASK, WHOLE } from './fast-path'
import {
  isShortBoolean,
  isShortDate,
  isShortDecimal,
  isShortInteger,
  isShortTimestamp,
  isShortUuid,
  specialsOf,
} from './short-values'

const SPACE: u8 = 32
/** The letter between date and time. */
const LETTER_T: u8 = 84
const DATE_BYTES: usize = 10

/** The maximum number of bytes of a column's short value, including the text around it. */
export const SHORT_ROOM: usize = 112

/** Writes up to 32 bytes, with the column's text before and after them. */
// @inline
function surround(column: usize, bytes: v128, more: v128, count: usize, to: usize): usize {
  v128.store(to, v128.load(column, BEFORE_BYTES))
  to += <usize>load<u32>(column, BEFORE + 4)
  v128.store(to, bytes)
  v128.store(to, more, 16)
  to += count
  v128.store(to, v128.load(column, AFTER_BYTES))
  return to + <usize>load<u32>(column, AFTER + 4)
}

// @inline
function surroundShort(column: usize, bytes: v128, count: usize, to: usize): usize {
  v128.store(to, v128.load(column, BEFORE_BYTES))
  to += <usize>load<u32>(column, BEFORE + 4)
  v128.store(to, bytes)
  to += count
  v128.store(to, v128.load(column, AFTER_BYTES))
  return to + <usize>load<u32>(column, AFTER + 4)
}

/**
 * Does the work of `surround` for any length, 16 bytes at a time. Returns LEFT if a byte must not be written unchanged.
 */
// @inline
function surroundLong(constants: usize, column: usize, at: usize, count: usize, to: usize): usize {
  v128.store(to, v128.load(column, BEFORE_BYTES))
  to += <usize>load<u32>(column, BEFORE + 4)
  for (let left = <i32>count; left > 0; left -= 16) {
    const bytes = v128.load(at)
    const within = left < 16 ? (1 << left) - 1 : 0xffff
    if ((specialsOf(constants, bytes) & within) != 0) return LEFT
    v128.store(to, bytes)
    at += 16
    to += 16
  }
  to -= (16 - (count & 15)) & 15
  v128.store(to, v128.load(column, AFTER_BYTES))
  return to + <usize>load<u32>(column, AFTER + 4)
}

/**
 * Checks and writes a value that is visibly canonical and written unchanged. Returns the address after it, or LEFT for
 * any other value. The buffer must have space for a short value. This function calls nothing, because a call would
 * spill every value that the surrounding loop keeps in registers, even if it is never reached.
 */
// @inline
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
export function writeShort(constants: usize, column: usize, at: usize, count: usize, to: usize, limit: usize): usize {
  const bytes = v128.load(at)
  const task = load<i32>(column, TASK)
  switch (task) {
    case SHORT_TEXT:
    case SHORT_FIELD: {
      if (<i32>count < load<i32>(column, SHORTEST)) break
      // A field is quoted if it is empty or has spaces at its ends.
      if (task == SHORT_FIELD && (count == 0 || load<u8>(at) == SPACE || load<u8>(at + count - 1) == SPACE)) break
      if (count > 32) {
        if (<i32>count > load<i32>(column, LONGEST) || to + count > limit) break
        return surroundLong(constants, column, at, count, to)
      }
      const specials = specialsOf(constants, bytes)
      if (count <= 16) {
        if ((specials & ((1 << (<u32>count)) - 1)) != 0) break
        return surroundShort(column, bytes, count, to)
      }
      const more = v128.load(at, 16)
      if ((specials | (specialsOf(constants, more) & ((1 << (<u32>count - 16)) - 1))) != 0) break
      return surround(column, bytes, more, count, to)
    }
    case SHORT_INTEGER:
      if (count > 16 || !isShortInteger(constants, bytes, at, count)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_DECIMAL:
      if (count > 16 || !isShortDecimal(constants, column + WHOLE, bytes, at, count)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_DATE:
      if (count != 10 || !isShortDate(constants, bytes, at)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_TIMESTAMP:
    case SHORT_TIMESTAMP_T: {
      if (count != 19 || !isShortTimestamp(constants, bytes, at)) break
      const next = surround(column, bytes, v128.load(at, 16), count, to)
      if (task == SHORT_TIMESTAMP_T) store<u8>(to + <usize>load<u32>(column, BEFORE + 4), LETTER_T, DATE_BYTES)
      return next
    }
    case SHORT_UUID:
      if (count != 36 || !isShortUuid(constants, at)) break
      return surroundLong(constants, column, at, count, to)
    case SHORT_BOOLEAN:
      if (!isShortBoolean(at, count)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_WORDS: {
      if (!isShortBoolean(at, count)) break
      const word = column + (count == 4 ? 0 : AFTER_BYTES - BEFORE_BYTES)
      v128.store(to, v128.load(word, BEFORE_BYTES))
      return to + <usize>load<u32>(column + (count == 4 ? BEFORE : AFTER), 4)
    }
    case NO_VALUE:
      return to
  }
  return LEFT
}
