import { quoted } from './quoted.ts'
import { dateLiteral } from './agreeing.ts'
import { bigintDigits, integerDigits, made, refuse, type Translated, whole } from './translated.ts'

type Call = (args: readonly Translated[]) => Translated

/** The units of an interval. Each consists of a number of PostgreSQL's units. */
const units: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['SECOND', [1, 'second']],
  ['MINUTE', [1, 'minute']],
  ['HOUR', [1, 'hour']],
  ['DAY', [1, 'day']],
  ['WEEK', [7, 'day']],
  ['MONTH', [1, 'month']],
  ['QUARTER', [3, 'month']],
  ['YEAR', [12, 'month']],
])
const ofDays = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']

/** Returns a date or timestamp, which may be a string literal. */
export function timestamp(value: Translated | undefined): Translated {
  if (value?.type === 'date' || value?.type === 'timestamp') return value
  return (value && dateLiteral(value)) ?? refuse('not a date')
}

/** The maximum number of months of an interval that ends within the calendar, and the factor for each shorter unit. */
const monthsMax = 120_000
const timesOfMonth: Readonly<Record<string, number>> = {
  second: 2_678_400,
  minute: 44_640,
  hour: 744,
  day: 31,
  month: 1,
}

/** Translates `date + INTERVAL 1 DAY`. A date stays a date if the unit is a day or longer. */
export function shifted(from: Translated, sign: '+' | '-', amount: Translated, unit: string): Translated {
  const [count, plain] = units.get(unit.toUpperCase()) ?? refuse('another unit')
  const written = /^'-?\d{1,9}'$/.test(amount.sql) ? amount.sql.slice(1, -1) : amount.sql
  if (amount.type !== 'integer' && written === amount.sql) return refuse('a part of a unit')
  const start = timestamp(from)
  const most = ((timesOfMonth[plain] ?? 1) * monthsMax) / count
  const isLiteral = /^-?\d+$/.test(written)
  if (isLiteral && Math.abs(Number(written)) > most) return refuse('an interval beyond the calendar')
  const end = `${start.sql} ${sign} ${written} * interval '${count} ${plain}'`
  const isPast = isLiteral && sign === '-' && !written.startsWith('-')
  const within =
    isPast || (isLiteral && isNow(start)) ? `(${end})` : withinCalendar(end, isLiteral ? null : written, most)
  return start.type === 'date' && ofDays.includes(unit.toUpperCase())
    ? made(`${within}::date`, 'date', start, amount)
    : made(within, 'timestamp', start, amount)
}

const isNow = ({ sql }: Translated): boolean => sql === now.sql || sql === today.sql

/** Makes a date beyond the year 9999 NULL, as in MySQL. `amount` is the number of units, or null if it is a literal. */
function withinCalendar(sql: string, amount: string | null, most: number): string {
  const last = "timestamp '10000-01-01'"
  const end = `nullif(least(${sql}, ${last}), ${last})`
  if (amount === null) return end
  const first = "timestamp '0001-01-01'"
  return `CASE WHEN ${amount} BETWEEN -${most} AND ${most} THEN nullif(greatest(${end}, ${first}), ${first}) END`
}

/** The patterns of to_char for the parts of MySQL's format. */
const parts: Readonly<Record<string, string>> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  c: 'FMMM',
  M: 'FMMonth',
  b: 'Mon',
  d: 'DD',
  D: 'FMDDth',
  e: 'FMDD',
  j: 'DDD',
  W: 'FMDay',
  a: 'Dy',
  H: 'HH24',
  k: 'FMHH24',
  h: 'HH12',
  I: 'HH12',
  l: 'FMHH12',
  i: 'MI',
  s: 'SS',
  S: 'SS',
  f: 'US',
  p: 'AM',
  T: 'HH24:MI:SS',
  r: 'HH12:MI:SS AM',
  v: 'IW',
  x: 'IYYY',
  '%': '"%"',
}

/** Translates `%Y-%m` to `YYYY-MM`. Text between the parts is quoted, so that it is not read as a part. */
export function formatOf(value: Translated | undefined): string {
  const written = /^'((?:[^'\\"]|'')*)'$/.exec(value?.sql ?? '')?.[1] ?? refuse('a format that is computed')
  const pieces = written.replaceAll("''", "'").match(/%[\s\S]|[^%]+/g) ?? []
  return quoted(
    pieces
      .map((piece) => {
        if (!piece.startsWith('%')) return /^[-/:., ]+$/.test(piece) ? piece : `"${piece}"`
        const letter = piece.slice(1)
        return Object.hasOwn(parts, letter) ? (parts[letter] ?? '') : refuse('a part of another calendar')
      })
      .join(''),
  )
}

/**
 * Returns a value that PostgreSQL does not allow in a generated column, because the time zone or the language may
 * change.
 */
const unsteady = (sql: string, type: Translated['type']): Translated => ({ sql, type, isImmutable: false })

