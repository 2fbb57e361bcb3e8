import type { Constant, LoadTime, TimeShape } from './constant.ts'
import { temporal, text } from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'
import { offsetMinutes } from '../text/zone-offset.ts'

const dayMs = 86_400_000
const lengths: ReadonlyMap<string, number> = new Map([
  ['SECOND', 1000],
  ['MINUTE', 60_000],
  ['HOUR', 3_600_000],
  ['DAY', dayMs],
  ['WEEK', 7 * dayMs],
])
const months: ReadonlyMap<string, number> = new Map([
  ['MONTH', 1],
  ['QUARTER', 3],
  ['YEAR', 12],
])

const spelled = (milliseconds: number, isDay: boolean): string => {
  const iso = new Date(milliseconds).toISOString()
  return isDay ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/**
 * Computes `'2024-01-31' + INTERVAL 1 MONTH`. A day stays a day if the unit is a day or longer. In a shorter month, the
 * result is its last day.
 */
export function shifted(from: Constant, amount: Constant, unit: string, sign: 1n | -1n): Constant {
  if (from.kind === 'null' || amount.kind === 'null') return { kind: 'null' }
  if (from.kind === 'load_time') return shiftedLoadTime(from, amount, unit, sign)
  const [, year, month, day, time] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/.exec(from.kind === 'text' ? from.text : '') ?? []
  if (year === undefined || amount.kind !== 'number' || amount.scale !== 0)
    return refuse('not a date or not a whole interval')
  const written = `${year}-${month}-${day}`
  const start = Date.parse(`${written}T${time ?? '00:00:00'}Z`)
  // JavaScript parses February 30 as March 2. In MySQL, it is not a date.
  if (Number.isNaN(start) || spelled(start, true) !== written) return refuse('an invalid date')
  const count = Number(amount.digits * sign)
  const length = lengths.get(unit)
  const monthsOfUnit = months.get(unit) ?? (length === undefined ? refuse('another unit') : 0)
  const end = length === undefined ? afterMonths(start, count * monthsOfUnit) : start + count * length
  const [first, last] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59)]
  if (!(end >= first && end <= last)) return refuse('a date beyond the calendar')
  const ended = spelled(end, time === undefined && (length === undefined || length >= dayMs))
  return spelledLike(from, ended)
}

/** Writes the result like its input: for the server, a date stays a date and a string stays a string. */
const spelledLike = (from: Constant, written: string): Constant =>
  from.kind === 'text' && from.temporal !== undefined ? temporal(written) : text(written)

/** Returns the expression that PostgreSQL computes when it loads the script. */
export function loadTimeSql({ shape, sql }: LoadTime): string {
  if (sql !== undefined) return sql
  if (shape === 'day') return 'CURRENT_DATE'
  return shape === 'seconds' ? 'floor(extract(epoch FROM now()))::bigint' : "date_trunc('second', LOCALTIMESTAMP)"
}

function shiftedLoadTime(from: LoadTime, amount: Constant, unit: string, sign: 1n | -1n): Constant {
  const isUnit = lengths.has(unit) || months.has(unit)
  if (!isUnit || amount.kind !== 'number' || amount.scale !== 0 || from.shape === 'time' || from.shape === 'seconds')
    return refuse('no whole interval of a timestamp')
  const [count, plain] = unit === 'QUARTER' ? [3n, 'MONTH'] : [1n, unit]
  const sql = `(${loadTimeSql(from)} + interval '${amount.digits * sign * count} ${plain.toLowerCase()}')`
  const staysDay = from.shape === 'day' && (months.has(unit) || (lengths.get(unit) ?? 0) >= dayMs)
  return { kind: 'load_time', shape: staysDay ? 'day' : 'timestamp', sql: staysDay ? `${sql}::date` : sql }
}

/** Computes `UNIX_TIMESTAMP() - 3600`. */
export function secondsPlus(from: LoadTime, count: bigint): Constant {
  if (from.shape !== 'seconds') return refuse('a number that is not in seconds')
  const sign = count < 0n ? '-' : '+'
  return { ...from, sql: `(${loadTimeSql(from)} ${sign} ${count < 0n ? -count : count})` }
}

/** Returns the seconds since 1970 of a local time. It is given in milliseconds as if it were in UTC. */
export function secondsInZone(local: number, zone: string): number {
  const offset = (at: number): number => {
    const iso = new Date(at).toISOString()
    return Date.parse(`${localTime(iso, zone, 'timestamp').replace(' ', 'T')}Z`) - Date.parse(iso)
  }
  return Math.floor((local - offset(local - offset(local))) / 1000)
}

function afterMonths(start: number, count: number): number {
  const date = new Date(start)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/**
 * Returns the given time as a session with this zone displays it. A zone that only the dump's server knew is UTC, as in
 * the script.
 */
export function localTime(now: string, zone: string, part: TimeShape): string {
  if (part === 'seconds') return String(Math.floor(Date.parse(now) / 1000))
  const minutes = offsetMinutes(zone)
  const local = spelled(Date.parse(now) + (minutes === null ? offsetOf(now, zone) : minutes * 60_000), false)
  if (part === 'timestamp') return local
  return part === 'day' ? local.slice(0, 10) : local.slice(11)
}

/** Returns the offset of a named zone from UTC at this time, in milliseconds. */
function offsetOf(now: string, timeZone: string): number {
  if (timeZone === '' || /^system$/i.test(timeZone)) return 0
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    const whole = Math.floor(Date.parse(now) / 1000) * 1000
    return Date.parse(`${format.format(whole).replace(' ', 'T')}Z`) - whole
  } catch {
    return 0
  }
}
