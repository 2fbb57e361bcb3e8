const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export const dateKinds = { usable: 0, zero: 1, malformed: 2 } as const

const twoDigits = (bytes: Uint8Array, at: number): number => {
  const tens = (bytes[at] as number) - 48
  const ones = (bytes[at + 1] as number) - 48
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? 1000 : tens * 10 + ones
}

/**
 * Classifies `2024-02-29` or `2024-02-29 10:30:00.5` for PostgreSQL. The result is `zero` for a date that only MySQL
 * accepts, and `malformed` for any other text.
 */
export function classifyDate(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 10 || bytes[start + 4] !== 45 || bytes[start + 7] !== 45) return dateKinds.malformed
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2)
  const month = twoDigits(bytes, start + 5)
  const day = twoDigits(bytes, start + 8)
  if (year > 9999 || month > 99 || day > 99) return dateKinds.malformed
  if (end - start > 10 && !isTimeOfDay(bytes, start + 10, end)) return dateKinds.malformed
  if (year === 0 || month === 0 || day === 0 || month > 12) return dateKinds.zero
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = (daysOf[month - 1] as number) + (month === 2 && isLeap ? 1 : 0)
  return day > days ? dateKinds.zero : dateKinds.usable
}

/** Tests for a date, or a date with a time, that PostgreSQL accepts too. */
export function isUsableDate(text: string): boolean {
  const bytes = new TextEncoder().encode(text)
  return classifyDate(bytes, 0, bytes.length) === dateKinds.usable
}

/** Tests for ` 10:30:00` and its fraction, after a date. */
function isTimeOfDay(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 9 || (bytes[start] !== 32 && bytes[start] !== 84)) return false
  if (bytes[start + 3] !== 58 || bytes[start + 6] !== 58) return false
  if (twoDigits(bytes, start + 1) > 23 || twoDigits(bytes, start + 4) > 59 || twoDigits(bytes, start + 7) > 59)
    return false
  if (end - start === 9) return true
  if (bytes[start + 9] !== 46 || end - start > 16) return false
  for (let at = start + 10; at < end; at++) if ((bytes[at] as number) < 48 || (bytes[at] as number) > 57) return false
  return true
}

/** The smallest numbers that are dates. They have one digit less than the same date in a string. */
const [firstDay, firstTimestamp] = [101, 101_000_000] as const

/** Adds the leading zeros of a number that is a date of six digits, or a timestamp of twelve. */
export function datedNumber(written: string): string {
  const number = Number(written)
  if (!/^\d{3,11}$/.test(written) || number < firstDay) return written
  if (written.length < 6) return written.padStart(6, '0')
  return written.length > 8 && number >= firstTimestamp ? written.padStart(12, '0') : written
}

/**
 * Normalizes a date that MySQL accepts but does not write: other separators, missing zeros, two-digit years, no
 * separators at all. Returns null if MySQL would not accept it either.
 */
export function normalizeDate(text: string): string | null {
  const spaced =
    /^\s*(\d{1,4})[^\w\s](\d{1,2})[^\w\s](\d{1,2})(?:(?:[T\s]+)(\d{1,2})(?:[^\w\s](\d{1,2})(?:[^\w\s](\d{1,2})(?:\.(\d*))?)?)?)?\s*$/.exec(
      text,
    )
  const solid = /^(\d{4}|\d{2})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)(?:\.(\d*))?)?$/.exec(text)
  const found = spaced ?? solid
  return found === null ? null : dateOfParts(found)
}

/** Spells a date from its year, month, day and the optional parts of its time. */
function dateOfParts([, written = '', month = '', day = '', hour, minute = '0', second = '0', fraction]: readonly (
  | string
  | undefined
)[]): string {
  const year = written.length === 2 ? `${Number(written) < 70 ? '20' : '19'}${written}` : written.padStart(4, '0')
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (hour === undefined) return date
  const digits = fraction === undefined || fraction === '' ? '' : `.${fraction.slice(0, 6)}`
  return `${date} ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}${digits}`
}

const separator = String.raw`[!-/:-@[-\x60{-~]`
const number = String.raw`(\d+)`
const dateStart = [number, number, number].join(separator)
/** A separator may be the end of the text. */
const timeStart = `(?:T|\\s+|${separator})(?:${number}(?:${separator}(?:${number}(?:${separator}(?:${number}(?:\\.(\\d*))?)?)?)?)?)?`
const startOfDate = new RegExp(`^\\s*${dateStart}(?:${timeStart})?`)

/**
 * Finds the date that a server reads at the start of a text, and the rest of the text. The server reads each number to
 * its last digit, so `31.12.2024` has no day. Any sign separates two numbers.
 */
export function dateAtStart(text: string): { readonly date: string | null; readonly rest: string } {
  const found = startOfDate.exec(text)
  if (found === null) return { date: null, rest: text }
  const rest = text.slice(found[0].length)
  const parts = found.map((digits, at) => (at === 0 || at > 6 ? digits : withoutZeros(digits, at === 1 ? 4 : 2)))
  const isDate = partsMax.every((max, at) => Number(parts[at + 1] ?? 0) <= max)
  return { date: isDate ? dateOfParts(parts) : null, rest }
}

/** The largest year, month, day, hour, minute and second. */
const partsMax = [9999, 12, 31, 23, 59, 59]

/** Cuts the leading zeros of a number with more digits than usual. */
const withoutZeros = (digits: string | undefined, length: number): string | undefined =>
  digits !== undefined && digits.length > length ? digits.replace(/^0+/, '').padStart(length, '0') : digits

/**
 * Normalizes a time that MySQL accepts but does not write: days before it, missing parts, no separators. Returns null
 * if it needs no change, or if it is not a time.
 */
export function normalizeTime(text: string): string | null {
  if (/^-?\d{2,3}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/.test(text)) return null
  const spaced = /^(-?)(?:(\d{1,2}) )?(\d{1,3})(?::(\d{1,2}))?(?::(\d{1,2})(?:\.(\d*))?)?$/.exec(text)
  const solid = /^(-?)()(\d{1,3}?)??(\d{1,2}?)??(\d{1,2})(?:\.(\d*))?$/.exec(text)
  const found = text.includes(':') || text.includes(' ') ? spaced : solid
  if (found === null) return null
  const [, sign = '', days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = found
  const two = (part: number): string => String(part).padStart(2, '0')
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const digits = fraction === '' ? '' : `.${fraction.slice(0, 6)}`
  return `${sign}${two(Number(days || 0) * 24 + Number(hours))}:${two(Number(minutes))}:${two(Number(seconds))}${digits}`
}

/** Classifies a time of day, or a duration that requires an interval. */
export function classifyTime(value: string): 'day' | 'duration' | 'malformed' {
  const found = /^(-?)(\d{1,3}):([0-5]\d):([0-5]\d)(\.\d{1,6})?$/.exec(value)
  if (found === null) return 'malformed'
  return found[1] === '' && Number(found[2]) < 24 ? 'day' : 'duration'
}
