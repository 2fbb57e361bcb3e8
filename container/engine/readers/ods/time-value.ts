import { millisecondsOf } from '../../values/durations.ts'
import { serialText } from '../../values/excel-serial.ts'

const dayMs = 86_400_000
const serialOfUnixEpoch = 25_569

/** `PT10000H…`, more than a year: a duration, or a timestamp with a format that shows only the time of day. */
export function isYearsLong(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= 7 || bytes[start] !== 80 || bytes[start + 1] !== 84) return false
  return bytes.subarray(start + 2, start + 7).every((byte) => byte >= 48 && byte <= 57)
}

/** The timestamp, counted from the document's first day, when the displayed text is not a duration; null when it is one. */
export function timestampOfTime(duration: string, shown: string, firstDay: string): ReturnType<typeof serialText> {
  const ms = millisecondsOf(duration)
  const first = Date.parse(firstDay)
  // A length of years has more digits in front, of whatever it is counted in.
  if (ms === null || Number.isNaN(first) || !/^\D*\d{1,2}(?!\d)/.test(shown)) return null
  return serialText((ms + first) / dayMs + serialOfUnixEpoch, 'time', false)
}
