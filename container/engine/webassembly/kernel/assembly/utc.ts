// Converts timestamps with an offset to UTC, like inUtc in ../../../literals/in-utc.ts.
import { appendTwo, copy, daysIn, FIRST_YEAR, MINUS, two } from './bytes'

const OFFSET_BYTES: usize = 6
const DAY_MINUTES: i32 = 1440
const LAST_YEAR: i32 = 9999

/** Moves the day written at `at` by one. Returns whether its year still has four digits. */
function moveDay(at: usize, by: i32): bool {
  let year = two(at) * 100 + two(at + 2)
  let month = two(at + 5)
  let day = two(at + 8) + by
  if (day == 0 && --month == 0) {
    month = 12
    year--
  }
  if (day == 0) day = daysIn(month, year)
  else if (day > daysIn(month, year)) {
    day = 1
    if (++month == 13) {
      month = 1
      year++
    }
  }
  if (year < FIRST_YEAR || year > LAST_YEAR) return false
  appendTwo(at, year / 100)
  appendTwo(at + 2, year % 100)
  appendTwo(at + 5, month)
  appendTwo(at + 8, day)
  return true
}

/**
 * Writes `YYYY-MM-DD HH:MM:SS[.f…]+HH:MM` in UTC, without an offset. Returns the end, or 0 for a timestamp that the
 * host must write. The output may overwrite the input.
 */
export function writeUtc(at: usize, end: usize, to: usize): usize {
  const isBehind = load<u8>(end - OFFSET_BYTES) == MINUS
  const offset = two(end - 5) * 60 + two(end - 2)
  let minutes = two(at + 11) * 60 + two(at + 14) + (isBehind ? offset : -offset)
  const textEnd = copy(to, at, end - OFFSET_BYTES - at)
  const days = minutes < 0 ? -1 : i32(minutes >= DAY_MINUTES)
  if (days != 0 && !moveDay(to, days)) return 0
  minutes -= days * DAY_MINUTES
  appendTwo(to + 11, minutes / 60)
  appendTwo(to + 14, minutes % 60)
  return textEnd
}
