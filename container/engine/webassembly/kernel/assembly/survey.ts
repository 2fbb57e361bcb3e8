import * as layout from './layout'
import { ends, input, kinds, rowNumbers, rowStarts, starts } from './batch'
import { CELL_EMPTY as EMPTY, CELL_ERROR as ERROR, CELL_NUMBER as NUMBER, CELL_UNCACHED as UNCACHED } from './layout'
import { digitsEnd, FIRST_YEAR, isDate, MINUS, POINT, trimmedEnd, trimmedStart, ZERO } from './bytes'
import { isBoolean, isDecimal, isInteger, isTimestamp, isUuid, timeEnd } from './checks'
import { isMarker } from './nulls'

/**
 * The layout of a column's facts, which the host reads in ../../rows/survey.ts. The first numbers count values and
 * empty cells. After four bytes for alignment follow the checks that all values pass, the cell kinds (one bit each),
 * the sizes of numbers and the fractional digits of seconds. The last ones are the longest value as written, the
 * smallest and the largest integer, and the number of null markers, which pass no check.
 */
const FACTS_BYTES: usize = 72
const VALUES: usize = 0
const EMPTIES: usize = 4
const CHECKS: usize = 12
const KINDS: usize = 16
const WHOLE: usize = 20
const FRACTION: usize = 24
const SIGNIFICANT: usize = 28
const SECONDS: usize = 32
const BYTES: usize = 36
const POINTS: usize = 40
const UNITS: usize = 44
const SMALLEST: usize = 48
const LARGEST: usize = 56
const MARKERS: usize = 64

/** Bits of CHECKS, one for each check. */
const INTEGER: i32 = 1 << (layout.CHECK_INTEGER - 1)
const DECIMAL: i32 = 1 << (layout.CHECK_DECIMAL - 1)
const DATE: i32 = 1 << (layout.CHECK_DATE - 1)
const TIMESTAMP: i32 = 1 << (layout.CHECK_TIMESTAMP - 1)
const TIMESTAMP_ZONED: i32 = 1 << (layout.CHECK_TIMESTAMP_ZONED - 1)
const TIME: i32 = 1 << (layout.CHECK_TIME - 1)
const BOOLEAN: i32 = 1 << (layout.CHECK_BOOLEAN - 1)
const UUID: i32 = 1 << (layout.CHECK_UUID - 1)

const UNBOUNDED: i32 = i32.MAX_VALUE

// @inline
function raise(facts: usize, field: usize, value: i32): void {
  if (value > load<i32>(facts + field)) store<i32>(facts + field, value)
}

function raiseInteger(facts: usize, at: usize, end: usize): void {
  const isNegative = load<u8>(at) == MINUS
  let value: i64 = 0
  for (let digit = isNegative ? at + 1 : at; digit < end; digit++) value = value * 10 + <i64>(load<u8>(digit) - ZERO)
  if (isNegative) value = -value
  if (value < load<i64>(facts, SMALLEST)) store<i64>(facts, value, SMALLEST)
  if (value > load<i64>(facts, LARGEST)) store<i64>(facts, value, LARGEST)
}

/** Counts the digits before the point, after it, and the significant ones. */
function raiseDecimal(facts: usize, at: usize, end: usize): void {
  if (load<u8>(at) == MINUS) at++
  if (load<u8>(at) == ZERO) at++
  const whole = at
  while (at < end && load<u8>(at) != POINT) at++
  const wholeDigits = <i32>(at - whole)
  const fraction = at < end ? <i32>(end - at - 1) : 0
  let leading = 0
  if (wholeDigits == 0) while (leading < fraction && load<u8>(at + 1 + leading) == ZERO) leading++
  raise(facts, WHOLE, wholeDigits)
  raise(facts, FRACTION, fraction)
  raise(facts, SIGNIFICANT, wholeDigits + fraction - leading)
}

function raiseSeconds(facts: usize, at: usize, end: usize): void {
  if (at >= end || load<u8>(at) != POINT) return
  const from = ++at
  at = digitsEnd(at, end)
  raise(facts, SECONDS, <i32>(at - from))
}

