import type { Constant } from './constant.ts'
import { type Call, counted, number, signed, temporal, text, textOf } from './constant-values.ts'
import { normalizeDate } from '../expressions/dates.ts'
import { dateInText, dayNames, monthNames } from './text-dates.ts'
import { weekOf } from './week-numbers.ts'
import { refuse } from '../expressions/translated.ts'

const dayMs = 86_400_000
const two = (part: number): string => String(part).padStart(2, '0')

/** A date of the calendar, in milliseconds as if it were in UTC. */
interface Parsed {
  readonly at: number
  readonly isDay: boolean
}

const spelledDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
const spelledTime = (at: number): string => new Date(at).toISOString().slice(11, 19)
const spelledTimestamp = (at: number): string => `${spelledDay(at)} ${spelledTime(at)}`

/** Parses a date that exists. Zeros, fractions of seconds and dates before the year 1000 are left to servers. */
export function parsedDate(value: Constant | undefined): Parsed {
  const written = value?.kind === 'text' ? value.text : refuse('not a date')
  const [, day = '', time] =
    /^([1-9]\d{3}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(normalizeDate(written) ?? '') ?? refuse('not a date')
  const at = Date.parse(`${day}T${time ?? '00:00:00'}Z`)
  // JavaScript parses February 30 as March 2.
  return Number.isNaN(at) || spelledDay(at) !== day ? refuse('an invalid date') : { at, isDay: time === undefined }
}

const dateOf = (value: Constant | undefined): Date => new Date(parsedDate(value).at)

const part = (take: (date: Date) => number): Call => counted(1, 1, ([value]) => number(take(dateOf(value))))

/** Returns a part of the time of a date. In MySQL, a day without a time is not a time. */
const timePart = (take: (date: Date) => number, place: number): Call =>
  counted(1, 1, ([value]) => {
    const [, ...time] = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(textOf(value)) ?? []
    if (time.length > 0) return number(Number(time[place]))
    const parsed = parsedDate(value)
    return parsed.isDay ? refuse('a day without a time') : number(take(new Date(parsed.at)))
  })

const yearStart = (date: Date): number => Date.UTC(date.getUTCFullYear(), 0, 1)
const dayNumber = (date: Date): number => Math.floor(date.getTime() / dayMs)
/** The days from the year 0 to 1970. */
const epochDays = 719_528

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
}

const hourOfTwelve = (date: Date): number => date.getUTCHours() % 12 || 12
const half = (date: Date): string => (date.getUTCHours() < 12 ? 'AM' : 'PM')

const formats: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  y: (date) => two(date.getUTCFullYear() % 100),
  m: (date) => two(date.getUTCMonth() + 1),
  c: (date) => String(date.getUTCMonth() + 1),
  M: (date) => monthNames[date.getUTCMonth()] ?? '',
  b: (date) => monthNames[date.getUTCMonth()]?.slice(0, 3) ?? '',
  d: (date) => two(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()),
  D: (date) => ordinal(date.getUTCDate()),
  j: (date) => String((date.getTime() - (date.getTime() % dayMs) - yearStart(date)) / dayMs + 1).padStart(3, '0'),
  W: (date) => dayNames[date.getUTCDay()] ?? '',
  a: (date) => dayNames[date.getUTCDay()]?.slice(0, 3) ?? '',
  w: (date) => String(date.getUTCDay()),
  H: (date) => two(date.getUTCHours()),
  k: (date) => String(date.getUTCHours()),
  h: (date) => two(hourOfTwelve(date)),
  I: (date) => two(hourOfTwelve(date)),
  l: (date) => String(hourOfTwelve(date)),
  i: (date) => two(date.getUTCMinutes()),
  s: (date) => two(date.getUTCSeconds()),
  S: (date) => two(date.getUTCSeconds()),
  p: half,
  T: (date) => spelledTime(date.getTime()),
  r: (date) => `${two(hourOfTwelve(date))}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} ${half(date)}`,
  f: () => '000000',
  U: (date) => two(weekOf(date, 0, false).week),
  u: (date) => two(weekOf(date, 1, false).week),
  V: (date) => two(weekOf(date, 2, true).week),
  v: (date) => two(weekOf(date, 3, true).week),
  X: (date) => String(weekOf(date, 2, true).year),
  x: (date) => String(weekOf(date, 3, true).year),
  '%': () => '%',
}

const formattedDate = (at: number, format: string): string =>
  format.replaceAll(/%([\s\S])/g, (_, letter: string) =>
    Object.hasOwn(formats, letter) ? (formats[letter]?.(new Date(at)) ?? '') : refuse('a part of another calendar'),
  )

const lastDay: Call = ([value]) => {
  const date = dateOf(value)
  return temporal(spelledDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)))
}

const made = (at: number): Constant =>
  at >= Date.UTC(1000, 0, 1) && at <= Date.UTC(9999, 11, 31)
    ? temporal(spelledDay(at))
    : refuse('a date beyond the calendar')

const longestSeconds = 838 * 3600 + 59 * 60 + 59

