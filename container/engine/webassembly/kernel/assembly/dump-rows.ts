import { digitsEnd, MINUS, ZERO } from './bytes'
import { NOT_HERE, plainString, stringEnd, to, writeAt } from './dump-text'
import {
  boolean,
  bytes,
  date,
  decimal,
  FRACTION_MAX,
  integer,
  isNull,
  isQuote,
  isSafeYear,
  label,
  push,
  skipValue,
  takeDoubleQuotes,
  text,
  time,
  truth,
  uuid,
} from './dump-values'
import { isJson } from './json'
import {
  BYTES_OF_DUMP_COLUMN as COLUMN_BYTES,
  TASK_SKIP as SKIP,
  TASK_INTEGER as INTEGER,
  TASK_DECIMAL as DECIMAL,
  TASK_BOOLEAN as BOOLEAN,
  TASK_DATE as DATE,
  TASK_TIMESTAMP as TIMESTAMP,
  TASK_TIME as TIME,
  TASK_INTERVAL as INTERVAL,
  TASK_TEXT as TEXT,
  TASK_BYTES as BYTES,
  TASK_LABEL as LABEL,
  TASK_UUID as UUID,
  TASK_IS_BOOLEAN as IS_BOOLEAN,
  TASK_IS_DATE as IS_DATE,
  TASK_IS_TIME as IS_TIME,
  TASK_IS_BELOW_19_DIGITS as IS_BELOW_19_DIGITS,
  TASK_IS_NOT_EMPTY as IS_NOT_EMPTY,
  TASK_IS_COUNTED as IS_COUNTED,
  TASK_IS_JSON as IS_JSON,
  TASK_SAFE_TIMESTAMP as SAFE_TIMESTAMP,
  TASK_IS_SAFE_TIMESTAMP as IS_SAFE_TIMESTAMP,
} from './layout'
import { isUtf8 } from './utf8'

// A column's description: i32 numbers for the task, the size (or the address of a list), the longest number, and
// whether NULL is allowed. The other bits of the last one are the characters of a text.

const COMMA: u8 = 44
const OPEN: u8 = 40
const CLOSE: u8 = 41
const SEMICOLON: u8 = 59

/** The number of rows that a call read. */
export let dumpRows: i32 = 0
/** The address after the written bytes. */
export let dumpWritten: i32 = 0

// @inline
function written(column: usize, task: i32, at: usize, end: usize, validUntil: usize): usize {
  switch (task) {
    case INTEGER:
      return integer(at, end, load<i32>(column, 4))
    case DECIMAL:
      return decimal(at, end, load<i32>(column, 4), load<i32>(column, 8))
    case TEXT:
      return text(at, end, load<i32>(column, 4), load<i32>(column, 8), load<i32>(column, 12) >> 1, validUntil)
    case BOOLEAN: {
      const next = boolean(at, end, load<i32>(column, 4) != 0)
      push(truth == 49 ? 116 : 102)
      return next
    }
    case DATE:
      return date(at, end, false, 0, true)
    case TIMESTAMP:
      return date(at, end, true, load<i32>(column, 4), true)
    case SAFE_TIMESTAMP:
      return isSafeYear(at + 1) ? date(at, end, true, load<i32>(column, 4), true) : NOT_HERE
    case TIME:
      return time(at, end, false, load<i32>(column, 4), true)
    case INTERVAL:
      return time(at, end, true, load<i32>(column, 4), true)
    case BYTES: {
      const from = to
      const size = load<i32>(column, 4)
      const longest = load<i32>(column, 8)
      const next = bytes(at, end)
      if (longest > 0 && to - from > <usize>(longest * 2 + 3)) return NOT_HERE
      return size == 0 || to - from == <usize>(size * 2 + 3) ? next : NOT_HERE
    }
    case LABEL:
      return label(at, end, <usize>load<u32>(column, 4), validUntil)
    case UUID:
      return uuid(at, end)
  }
  return NOT_HERE
}

/** Writes the row that opens at `at`. Returns the address after its closing parenthesis. */
function writeRow(at: usize, end: usize, columns: usize, columnsEnd: usize, validUntil: usize): usize {
  at++
  for (let column = columns; column < columnsEnd; column += COLUMN_BYTES) {
    if (at + 8 > end) return NOT_HERE
    const task = load<i32>(column)
    if (task == SKIP) at = skipValue(at, end)
    else {
      if (isNull(at)) {
        if ((load<i32>(column, 12) & 1) == 0) return NOT_HERE
        at += 4
        store<u16>(to, 0x4e5c)
        writeAt(to + 2)
      } else at = written(column, task, at, end, validUntil)
      push(9)
    }
    if (at == NOT_HERE || at >= end) return NOT_HERE
    const byte = load<u8>(at++)
    const isLast = column + COLUMN_BYTES == columnsEnd
    if (byte != (isLast ? CLOSE : COMMA)) return NOT_HERE
  }
  store<u8>(to - 1, 10)
  return at
}