const numberOf =
  (sql: (value: Translated) => string): Call =>
  ([value]) => {
    const at = timestamp(value)
    return whole(made(sql(at), 'integer', at), integerDigits)
  }

const isoWeek = numberOf(({ sql }) => `extract(week FROM ${sql})::integer`)

/** The week of the year, by mode. The first week begins with the first Sunday or Monday, or has four days. */
const weeks: Readonly<Record<string, Call>> = {
  0: numberOf(({ sql }) => `((extract(doy FROM ${sql}) + 6 - extract(dow FROM ${sql}))::integer / 7)`),
  1: numberOf(
    ({ sql }) =>
      `CASE sign(extract(isoyear FROM ${sql}) - extract(year FROM ${sql})) WHEN 0 THEN extract(week FROM ${sql})::integer WHEN 1 THEN 53 WHEN -1 THEN 0 END`,
  ),
  3: isoWeek,
  5: numberOf(({ sql }) => `((extract(doy FROM ${sql}) + 7 - extract(isodow FROM ${sql}))::integer / 7)`),
}

const isoYearWeek = numberOf(({ sql }) => `(extract(isoyear FROM ${sql}) * 100 + extract(week FROM ${sql}))::integer`)

/** Returns the year and the week of the day on which the week begins. */
const yearWeekFrom = (day: (sql: string) => string): Call =>
  numberOf(
    ({ sql }) =>
      `(extract(year FROM ${day(sql)})::integer * 100 + (extract(doy FROM ${day(sql)})::integer - 1) / 7 + 1)`,
  )
const fromSunday = yearWeekFrom((sql) => `((${sql})::date - extract(dow FROM ${sql})::integer)`)
const fromMonday = yearWeekFrom((sql) => `((${sql})::date - extract(isodow FROM ${sql})::integer + 1)`)

const yearWeeks: Readonly<Record<string, Call>> = {
  0: fromSunday,
  1: isoYearWeek,
  2: fromSunday,
  3: isoYearWeek,
  5: fromMonday,
  7: fromMonday,
}

/** Counts weeks by a mode that is a literal. Without one, servers count by mode 0. */
const byMode =
  (calls: Readonly<Record<string, Call>>): Call =>
  ([value, mode, ...more]) => {
    const sql = mode?.sql ?? '0'
    const call = Object.hasOwn(calls, sql) && more.length === 0 ? calls[sql] : undefined
    return call === undefined || value === undefined ? refuse('another mode of weeks') : call([value])
  }

/** The last second that a MySQL server supports. */
const lastSecond = 32_536_771_199

/** Translates `from_unixtime(seconds)`. */
function fromSeconds(value: Translated | undefined): Translated {
  if (value?.type !== 'integer') return refuse('fractions of seconds')
  const { sql } = value
  return unsteady(`CASE WHEN ${sql} BETWEEN 0 AND ${lastSecond} THEN to_timestamp(${sql})::timestamp END`, 'timestamp')
}

/** Writes a date in a format. */
const formatted = (value: Translated, format: Translated | undefined): Translated =>
  unsteady(`to_char(${value.sql}, ${formatOf(format)})`, 'text')

/** Returns the time of a timestamp. */
export function timeOf(value: Translated): Translated {
  const at = timestamp(value)
  return at.hasFraction === true ? refuse('fractions of seconds') : made(`(${at.sql})::timestamp::time`, 'time', at)
}

/** Returns the timestamp at the beginning of a day. */
export function startOf(value: Translated): Translated {
  const at = timestamp(value)
  return at.hasFraction === true ? refuse('fractions of seconds') : made(`(${at.sql})::timestamp`, 'timestamp', at)
}

const now = unsteady("date_trunc('second', LOCALTIMESTAMP)", 'timestamp')
const today = unsteady('CURRENT_DATE', 'date')

const withoutArguments =
  (value: Translated): Call =>
  (args) =>
    args.length === 0 ? value : refuse('fractions of seconds')

const secondsOf = (sql: string): string => `floor(extract(epoch FROM ${sql}))::bigint`

/**
 * Translates the seconds since 1970. They are NULL before 1970, and after the last year that a MySQL server supports.
 */
function secondsSince1970({ sql, type, hasFraction }: Translated): string {
  if (type === 'timestamp' && hasFraction === true) return refuse('fractions of seconds')
  return `CASE WHEN ${sql} BETWEEN DATE '1970-01-01' AND DATE '3001-01-18' THEN ${secondsOf(`(${sql})::timestamptz`)} END`
}

