import { clockText } from '../../values/excel-serial.ts'

/** `PT12H30M01.5S` as a time of day, or as a length of time that passes the day; null when it is no such thing. */
export function timeOfDuration(text: string): { readonly text: string; readonly isTime: boolean } | null {
  const match = /^PT?(?:(\d{1,9})D)?T?(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d+)?)S)?$/.exec(text.trim())
  if (match === null) return null
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number((part ?? '0').replace(',', '.')))
  const ms = Math.round((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000)
  return { text: clockText(ms), isTime: ms < 86_400_000 }
}

/** LibreOffice writes the noise of its serial numbers as nanoseconds: to the millisecond, as spreadsheets round. */
export function roundedMoment(text: string): string {
  const match = /^(-?\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[.,](\d{4,})Z?$/.exec(text.trim())
  if (match === null) return text
  const at = Date.parse(`${match[1]}T${match[2]}Z`)
  if (Number.isNaN(at)) return text
  return new Date(at + Math.round(Number(`0.${match[3]}`) * 1000)).toISOString().replace(/\.000Z$|Z$/, '')
}
