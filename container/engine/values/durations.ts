import { clockText } from './excel-serial.ts'

const dayMs = 86_400_000

/** Parses `PT12H30M01.5S` as a time of day, or as a duration if it exceeds a day. Returns null for other text. */
export function timeOfDuration(text: string): { readonly text: string; readonly isTime: boolean } | null {
  const ms = millisecondsOf(text)
  return ms === null ? null : { text: clockText(ms), isTime: ms < dayMs }
}

/** Returns the length of an ISO 8601 duration, or null if the text is not one. */
export function millisecondsOf(duration: string): number | null {
  const match = /^PT?(?:(\d{1,9})D)?T?(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d+)?)S)?$/.exec(duration.trim())
  if (match === null) return null
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number((part ?? '0').replace(',', '.')))
  return Math.round((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000)
}