export const dateFunctions: Readonly<Record<string, Call>> = {
  now: withoutArguments(now),
  current_timestamp: withoutArguments(now),
  localtime: withoutArguments(now),
  localtimestamp: withoutArguments(now),
  sysdate: withoutArguments(now),
  curdate: withoutArguments(today),
  current_date: withoutArguments(today),
  date_format: ([value, format]) => formatted(timestamp(value), format),
  from_unixtime: ([seconds, format]) =>
    format === undefined ? fromSeconds(seconds) : formatted(fromSeconds(seconds), format),
  time: ([value, ...more]) => (value === undefined || more.length > 0 ? refuse('not a time') : timeOf(value)),
  timestamp: ([value, ...more]) => (value === undefined || more.length > 0 ? refuse('a sum') : startOf(value)),
  datediff: ([one, other]) => {
    const [later, earlier] = [timestamp(one), timestamp(other)]
    return whole(made(`((${later.sql})::date - (${earlier.sql})::date)`, 'integer', later, earlier), integerDigits)
  },
  unix_timestamp: (args) =>
    whole(
      unsteady(args.length === 0 ? secondsOf('now()') : secondsSince1970(timestamp(args[0])), 'integer'),
      bigintDigits,
    ),
  last_day: ([value]) => {
    const at = timestamp(value)
    return made(`(date_trunc('month', (${at.sql})::timestamp) + interval '1 month - 1 day')::date`, 'date', at)
  },
  second: ([value]) => {
    const at = timestamp(value)
    return at.type === 'timestamp'
      ? made(`floor(extract(second FROM ${at.sql}))::integer`, 'integer', at)
      : refuse('the second of a day')
  },
  quarter: numberOf(({ sql }) => `extract(quarter FROM ${sql})::integer`),
  dayofyear: numberOf(({ sql }) => `extract(doy FROM ${sql})::integer`),
  dayofweek: numberOf(({ sql }) => `(extract(dow FROM ${sql})::integer + 1)`),
  weekday: numberOf(({ sql }) => `(extract(isodow FROM ${sql})::integer - 1)`),
  week: byMode(weeks),
  yearweek: byMode(yearWeeks),
  weekofyear: isoWeek,
  to_days: numberOf(({ sql }) => `((${sql})::date - DATE '1970-01-01' + 719528)`),
  monthname: ([value]) => unsteady(`to_char(${timestamp(value).sql}, 'FMMonth')`, 'text'),
  dayname: ([value]) => unsteady(`to_char(${timestamp(value).sql}, 'FMDay')`, 'text'),
}

const seconds: ReadonlyMap<string, number> = new Map([
  ['SECOND', 1],
  ['MINUTE', 60],
  ['HOUR', 3600],
  ['DAY', 86_400],
  ['WEEK', 604_800],
])
const months: ReadonlyMap<string, number> = new Map([
  ['MONTH', 1],
  ['QUARTER', 3],
  ['YEAR', 12],
])

/** Translates `timestampdiff(DAY, from, to)`, the whole units between them. */
export function difference(unit: string, from: Translated | undefined, to: Translated | undefined): Translated {
  const [start, end] = [timestamp(from), timestamp(to)]
  const stamp = ({ sql }: Translated): string => `(${sql})::timestamp`
  const length = seconds.get(unit.toUpperCase())
  if (length !== undefined) {
    const elapsed = `extract(epoch FROM ${stamp(end)} - ${stamp(start)})`
    return whole(made(`trunc(${elapsed} / ${length})::bigint`, 'integer', start, end), bigintDigits)
  }
  const count = months.get(unit.toUpperCase()) ?? refuse('another unit')
  // Counts calendar months. A month is not complete until its last day and time have passed.
  const calendar = (value: Translated): string =>
    `(extract(year FROM ${value.sql}) * 12 + extract(month FROM ${value.sql}))`
  const rest = (value: Translated): string => `(${stamp(value)} - date_trunc('month', ${stamp(value)}))`
  const apart = `(${calendar(end)} - ${calendar(start)})`
  const missing = `CASE WHEN ${stamp(end)} >= ${stamp(start)} THEN CASE WHEN ${rest(end)} < ${rest(start)} THEN 1 ELSE 0 END ELSE CASE WHEN ${rest(end)} > ${rest(start)} THEN -1 ELSE 0 END END`
  return whole(made(`trunc((${apart} - ${missing}) / ${count})::bigint`, 'integer', start, end), bigintDigits)
}

/** Translates `extract(YEAR FROM date)` to the function with the unit's name. */
export const partFunctions: ReadonlyMap<string, string> = new Map(
  ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'QUARTER'].map((unit) => [unit, unit.toLowerCase()]),
)

/** The parts of composite units such as DAY_MINUTE, from the longest to the shortest. */
const composites = ['DAY', 'HOUR', 'MINUTE', 'SECOND']

/** Returns the units that `extract` joins to one number, with two digits for each. */
export function unitsOf(unit: string): readonly string[] {
  if (unit === 'YEAR_MONTH') return ['YEAR', 'MONTH']
  const [first = '', last = '', ...more] = unit.split('_')
  const [start, end] = [composites.indexOf(first), composites.indexOf(last)]
  return start >= 0 && end > start && more.length === 0 ? composites.slice(start, end + 1) : [unit]
}
