// Dates of workbooks as text, like serialText in ../../../values/excel-serial.ts.
import {
  MARK_TIME as AS_TIME,
  MARK_TIMESTAMP as AS_TIMESTAMP,
  CELL_DATE as DATE,
  CELL_TIME as TIME,
  CELL_TIMESTAMP as TIMESTAMP,
} from './layout'
import { appendTwo, MINUS, POINT, ZERO } from './bytes'

const dayMs: i64 = 86_400_000
/** January 1 of the year 10000, counted from 1970. */
const dayMax: i64 = 2_932_897

export let serialKind: u8 = 0

function appendClock(to: usize, ms: i32): usize {
  to = appendTwo(to, ms / 3_600_000)
  store<u8>(to++, 58)
  to = appendTwo(to, (ms / 60_000) % 60)
  store<u8>(to++, 58)
  to = appendTwo(to, (ms / 1000) % 60)
  let fraction = ms % 1000
  if (fraction == 0) return to
  store<u8>(to++, POINT)
  for (let unit: i32 = 100; fraction > 0; unit /= 10) {
    store<u8>(to++, ZERO + <u8>(fraction / unit))
    fraction %= unit
  }
  return to
}

/**
 * Appends a day counted from 1970 as a date with a four-digit year. It uses the common method with years that begin in
 * March.
 */
function appendDay(to: usize, day: i32): usize {
  const shifted = day + 719_468
  const era = shifted / 146_097
  const ofEra = shifted - era * 146_097
  const yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
  const ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  const marchMonth = (5 * ofYear + 2) / 153
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  to = appendTwo(to, year / 100)
  to = appendTwo(to, year % 100)
  store<u8>(to++, MINUS)
  to = appendTwo(to, month)
  store<u8>(to++, MINUS)
  return appendTwo(to, ofYear - (153 * marchMonth + 2) / 5 + 1)
}

/**
 * Writes a date serial and returns its end, with its kind in `serialKind`. Returns 0 for numbers that are not dates,
 * and for durations. The host handles those.
 */
export function appendSerial(to: usize, serial: f64, shape: u8, is1904: bool): usize {
  if (shape > AS_TIMESTAMP || !(serial >= 0 && serial < 2_958_466)) return 0
  const exactMs = serial * <f64>dayMs
  const below = floor(exactMs)
  const totalMs = <i64>(exactMs - below >= 0.5 ? below + 1 : below)
  const days = totalMs / dayMs
  const ms = <i32>(totalMs % dayMs)
  if (days == 0 && (shape == AS_TIME || (!is1904 && ms > 0))) {
    serialKind = TIME
    return appendClock(to, ms)
  }
  if (!is1904 && (days == 60 || days == 0)) return 0
  const day = is1904 ? days - 24_107 : days >= 60 ? days - 25_569 : days - 25_568
  if (day >= dayMax) return 0
  to = appendDay(to, <i32>day)
  serialKind = DATE
  if (ms == 0 && shape != AS_TIMESTAMP) return to
  serialKind = TIMESTAMP
  store<u8>(to++, 32)
  return appendClock(to, ms)
}