/** Returns those of the `checks` that the value also passes. */
function passed(checks: i32, facts: usize, at: usize, end: usize): i32 {
  let passes = 0
  if (checks & INTEGER && isInteger(at, end)) {
    passes |= INTEGER
    raiseInteger(facts, at, end)
  }
  if (checks & DECIMAL && isDecimal(at, end, UNBOUNDED, UNBOUNDED, UNBOUNDED)) {
    passes |= DECIMAL
    raiseDecimal(facts, at, end)
  }
  if (checks & DATE && end - at == 10 && isDate(at, FIRST_YEAR)) passes |= DATE
  if (checks & TIMESTAMP && isTimestamp(at, end, UNBOUNDED, false)) {
    passes |= TIMESTAMP
    raiseSeconds(facts, at + 19, end)
  }
  if (checks & TIMESTAMP_ZONED && isTimestamp(at, end, UNBOUNDED, true)) {
    passes |= TIMESTAMP_ZONED
    raiseSeconds(facts, at + 19, end)
  }
  if (checks & TIME && timeEnd(at, end, UNBOUNDED) == end) {
    passes |= TIME
    raiseSeconds(facts, at + 8, end)
  }
  if (checks & BOOLEAN && isBoolean(at, end)) passes |= BOOLEAN
  if (checks & UUID && isUuid(at, end)) passes |= UUID
  return passes
}

function raiseLength(facts: usize, at: usize, end: usize): void {
  raise(facts, BYTES, <i32>(end - at))
  let points = <i32>(end - at)
  let units = points
  for (; at < end; at += 16) {
    const bytes = v128.load(at)
    const available = end - at
    const inside = available < 16 ? (1 << (<i32>available)) - 1 : 0xffff
    const tails = popcnt(i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))) & inside)
    const astral = popcnt(i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))) & inside)
    points -= tails
    units += astral - tails
  }
  raise(facts, POINTS, points)
  raise(facts, UNITS, units)
}

/**
 * Adds `rowCount` rows, except those up to the header, to the facts about `width` columns. The null markers are at
 * `markers` to `markersEnd`.
 */
export function surveyRows(
  rowCount: i32,
  width: i32,
  lastHeadRow: f64,
  columns: usize,
  markers: usize,
  markersEnd: usize,
): void {
  for (let row = 0; row < rowCount; row++) {
    if (load<f64>(rowNumbers + ((<usize>row) << 3)) <= lastHeadRow) continue
    const first = load<i32>(rowStarts + ((<usize>row) << 2))
    const count = load<i32>(rowStarts + ((<usize>row) << 2), 4) - first
    let facts = columns
    for (let column = 0; column < width; column++, facts += FACTS_BYTES) {
      const cell = <usize>(first + column)
      const kind = column < count ? load<u8>(kinds + cell) : EMPTY
      if (kind == EMPTY || kind == ERROR || kind == UNCACHED) {
        store<i32>(facts, load<i32>(facts, EMPTIES) + 1, EMPTIES)
        continue
      }
      let at = input + load<i32>(starts + (cell << 2))
      let end = input + load<i32>(ends + (cell << 2))
      raiseLength(facts, at, end)
      at = trimmedStart(at, end)
      end = trimmedEnd(at, end)
      if (at == end) {
        store<i32>(facts, load<i32>(facts, EMPTIES) + 1, EMPTIES)
        continue
      }
      store<i32>(facts, load<i32>(facts, VALUES) + 1, VALUES)
      store<i32>(facts, load<i32>(facts, KINDS) | (1 << (<i32>kind)), KINDS)
      const checks = load<i32>(facts, CHECKS)
      if (checks != 0) {
        const passes = passed(checks, facts, at, end)
        if (passes == 0 && kind != NUMBER && isMarker(at, end, markers, markersEnd))
          store<i32>(facts, load<i32>(facts, MARKERS) + 1, MARKERS)
        else store<i32>(facts, passes, CHECKS)
      }
    }
  }
}
