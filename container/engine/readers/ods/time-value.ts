import { millisecondsOf } from '../../values/durations.ts'
import { serialText } from '../../values/excel-serial.ts'

const dayMs = 86_400_000
const serialOfUnixEpoch = 25_569

/**
 * Tests for `PT10000H…`, which is more than a year: either a duration, or a timestamp whose format shows only the time
 * of day.
 */
export function isYearsLong(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= 7 || bytes[start] !== 80 || bytes[start + 1] !== 84) return false
  return bytes.subarray(start + 2, start + 7).every((byte) => byte >= 48 && byte <= 57)
}

/** Returns the timestamp, counted from the document's first day. Returns null if the displayed text is a duration. */
export function timestampOfTime(duration: string, shown: string, firstDay: string): ReturnType<typeof serialText> {
  const ms = millisecondsOf(duration)
  const first = Date.parse(firstDay)
  // A duration of several years starts with more digits, in any unit.
  if (ms === null || Number.isNaN(first) || !/^\D*\d{1,2}(?!\d)/.test(shown)) return null
  return serialText((ms + first) / dayMs + serialOfUnixEpoch, 'time', false)
}
