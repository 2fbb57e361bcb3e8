import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { CellKind } from '../../table/row-batch.ts'
import { timeOfDuration } from '../../values/durations.ts'
import { clockText, isLeapDayOf1900, type SerialShape, serialText } from '../../values/excel-serial.ts'
import { appendAscii, appendStoredNumber, StoredNumber } from '../../values/stored-number.ts'
import type { SheetRows } from './sheet-rows.ts'

const kinds = {
  date: CellKind.date,
  time: CellKind.time,
  timestamp: CellKind.timestamp,
  duration: CellKind.quoted,
} as const

export interface SerialFormat {
  readonly shape: SerialShape
  readonly is1904: boolean
}

/** Appends a number as a date in its number format, and returns the kind. Returns null if the number is not a date. */
export function appendSerial(rows: SheetRows, serial: number, { shape, is1904 }: SerialFormat): CellKind | null {
  const date = serialText(serial, shape, is1904)
  if (date === null) return null
  if (date.kind !== 'duration' && isLeapDayOf1900(serial, is1904)) rows.changes.leapDays++
  appendAscii(rows.batch.arena, date.text)
  return kinds[date.kind]
}

/** Appends a number as stored in a workbook. Returns false for any other text. */
export function appendStored(rows: SheetRows, bytes: Uint8Array, start: number, end: number): boolean {
  const stored = appendStoredNumber(rows.batch.arena, bytes, start, end)
  if (stored === StoredNumber.rounded) rows.changes.roundedNumbers++
  return stored !== StoredNumber.none
}

/**
 * Pads the number in `out` with zeros: with the format `00000`, 501 is the code `00501`. Returns false if the number is
 * not such a code.
 */
export function fillDigits(out: GrowingBytes, from: number, wanted: number): boolean {
  if (wanted === 0) return false
  const text = new TextDecoder().decode(out.bytes.subarray(from, out.length))
  if (!/^\d+$/.test(text)) return false
  out.length = from
  appendAscii(out, text.padStart(wanted, '0'))
  return true
}

const dayMs = 86_400_000

/**
 * Programs write the rounding errors of their serial numbers as nanoseconds. Spreadsheets round them to the
 * millisecond.
 */
function toMillisecond(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d:\d\d)[.,](\d{4,})Z?$/.exec(text)
  if (match === null) return text
  const [, date, clock, fraction] = match
  const second = Date.parse(`${date ?? '2000-01-01'}T${clock}Z`)
  // JavaScript parses February 30 as a day in March.
  if (Number.isNaN(second) || (date !== undefined && !new Date(second).toISOString().startsWith(date))) return text
  const rounded = second + Math.round(Number(`0.${fraction}`) * 1000)
  if (date === undefined) return clockText(rounded % dayMs)
  return new Date(rounded).toISOString().replace(/\.000Z$|Z$/, '')
}

/** Appends a date or a duration that the file stores as ISO 8601 text. Any other text stays unchanged. */
export function appendIsoDate(out: GrowingBytes, written: string): CellKind {
  const duration = timeOfDuration(written)
  if (duration !== null) {
    appendAscii(out, duration.text)
    return duration.isTime ? CellKind.time : CellKind.quoted
  }
  const text = toMillisecond(written.trim())
  const match = /^(\d{4}-\d\d-\d\d)?(?:(?<=\d)T|^T?)?(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?Z?$/.exec(text)
  const [, date, given] = match ?? []
  // Most programs write a plain date with midnight as its time.
  const clock = date !== undefined && given !== undefined && /^[0:.,]*$/.test(given) ? undefined : given
  if (date === undefined && clock === undefined) {
    out.append(new TextEncoder().encode(written))
    return CellKind.quoted
  }
  appendAscii(
    out,
    [date, clock === undefined ? undefined : wholeClock(clock)].filter((part) => part !== undefined).join(' '),
  )
  return clock === undefined ? CellKind.date : date === undefined ? CellKind.time : CellKind.timestamp
}

/** Removes the date from a time of day. Office writes such a time as a timestamp on the day before its first day. */
export const withoutFirstDay = (text: string): string => text.replace(/^\s*1899-12-3[01]T/, '')

const dateBytes = 10
const timestampPattern = new TextEncoder().encode('0000-00-00T00:00:00')

/**
 * Does the same as `appendIsoDate`, but creates no string for what nearly all programs write: a date, or a timestamp
 * after midnight. Returns null for any other text.
 */
export function appendPlainIsoDate(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): CellKind | null {
  const count = end - start
  if (count !== dateBytes && count !== timestampPattern.length) return null
  let isMidnight = true
  for (let at = 0; at < count; at++) {
    const byte = bytes[start + at] as number
    const pattern = timestampPattern[at] as number
    if (pattern === 48 ? byte < 48 || byte > 57 : byte !== pattern) return null
    if (at > dateBytes && byte !== pattern) isMidnight = false
  }
  if (count === dateBytes) {
    out.append(bytes, start, end)
    return CellKind.date
  }
  if (isMidnight) return null
  out.append(bytes, start, end)
  out.bytes[out.length - count + dateBytes] = 32
  return CellKind.timestamp
}

function wholeClock(clock: string): string {
  const whole = clock.length === 5 ? `${clock}:00` : clock.replace(',', '.')
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole
}

const trueBytes = new TextEncoder().encode('true')
const falseBytes = new TextEncoder().encode('false')

export function appendBoolean(out: GrowingBytes, value: boolean): CellKind {
  out.append(value ? trueBytes : falseBytes)
  return CellKind.boolean
}

/** Adds a number as a date in its number format. Returns false if the number is not a date. */
export function addSerial(rows: SheetRows, column: number, serial: number, format: SerialFormat): boolean {
  const { arena } = rows.batch
  const start = arena.length
  const kind = appendSerial(rows, serial, format)
  if (kind === null) return false
  rows.addCell(column, kind, start, arena.length)
  return true
}

export function addIsoDate(rows: SheetRows, column: number, text: string): void {
  const { arena } = rows.batch
  const start = arena.length
  rows.addCell(column, appendIsoDate(arena, text), start, arena.length)
}

export function addBoolean(rows: SheetRows, column: number, value: boolean): void {
  const { arena } = rows.batch
  const start = arena.length
  rows.addCell(column, appendBoolean(arena, value), start, arena.length)
}