/** Converts seconds to a time. Anything longer than MySQL's longest time is left to servers. */
export const duration = (seconds: number): Constant => {
  const size = Math.abs(seconds)
  if (size > longestSeconds) return refuse('a long time')
  return temporal(
    `${seconds < 0 ? '-' : ''}${two(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}:${two(size % 60)}`,
  )
}

/** Returns the seconds of a time of day or a duration, or null for any other text. */
export function clockSeconds(value: Constant | undefined): number | null {
  const [, sign, hours, minutes, seconds] = /^(-?)(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(textOf(value)) ?? []
  if (hours === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

export const dateCalls: Readonly<Record<string, Call>> = {
  DATE: counted(1, 1, ([value]) => temporal(spelledDay(parsedDate(value).at))),
  TIMESTAMP: counted(1, 1, ([value]) => temporal(spelledTimestamp(parsedDate(value).at))),
  YEAR: part((date) => date.getUTCFullYear()),
  MONTH: part((date) => date.getUTCMonth() + 1),
  DAY: part((date) => date.getUTCDate()),
  DAYOFMONTH: part((date) => date.getUTCDate()),
  QUARTER: part((date) => Math.floor(date.getUTCMonth() / 3) + 1),
  DAYOFWEEK: part((date) => date.getUTCDay() + 1),
  WEEKDAY: part((date) => (date.getUTCDay() + 6) % 7),
  DAYOFYEAR: part((date) => dayNumber(date) - dayNumber(new Date(yearStart(date))) + 1),
  TO_DAYS: part((date) => dayNumber(date) + epochDays),
  HOUR: timePart((date) => date.getUTCHours(), 0),
  MINUTE: timePart((date) => date.getUTCMinutes(), 1),
  SECOND: timePart((date) => date.getUTCSeconds(), 2),
  MONTHNAME: counted(1, 1, ([value]) => text(monthNames[dateOf(value).getUTCMonth()] ?? '')),
  DAYNAME: counted(1, 1, ([value]) => text(dayNames[dateOf(value).getUTCDay()] ?? '')),
  LAST_DAY: counted(1, 1, lastDay),
  FROM_DAYS: counted(1, 1, ([days]) => made((signed(days) - epochDays) * dayMs)),
  MAKEDATE: counted(2, 2, ([year, day]) => {
    const [wanted, days] = [signed(year), signed(day)]
    if (days <= 0) return { kind: 'null' }
    return wanted < 1000 ? refuse('a year of two digits') : made(Date.UTC(wanted, 0, 1) + (days - 1) * dayMs)
  }),
  DATEDIFF: counted(2, 2, ([one, other]) => number(dayNumber(dateOf(one)) - dayNumber(dateOf(other)))),
  DATE_FORMAT: counted(2, 2, ([value, format]) => text(formattedDate(parsedDate(value).at, textOf(format)))),
  STR_TO_DATE: counted(2, 2, ([value, format]) => {
    const { date, time } = dateInText(textOf(value), textOf(format))
    const [clock = '00:00:00'] = time?.split('.') ?? []
    // The date exists, and the time is a time of day.
    parsedDate(text(`${date ?? '2000-01-01'} ${clock}`))
    return temporal([date, time].flatMap((one) => one ?? []).join(' '))
  }),
  SEC_TO_TIME: counted(1, 1, ([seconds]) => duration(signed(seconds))),
  TIME_TO_SEC: counted(1, 1, ([value]) => number(clockSeconds(value) ?? refuse('not a time'))),
  MAKETIME: counted(3, 3, ([hour, minute, second]) => {
    const [hours, minutes, seconds] = [signed(hour), signed(minute), signed(second)]
    const isNone = minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59
    return isNone
      ? { kind: 'null' }
      : duration((hours < 0 ? -1 : 1) * (Math.abs(hours) * 3600 + minutes * 60 + seconds))
  }),
}

const secondsOfUnit: ReadonlyMap<string, number> = new Map([
  ['SECOND', 1],
  ['MINUTE', 60],
  ['HOUR', 3600],
  ['DAY', 86_400],
  ['WEEK', 604_800],
])
const monthsOfUnit: ReadonlyMap<string, number> = new Map([
  ['MONTH', 1],
  ['QUARTER', 3],
  ['YEAR', 12],
])

/** Computes `TIMESTAMPDIFF(MONTH, one, other)`, the whole units between them. */
export function timestampDifference(unit: string, from: Constant, to: Constant): Constant {
  if (from.kind === 'null' || to.kind === 'null') return { kind: 'null' }
  const [start, end] = [parsedDate(from).at, parsedDate(to).at]
  const seconds = secondsOfUnit.get(unit)
  if (seconds !== undefined) return number(Math.trunc((end - start) / 1000 / seconds))
  const length = monthsOfUnit.get(unit) ?? refuse('another unit')
  const sign = end < start ? -1 : 1
  const [early, late] = sign < 0 ? [new Date(end), new Date(start)] : [new Date(start), new Date(end)]
  const restOf = (date: Date): number => date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const apart = (late.getUTCFullYear() - early.getUTCFullYear()) * 12 + late.getUTCMonth() - early.getUTCMonth()
  const full = restOf(late) < restOf(early) ? apart - 1 : apart
  return number(Math.trunc(full / length) * sign)
}
