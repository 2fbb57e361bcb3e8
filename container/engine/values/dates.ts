import type { Message } from '../../../src/contract/catalog/message.ts'
import { valueMessages } from '../catalog/values.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import { isDigit } from '../bytes/ascii.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { areBytes } from '../bytes/same-bytes.ts'
import { fractionDigitsMax, readClock } from './times.ts'
import { two, writeTwo } from './two-digits.ts'
import {
  type Canonical,
  type DateOrder,
  Reading,
  rewrittenUnlessSame,
  type Rewritable,
  discard,
  type ValueParser,
} from './value-parser.ts'

/** A date format, which applies to a whole column. */
export type DateFormat =
  /** All parts are numbers: `2024-01-31`, `31.1.2024`. */
  | { readonly kind: 'numbers'; readonly order: DateOrder }
  /** `24/01/31`: the year comes first and has two digits. */
  | { readonly kind: 'short_years' }
  /** `31 December 2024`. The names are lowercase and begin with January. */
  | { readonly kind: 'names'; readonly months: readonly string[] }
  /** The year, the week and the day of the week: `2024-W01-1`. */
  | { readonly kind: 'weeks' }
  /** `2024年12月31日`: the words after the year, the month and the day. */
  | { readonly kind: 'words'; readonly words: readonly [Uint8Array, Uint8Array, Uint8Array] }

/** The part after the date: nothing, a time, an optional time (midnight by default), or a time with an offset. */
export type TimePart = 'none' | 'time' | 'time_or_none' | 'zoned'

export const isoDateFormat: DateFormat = { kind: 'numbers', order: 'ymd' }

const colon = 58
const space = 32
const ordinals = new Set(['st', 'nd', 'rd', 'th', 'er', 'º', 'ª'])
const yearWords = new Set(['г', 'р'])
const offsetMinutesMax = 14 * 60
const knownMonthsMax = 24
/** The maximum length of a month name in bytes. No language has a longer one. */
const wordBytesMax = 64

/**
 * Parses dates, timestamps and timestamps with time zone in one format, and checks them against the calendar:
 * 2024-02-30 is invalid. The parts of the last value are stored in fields, so that parsing creates no objects.
 */
export class DateParser implements ValueParser {
  readonly format: DateFormat
  readonly timePart: TimePart
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
  readonly canonical?: Canonical
  readonly rewritable?: Rewritable
  /** The year of the last value, which is evidence for the column's date order. */
  year = 0
  month = 0
  day = 0
  private at = 0
  /** The month names found so far. A column uses only a few, so nearly every name is already here. */
  private readonly knownMonths: { readonly word: Uint8Array; readonly month: number }[] = []
  private readonly fractionDigits: number
  private readonly isBounded: boolean

  /**
   * `fractionDigits` is the number of fractional digits that the dialect stores. A value with more digits is invalid in
   * the column. `isBounded` limits timestamps to the years 1 to 9999, in UTC too, and offsets to fourteen hours.
   */
  constructor(format: DateFormat, timePart: TimePart, fractionDigits = fractionDigitsMax, isBounded = false) {
    this.format = format
    this.isBounded = isBounded
    this.fractionDigits = fractionDigits
    this.timePart = timePart
    if (format.kind === 'numbers') {
      const check = timePart === 'none' ? 'date' : timePart === 'zoned' ? 'timestamp_zoned' : 'timestamp'
      if (format.order === 'ymd') this.canonical = { check, fractionDigits }
      this.rewritable = { check, order: format.order, fractionDigits }
    }
    const { dates, timestamps } = valueMessages.date_form
    this.rewriting = { code: 'date_form', message: timePart === 'none' ? dates : timestamps }
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    this.at = start
    if (!this.readDate(bytes, end)) return Reading.no
    if (this.timePart === 'none') {
      if (this.at !== end) return Reading.no
      if (end - start === 10 && isIsoDate(bytes, start)) return Reading.asWritten
      writeDate(out, this.year, this.month, this.day)
      return Reading.rewritten
    }
    const outStart = out.length
    writeDate(out, this.year, this.month, this.day)
    out.push(32)
    if (this.at === end) {
      if (this.timePart !== 'time_or_none') return discard(out, outStart)
      writeTwo(out, 0, colon)
      writeTwo(out, 0, colon)
      writeTwo(out, 0)
      return Reading.rewritten
    }
    if (!this.readSeparator(bytes) || !this.readTime(bytes, end, out)) return discard(out, outStart)
    if (this.timePart === 'zoned' && !this.readZone(bytes, end, out)) return discard(out, outStart)
    if (this.timePart === 'zoned' && this.isBounded && this.exceedsBounds(out.bytes, outStart, out.length))
      return discard(out, outStart)
    if (this.at !== end) return discard(out, outStart)
    return rewrittenUnlessSame(bytes, start, end, out, outStart)
  }

  /** Returns the order of day, month and year, or null if a name or another word identifies them. */
  get order(): DateOrder | null {
    if (this.format.kind === 'numbers') return this.format.order
    return this.format.kind === 'short_years' ? 'ymd' : null
  }

