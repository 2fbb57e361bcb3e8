/** The part of a serial number that a number format displays: a date, a time, both, or neither. */
export type SerialShape = 'number' | 'date' | 'time' | 'timestamp' | 'duration'

const dayMs = 86_400_000

/**
 * Converts a serial to ISO text, rounded to the millisecond as in Excel. Returns null for a serial outside the
 * calendar.
 */
export function serialText(
  serial: number,
  shape: SerialShape,
  is1904: boolean,
): { readonly text: string; readonly kind: 'date' | 'time' | 'timestamp' | 'duration' } | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null
  const totalMs = Math.round(serial * dayMs)
  const days = Math.floor(totalMs / dayMs)
  const clock = clockText(totalMs % dayMs)
  if (shape === 'duration')
    return totalMs < dayMs ? { text: clock, kind: 'time' } : { text: durationText(totalMs), kind: 'duration' }
  // A serial below one is a time of day. In the 1904 system, where day 0 is a valid date, this requires a format that
  // shows only a time.
  if (days === 0 && (shape === 'time' || (!is1904 && totalMs > 0))) return { text: clock, kind: 'time' }
  // Excel counts February 29, 1900, which did not exist, so the serials before it are off by one day. That day itself
  // becomes February 28.
  const epochDays = is1904 ? days - 24_107 : days >= 60 ? days - 25_569 : days - 25_568
  if (!is1904 && days === 0) return null
  const date = new Date(epochDays * dayMs).toISOString().slice(0, 10)
  if (totalMs % dayMs === 0 && shape !== 'timestamp') return { text: date, kind: 'date' }
  return { text: `${date} ${clock}`, kind: 'timestamp' }
}

/** Tests whether a serial is February 29, 1900, which exists only in Excel. */
export const isLeapDayOf1900 = (serial: number, is1904: boolean): boolean =>
  !is1904 && Math.floor(Math.round(serial * dayMs) / dayMs) === 60

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')

/** Formats a time of day to the millisecond: `09:30:00.5`. */
export function clockText(ms: number): string {
  const fraction = ms % 1000
  const text = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`
}

function durationText(ms: number): string {
  return `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
}
