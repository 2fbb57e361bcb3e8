import { clockText, serialText } from '../../values/excel-serial.ts'

const dayMs = 86_400_000
const serialOfUnixEpoch = 25_569

/** `PT12H30M01.5S` as a time of day, or as a length of time that passes the day; null when it is no such thing. */
export function timeOfDuration(text: string): { readonly text: string; readonly isTime: boolean } | null {
  const ms = millisecondsOf(text)
  return ms === null ? null : { text: clockText(ms), isTime: ms < dayMs }
}

function millisecondsOf(duration: string): number | null {
  const match = /^PT?(?:(\d{1,9})D)?T?(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d+)?)S)?$/.exec(duration.trim())
  if (match === null) return null
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number((part ?? '0').replace(',', '.')))
  return Math.round((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000)
}

/** `PT10000H…`, more than a year: a duration, or a timestamp with a format that shows only the time of day. */
export function isYearsLong(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= 7 || bytes[start] !== 80 || bytes[start + 1] !== 84) return false
  return bytes.subarray(start + 2, start + 7).every((byte) => byte >= 48 && byte <= 57)
}

/** The timestamp, counted from the document's first day, when the displayed text is not a duration; null when it is one. */
export function momentOfTime(duration: string, shown: string, firstDay: string): ReturnType<typeof serialText> {
  const ms = millisecondsOf(duration)
  const first = Date.parse(firstDay)
  // A length of years has more digits in front, of whatever it is counted in.
  if (ms === null || Number.isNaN(first) || !/^\D*\d{1,2}(?!\d)/.test(shown)) return null
  return serialText((ms + first) / dayMs + serialOfUnixEpoch, 'time', false)
}

/** LibreOffice writes the noise of its serial numbers as nanoseconds: to the millisecond, as spreadsheets round. */
export function roundedMoment(text: string): string {
  const match = /^(-?\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[.,](\d{4,})Z?$/.exec(text.trim())
  if (match === null) return text
  const at = Date.parse(`${match[1]}T${match[2]}Z`)
  if (Number.isNaN(at)) return text
  return new Date(at + Math.round(Number(`0.${match[3]}`) * 1000)).toISOString().replace(/\.000Z$|Z$/, '')
}