  private readDate(bytes: Uint8Array, end: number): boolean {
    const { format } = this
    switch (format.kind) {
      case 'numbers':
      case 'short_years':
        return this.readNumbers(bytes, end, format)
      case 'names':
        return this.readNamed(bytes, end, format.months)
      case 'weeks':
        return this.readWeek(bytes, end)
      case 'words':
        return this.readWithWords(bytes, end, format.words)
    }
  }

  private readNumbers(bytes: Uint8Array, end: number, format: DateFormat): boolean {
    const firstFrom = this.at
    const first = this.number(bytes, end, 4)
    const firstDigits = this.at - firstFrom
    const separator = bytes[this.at]
    if (separator !== 45 && separator !== 47 && separator !== 46) return false
    this.at++
    const second = this.number(bytes, end, 2)
    if (bytes[this.at] !== separator) return false
    this.at++
    const thirdFrom = this.at
    const third = this.number(bytes, end, 4)
    const thirdDigits = this.at - thirdFrom
    if (first < 0 || second < 0 || third < 0) return false
    if (format.kind !== 'numbers') {
      return firstDigits === 2 && thirdDigits <= 2 && this.keep(fullYear(first), second, third)
    }
    if (format.order === 'ymd') {
      return first >= 1000 && thirdDigits <= 2 && this.keep(first, second, third)
    }
    if (thirdDigits !== 4 && thirdDigits !== 2) return false
    if (first > 31) return false
    const year = thirdDigits === 2 ? fullYear(third) : third
    return format.order === 'dmy' ? this.keep(year, second, first) : this.keep(year, first, second)
  }

  private readWithWords(bytes: Uint8Array, end: number, words: readonly Uint8Array[]): boolean {
    const parts = words.map((word) => {
      while (bytes[this.at] === space) this.at++
      const value = this.number(bytes, end, 4)
      const isThere = word.every((byte, index) => bytes[this.at + index] === byte)
      this.at += word.length
      return isThere ? value : -1
    })
    const [year = -1, month = -1, day = -1] = parts
    return this.at <= end && year >= 1000 && this.keep(year, month, day)
  }

  /** Reads `Dec 31, 2024`, `31 December 2024`, `31-Dec-24`, `2024 Dec 31`, `1er août 2025`, `31 de enero de 2025`. */
  private readNamed(bytes: Uint8Array, end: number, months: readonly string[]): boolean {
    const parts: number[] = []
    let month = 0
    let yearDigits = 0
    for (let part = 0; part < 3; part++) {
      this.skipBetween(bytes, end, part > 0)
      if (isDigit(bytes[this.at])) {
        const from = this.at
        parts.push(this.number(bytes, end, 4))
        if (this.at - from !== 1) yearDigits = this.at - from
        if (this.at - from < 3) this.skipOrdinal(bytes, end)
      } else {
        if (month !== 0) return false
        month = this.monthName(bytes, end, months)
        if (month === 0) return false
      }
    }
    this.skipYearWord(bytes, end)
    if (month === 0 || parts.length !== 2) return false
    const [a, b] = parts as [number, number]
    if (a >= 1000) return this.keep(a, month, b)
    return (yearDigits === 4 || yearDigits === 2) && this.keep(yearDigits === 2 ? fullYear(b) : b, month, a)
  }

  /** Skips separators between the parts, and one `de` in languages that use it. */
  private skipBetween(bytes: Uint8Array, end: number, mayHaveWord: boolean): void {
    while (this.at < end && isDateSeparator(bytes[this.at])) this.at++
    if (!mayHaveWord || bytes[this.at] !== 100 || bytes[this.at + 1] !== 101 || bytes[this.at + 2] !== space) return
    this.at += 3
  }

  private skipOrdinal(bytes: Uint8Array, end: number): void {
    const to = this.wordEnd(bytes, end)
    if (to > this.at && ordinals.has(this.word(bytes, to))) this.at = to
  }

  /** Skips the word in `2025 г.`, and the period after a day at the end. */
  private skipYearWord(bytes: Uint8Array, end: number): void {
    if (bytes[this.at] === 46) this.at++
    const before = this.at
    while (bytes[this.at] === space) this.at++
    const to = this.wordEnd(bytes, end)
    if (to === this.at || !yearWords.has(this.word(bytes, to))) {
      this.at = before
      return
    }
    this.at = bytes[to] === 46 ? to + 1 : to
  }

  private wordEnd(bytes: Uint8Array, end: number): number {
    const limit = Math.min(end, this.at + wordBytesMax)
    let to = this.at
    while (to < limit && !isDigit(bytes[to]) && !isDateSeparator(bytes[to])) to++
    return to
  }

  private word(bytes: Uint8Array, to: number): string {
    return new TextDecoder().decode(bytes.subarray(this.at, to)).toLowerCase()
  }