// @inline
function checked(task: i32, at: usize, end: usize): usize {
  switch (task) {
    case IS_BOOLEAN: {
      const byte = load<u8>(at)
      return byte == 48 || byte == 49 ? at + 1 : NOT_HERE
    }
    case IS_DATE:
      return date(at, end, true, FRACTION_MAX, false)
    case IS_SAFE_TIMESTAMP:
      return isSafeYear(at + 1) ? date(at, end, true, FRACTION_MAX, false) : NOT_HERE
    case IS_TIME:
      return time(at, end, false, FRACTION_MAX, false)
    case IS_BELOW_19_DIGITS: {
      const from = at
      at = digitsEnd(at, end)
      return at == from || at - from > 18 ? NOT_HERE : at
    }
    case IS_NOT_EMPTY: {
      const quote = load<u8>(at)
      if (!isQuote(quote) || load<u8>(at + 1) == quote) return NOT_HERE
      const close = stringEnd(at + 1, end, quote)
      return close == NOT_HERE ? NOT_HERE : close + 1
    }
    case IS_COUNTED: {
      // Zero may mean the next number, as NULL does.
      const from = at
      at = digitsEnd(at, end)
      return at == from || at - from > 18 || load<u8>(from) == ZERO ? NOT_HERE : at
    }
    case IS_JSON: {
      const quote = load<u8>(at)
      const text = to
      if (!isQuote(quote)) return NOT_HERE
      const next = plainString(at + 1, end, quote)
      if (next == NOT_HERE) return NOT_HERE
      memory.fill(to, 0, 64)
      const isGood = isJson(text, to, to + 64) && isUtf8(text, to)
      writeAt(text)
      return isGood ? next : NOT_HERE
    }
  }
  return NOT_HERE
}

/** Checks a row's first columns and skips the others. */
function checkRow(at: usize, end: usize, columns: usize, columnsEnd: usize): usize {
  at++
  for (let column = columns; column < columnsEnd; column += COLUMN_BYTES) {
    if (at + 8 > end) return NOT_HERE
    const task = load<i32>(column)
    if (task == SKIP) at = skipValue(at, end)
    else if (isNull(at) && task != IS_COUNTED) at += 4
    else at = checked(task, at, end)
    if (at == NOT_HERE || at >= end) return NOT_HERE
    const byte = load<u8>(at)
    if (byte == CLOSE && column + COLUMN_BYTES == columnsEnd) return at + 1
    if (byte != COMMA) return NOT_HERE
    at++
  }
  return rowEnd(at, end)
}

/** Returns the address after the parenthesis that closes the row. */
function rowEnd(at: usize, end: usize): usize {
  // The low and high halves of special bytes share a bit in these tables.
  const low = i8x16(4, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 2, 8, 1, 0, 1)
  const high = i8x16(0, 0, 1, 2, 0, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  const nibble = i8x16.splat(15)
  const zero = i8x16.splat(0)
  while (at < end) {
    const bytes = v128.load(at)
    const special = v128.and(i8x16.swizzle(low, v128.and(bytes, nibble)), i8x16.swizzle(high, i8x16.shr_u(bytes, 4)))
    const mask = i8x16.bitmask(i8x16.ne(special, zero))
    if (mask == 0) {
      at += 16
      continue
    }
    at += <usize>ctz(mask)
    if (at + 1 >= end) return NOT_HERE
    const byte = load<u8>(at)
    if (byte == CLOSE) return at + 1
    if (isQuote(byte)) {
      const close = stringEnd(at + 1, end, byte)
      if (close == NOT_HERE) return NOT_HERE
      at = close + 1
      continue
    }
    // A plain row contains no parentheses, comments, quoted names or ends of statements, but it may contain a sign.
    if (byte != MINUS || load<u8>(at + 1) == MINUS) return NOT_HERE
    at++
  }
  return NOT_HERE
}

/**
 * Returns the start of the next row, after a comma or after a repeated head of the same statement, or 0 if no row
 * follows.
 */
function nextRow(at: usize, end: usize, head: usize, headCount: usize): usize {
  if (at >= end) return NOT_HERE
  const byte = load<u8>(at)
  if (byte == SEMICOLON && headCount > 0) {
    at++
    while (at < end && load<u8>(at) <= 32) at++
    if (at + headCount >= end || memory.compare(at, head, headCount) != 0) return NOT_HERE
    at += headCount
  } else if (byte == COMMA) at++
  else return NOT_HERE
  while (at < end && load<u8>(at) <= 32) at++
  return at < end && load<u8>(at) == OPEN ? at : NOT_HERE
}

/**
 * Reads plain rows, starting at the parenthesis at `at`, and writes them to `out`. If nothing is written, it uses `out` as
 * a scratch buffer. Returns where it stopped: before a parenthesis, or after a row that is not followed by another one.
 */
export function takeDumpRows(
  at: usize,
  end: usize,
  validUntil: usize,
  columns: usize,
  columnCount: i32,
  doubleQuotes: bool,
  out: usize,
  isWritten: bool,
  rowsMax: i32,
  head: usize,
  headCount: usize,
): usize {
  takeDoubleQuotes(doubleQuotes)
  const columnsEnd = columns + <usize>columnCount * COLUMN_BYTES
  writeAt(out)
  dumpRows = 0
  dumpWritten = <i32>out
  let stoppedAt = at
  while (at != NOT_HERE) {
    stoppedAt = at
    const next = isWritten ? writeRow(at, end, columns, columnsEnd, validUntil) : checkRow(at, end, columns, columnsEnd)
    if (next == NOT_HERE) break
    stoppedAt = next
    dumpWritten = <i32>to
    if (++dumpRows == rowsMax) break
    at = nextRow(next, end, head, headCount)
  }
  return stoppedAt
}
