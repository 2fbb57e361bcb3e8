import { copy } from './bytes'
import { passes } from './checks'
import {
  BYTES_OF_FAST_COLUMN,
  CHECK_DECIMAL as DECIMAL,
  CHECK_FLOAT as FLOAT,
  CHECK_INTEGER as INTEGER,
  SORT_BOOLEAN as BOOLEAN_WORDS,
} from './layout'
import { NULLS, rewrite, trim, trimmedTo } from './formats'
import { isNull } from './nulls'
import * as literal from './write'
import { writeBare, writeBooleanWord, writeLiteral } from './write'

// The fast path writes rows from the text to the output without a batch. It reads each value once, checks it like
// castRows and writes it like writeRows. A row that needs the plain code is skipped completely. Most values are short
// and canonical: fast-values.ts checks and writes them in words of 16 bytes. A separate loop handles rows with only
// such values. It is the same source, compiled a second time without any call.

/**
 * A job, which the host describes once per table. It starts with i32 addresses and counts of the columns, the text
 * between rows and the text after a row. Four words about records or objects follow, and the address and size of a
 * scratch buffer for unquoting and unescaping. The constants are at the end.
 */
export const COLUMNS: usize = 0
export const WIDTH: usize = 4
export const BETWEEN: usize = 8
export const SUFFIX: usize = 16
export const SCRATCH: usize = 40
export const SCRATCH_BYTES: usize = 44
export const CONSTANTS: usize = 48

/** Returned instead of an address if the row is left to the host. */
export const LEFT: usize = 0

/**
 * The description of a column of the file. TASK says how to write its short values. SKIPPED marks a column that is not
 * written. The sizes for castRows are at WHOLE, and the literal for writeRows follows. At 64, 80 and 96 are the first
 * 16 bytes of BEFORE, AFTER and NOTHING, if these are not longer. The last fields are the format of its values and the
 * address of the literal's allowance.
 */
export const COLUMN_BYTES: usize = BYTES_OF_FAST_COLUMN
export const TASK: usize = 0
const CHECK: usize = 4
export const WHOLE: usize = 8
const REFUSES_TEXT: usize = 20
const LITERAL: usize = 24
export const BEFORE: usize = LITERAL + literal.BEFORE
export const AFTER: usize = LITERAL + literal.AFTER
const NOTHING: usize = LITERAL + literal.NOTHING
export const LONGEST: usize = LITERAL + literal.LONGEST
const SORT: usize = LITERAL + literal.SORT
export const SHORTEST: usize = LITERAL + literal.SHORTEST
export const BEFORE_BYTES: usize = 64
export const AFTER_BYTES: usize = 80
const NOTHING_BYTES: usize = 96
const FORMAT: usize = 112
const ALLOWANCE: usize = 148

const SKIPPED: i32 = -1

/** The results of a call: the number of rows read, the start of the last one, and the positions where reading and writing stopped. */
export let fastRows: i32 = 0
export let fastLastRow: i32 = 0
export let fastConsumed: i32 = 0
export let fastWritten: i32 = 0

// @inline
export function ended(rows: i32, lastRow: i32, consumed: i32, written: usize): void {
  fastRows = rows
  fastLastRow = lastRow
  fastConsumed = consumed
  fastWritten = <i32>written
}

/** Tests whether the column rejects values that the file marks as text. */
// @inline
export function refusesText(column: usize): bool {
  return load<i32>(column, REFUSES_TEXT) != 0
}

/** Tests whether the column's check also covers JSON's grammar of numbers, so that the number needs no second check. */
// @inline
export function knowsNumbers(column: usize): bool {
  const check = load<i32>(column, CHECK)
  return check == INTEGER || check == DECIMAL || check == FLOAT
}

/** Writes the literal for NULL and returns the address after it. */
// @inline
export function writeNothing(column: usize, to: usize): usize {
  const count = <usize>load<u32>(column, NOTHING + 4)
  v128.store(to, v128.load(column, NOTHING_BYTES))
  return count <= 16 ? to + count : copy(to, load<u32>(column, NOTHING), count)
}

/** Writes a value that has the column's format. Returns the address after it, or 0 for any other value. */
function writeRewritten(column: usize, at: usize, count: usize, to: usize): usize {
  const sort = load<i32>(column, SORT)
  const from = sort == BOOLEAN_WORDS ? to : copy(to, load<u32>(column, BEFORE), load<u32>(column, BEFORE + 4))
  to = rewrite(column + FORMAT, column + WHOLE, at, at + count, from)
  if (to == 0) return 0
  if (sort == BOOLEAN_WORDS) return writeBooleanWord(column + LITERAL, from, from)
  to = writeBare(sort, load<u32>(column, ALLOWANCE), from, to - from, from)
  if (to == 0) return 0
  return copy(to, load<u32>(column, AFTER), load<u32>(column, AFTER + 4))
}

/** Writes a value without the spaces around it. Returns the address after it, or 0 if it has none. */
function writeTrimmed(column: usize, at: usize, count: usize, to: usize, limit: usize): usize {
  const from = trim(column + FORMAT, at, at + count)
  return from == 0 ? 0 : writeInFull(column, from, trimmedTo - from, to, limit)
}

/** Checks and writes any value. Returns the address after it, or 0 if the host must handle the row. */
export function writeInFull(column: usize, at: usize, count: usize, to: usize, limit: usize): usize {
  const check = load<i32>(column, CHECK)
  if (check == SKIPPED) return to
  if (isNull(load<u32>(column, FORMAT + NULLS), at, count)) return writeNothing(column, to)
  if (<i32>count > load<i32>(column, LONGEST) || <i32>count < load<i32>(column, SHORTEST) || to + count * 3 > limit)
    return 0
  if (!passes(check, column + WHOLE, at, at + count)) {
    const end = writeRewritten(column, at, count, to)
    return end != 0 ? end : writeTrimmed(column, at, count, to, limit)
  }
  return writeLiteral(column + LITERAL, column + ALLOWANCE, at, count, to)
}