  private monthName(bytes: Uint8Array, end: number, months: readonly string[]): number {
    const [from, to] = [this.at, this.wordEnd(bytes, end)]
    const known = this.knownMonths.find(({ word }) => areBytes(word, bytes, from, to))
    const found = known === undefined ? months.indexOf(this.word(bytes, to)) : -1
    this.at = to
    if (known !== undefined) return known.month
    if (found < 0) return 0
    const month = (found % 12) + 1
    if (this.knownMonths.length < knownMonthsMax) this.knownMonths.push({ word: bytes.slice(from, to), month })
    return month
  }

  private readWeek(bytes: Uint8Array, end: number): boolean {
    const year = this.number(bytes, end, 4)
    if (bytes[this.at] !== 45 || bytes[this.at + 1] !== 87) return false
    this.at += 2
    const week = this.number(bytes, end, 2)
    if (bytes[this.at] !== 45) return false
    this.at++
    const weekday = this.number(bytes, end, 1)
    if (year < 1000 || week < 1 || week > 53 || weekday < 1 || weekday > 7) return false
    const fourth = new Date(Date.UTC(year, 0, 4))
    const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000
    const day = new Date(monday + ((week - 1) * 7 + weekday - 1) * 86_400_000)
    if (week === 53 && new Date(monday + 52 * 7 * 86_400_000 + 3 * 86_400_000).getUTCFullYear() !== year) return false
    return this.keep(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate())
  }

  private keep(year: number, month: number, day: number): boolean {
    this.year = year
    this.month = month
    this.day = day
    return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && year >= 1 && year <= 9999
  }

  private readSeparator(bytes: Uint8Array): boolean {
    if (bytes[this.at] === 84 || bytes[this.at] === 116) {
      this.at++
      return true
    }
    if (bytes[this.at] === 44) this.at++
    if (bytes[this.at] !== 32) return false
    while (bytes[this.at] === 32) this.at++
    return true
  }

  private readTime(bytes: Uint8Array, end: number, out: GrowingBytes): boolean {
    this.at = readClock(bytes, this.at, end, out, this.fractionDigits)
    return this.at > 0
  }

  private readZone(bytes: Uint8Array, end: number, out: GrowingBytes): boolean {
    if (bytes[this.at] === 32) this.at++
    const sign = bytes[this.at]
    if (sign === 90 || sign === 122) {
      this.at++
      out.push(43)
      writeTwo(out, 0, colon)
      writeTwo(out, 0)
      return true
    }
    if (isUtcWord(bytes, this.at, end)) {
      this.at += 3
      out.push(43)
      writeTwo(out, 0, colon)
      writeTwo(out, 0)
      return true
    }
    if (sign !== 43 && sign !== 45) return false
    this.at++
    const hoursFrom = this.at
    const hours = this.number(bytes, end, 2)
    if (this.at - hoursFrom !== 2) return false
    let minutes = 0
    if (this.at < end) {
      if (bytes[this.at] === colon) this.at++
      minutes = this.number(bytes, end, 2)
    }
    if (hours > 15 || minutes < 0 || minutes > 59) return false
    out.push(sign)
    writeTwo(out, hours, colon)
    writeTwo(out, minutes)
    return true
  }

  /** Checks a timestamp that was just written as `YYYY-MM-DD HH:MM…±HH:MM`. */
  private exceedsBounds(bytes: Uint8Array, start: number, end: number): boolean {
    const offset = two(bytes, end - 5) * 60 + two(bytes, end - 2)
    if (offset > offsetMinutesMax) return true
    const minuteOfDay = two(bytes, start + 11) * 60 + two(bytes, start + 14)
    const inUtc = bytes[end - 6] === 45 ? minuteOfDay + offset : minuteOfDay - offset
    const { year, month, day } = this
    return inUtc < 0
      ? year === 1 && month === 1 && day === 1
      : inUtc >= 1440 && year === 9999 && month === 12 && day === 31
  }

  /** Reads up to `digitsMax` digits as a number. Returns −1 if there is no digit. */
  private number(bytes: Uint8Array, end: number, digitsMax: number): number {
    let value = -1
    for (let count = 0; count < digitsMax && this.at < end && isDigit(bytes[this.at]); count++, this.at++) {
      value = Math.max(value, 0) * 10 + (bytes[this.at] as number) - 48
    }
    return value
  }
}

const isDateSeparator = (byte: number | undefined): boolean =>
  byte === space || byte === 44 || byte === 45 || byte === 46 || byte === 47

/** Only `UTC` and `GMT` are accepted. Other abbreviations are ambiguous. */
function isUtcWord(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at !== 3) return false
  const word = String.fromCharCode(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number).toUpperCase()
  return word === 'UTC' || word === 'GMT'
}

function isIsoDate(bytes: Uint8Array, start: number): boolean {
  return bytes[start + 4] === 45 && bytes[start + 7] === 45
}

function writeDate(out: GrowingBytes, year: number, month: number, day: number): void {
  writeTwo(out, Math.floor(year / 100))
  writeTwo(out, year % 100, 45)
  writeTwo(out, month, 45)
  writeTwo(out, day)
}

/** Two-digit years are 1970 to 2069, as in POSIX and most databases. */
const fullYear = (twoDigits: number): number => twoDigits + (twoDigits < 70 ? 2000 : 1900)

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
