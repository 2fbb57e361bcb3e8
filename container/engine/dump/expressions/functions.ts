import { dateFunctions, timestamp } from './date-functions.ts'
import { quoted } from './quoted.ts'
import { alike, dateLiteral, oneOf } from './agreeing.ts'
import { textFunctions } from './text-functions.ts'
import { bytes, number, text, toText } from './texts.ts'
import {
  asBigint,
  asCondition,
  asNumber,
  bigintDigits,
  type ExpressionType,
  integerDigits,
  made,
  refuse,
  type Translated,
  unrounded,
  whole,
} from './translated.ts'

type Arguments = readonly Translated[]
type Call = (args: Arguments) => Translated

const isDigits = (value: Translated | undefined, most: number): boolean =>
  value !== undefined && /^\d+$/.test(value.sql) && value.sql.length <= most

/** A length of nine digits is a 32-bit integer. */
const lengthDigits = 9

/** Converts a negative length to zero, as in MySQL. PostgreSQL would count it from the end or reject it. */
const lengthOf = (value: Translated | undefined): Translated => {
  if (value?.type !== 'integer') return refuse('not a whole number')
  if (isDigits(value, lengthDigits)) return value
  const { sql } = value
  return {
    ...value,
    sql: `CASE WHEN ${sql} < 0 THEN 0 WHEN ${sql} > 999999999 THEN 999999999 ELSE (${sql})::integer END`,
  }
}

/** Translates a function with the same name, whose arguments are strings followed by lengths. */
const ofText =
  (name: string, type: ExpressionType, texts: number, integers = 0): Call =>
  (args) => {
    if (args.length !== texts + integers) return refuse(`${name} of ${args.length}`)
    const given = args.map((value, at) => (at < texts ? text(value) : lengthOf(value)))
    const called = made(`${name}(${given.map(({ sql }) => sql).join(', ')})`, type, ...given)
    return type === 'integer' ? whole(called, integerDigits) : called
  }

const ofBytes =
  (name: string, type: ExpressionType): Call =>
  (args) =>
    ofText(name, type, 1)(args.map(bytes))

const ofNumber =
  (write: (value: Translated) => Translated): Call =>
  ([value, ...more]) =>
    more.length > 0 ? refuse('several numbers where one is expected') : write(number(value))

const absolute = ofNumber((value) => oneOf([asBigint(value)], [], (sql) => `abs(${sql})`))

/** Translates a root. That of a negative number is NULL in MySQL and an error in PostgreSQL. */
const root = ofNumber((value) =>
  made(`CASE WHEN ${value.sql} >= 0 THEN sqrt((${value.sql})::float8) END`, 'float', value),
)

const sign = ofNumber((value) => whole(made(`sign(${value.sql})::integer`, 'integer', value), 1))

const wholeNumber = (name: 'ceil' | 'floor'): Call =>
  ofNumber((value) => {
    if (value.type === 'integer') return value
    const exact = unrounded(value)
    const called = made(`${name}(${exact.sql})`, exact.type, exact)
    return value.digits === undefined ? called : whole(called, value.digits.whole + 1)
  })

const part =
  (field: 'year' | 'month' | 'day' | 'hour' | 'minute'): Call =>
  (args) => {
    const value = timestamp(args[0])
    if (value.type === 'date' && (field === 'hour' || field === 'minute')) return refuse('the hour of a day')
    return whole(made(`extract(${field} FROM ${value.sql})::integer`, 'integer', value), field === 'year' ? 4 : 2)
  }

/** Returns the first value that is not NULL. */
const first: Call = (args) => oneOf(args, [], (...sql) => `coalesce(${sql.join(', ')})`)

/** Returns the first value, or NULL if it equals the second one. */
const unless: Call = ([given, excluded, ...more]) => {
  if (given === undefined || excluded === undefined || more.length > 0) return refuse('NULLIF without two values')
  const [one, other] = alike(given, excluded)
  if (one.type !== other.type && (one.type === 'float' || other.type === 'float'))
    return refuse('a float and a decimal')
  if (one.exact !== undefined || one.sql === 'NULL') return refuse('a value that is compared as it is shown')
  return { ...one, ...made(`nullif(${one.sql}, ${other.sql})`, one.type, one, other) }
}

/** Returns numbers, or else dates of one type. */
function ordered(values: Arguments): Arguments {
  const dates = values.map((value) => dateLiteral(value) ?? value)
  const [type] = dates.flatMap((date) => (date.type === 'date' || date.type === 'timestamp' ? [date.type] : []))
  if (type === undefined) return values.map((value) => number(asNumber(value)))
  const isPlain = dates.every((date) => date.type === type && date.hasFraction !== true)
  return isPlain && values.some((value) => value.type === type) ? dates : refuse('dates of several types')
}

/**
 * Returns the largest or smallest of several numbers or dates. It is NULL if one of them is NULL, which PostgreSQL
 * ignores.
 */
const extreme =
  (name: 'greatest' | 'least'): Call =>
  (given) => {
    if (given.length < 2) refuse(`${name} of ${given.length}`)
    return oneOf(
      ordered(given),
      [],
      (...sql) => `CASE WHEN num_nulls(${sql.join(', ')}) = 0 THEN ${name}(${sql.join(', ')}) END`,
    )
  }

/** Translates the padding of a string to a literal length. */
const padded =
  (name: 'lpad' | 'rpad'): Call =>
  ([value, size, padding]) => {
    if (value === undefined || !/^\d{1,4}$/.test(size?.sql ?? '')) return refuse('a length that is computed')
    const subject = toText(value)
    return /^'[^']+'$/.test(padding?.sql ?? '')
      ? made(`${name}(${subject.sql}, ${size?.sql}, ${padding?.sql})`, 'text', subject)
      : refuse('a padding that is computed')
  }

const roundedBy =
  (name: 'round' | 'trunc'): Call =>
  ([value, places, ...more]) => {
    const given = number(value)
    const exact = unrounded(given)
    const written = places === undefined && name === 'round' ? '0' : (places?.sql ?? '')
    // Half of a float goes to the even digit in PostgreSQL.
    if (given.type === 'float' || !/^-?\d{1,2}$/.test(written) || more.length > 0)
      return refuse('a float, or digits that are computed')
    const scale = Math.max(Number(written), 0)
    if (given.type === 'integer' && !written.startsWith('-')) return given
    const sql = `${name}((${exact.sql})::numeric${written === '0' ? '' : `, ${written}`})`
    return { ...made(sql, 'number', given), digits: { whole: (given.digits?.whole ?? bigintDigits) + 1, scale } }
  }

const choose: Call = ([condition, ...values]) => {
  if (condition === undefined || values.length !== 2) return refuse('IF with too few arguments')
  const whether = asCondition(condition)
  return oneOf(values, [whether], (yes, no) => `CASE WHEN ${whether.sql} THEN ${yes} ELSE ${no} END`)
}

const substring: Call = (args) => {
  const [subject, from, length] = args
  if (from === undefined || !/^[1-9]\d*$/.test(from.sql))
    return refuse('a start that is computed, or counted from the end')
  return ofText(
    'substr',
    'text',
    1,
    args.length - 1,
  )(length === undefined ? [text(subject), from] : [text(subject), from, length])
}

/** Translates `replace`. If nothing is found, some collations of MySQL ignore a replacement that is NULL. */
const replaced: Call = (args) =>
  args[2]?.sql.startsWith("'") === true ? ofText('replace', 'text', 3)(args) : refuse('a replacement that may be NULL')

/** Translates `repeat`. A string that is too long is NULL in MySQL and an error in PostgreSQL. */
const repeated: Call = ([value, times, ...more]) =>
  isDigits(times, 3) && more.length === 0
    ? made(`repeat(${text(value).sql}, ${times?.sql})`, 'text', text(value))
    : refuse('a number of times that is computed')

/** Reads a path such as `$.a.b`, which consists of members only. */
function jsonPath(path: Translated | undefined): string {
  const found = /^'\$((?:\.(?:[A-Za-z_]\w*|"[^"'\\{}]+"))+)'$/.exec(path?.sql ?? '')
  const members = found?.[1]?.slice(1).split('.') ?? refuse('a path beyond members')
  return quoted(`{${members.map((member) => `"${member.replaceAll('"', '')}"`).join(',')}}`)
}

const extract: Call = ([document, path]) =>
  document?.type === 'json'
    ? made(`(${document.sql} #> ${jsonPath(path)})`, 'json', document)
    : refuse('not a document')

const unquote: Call = ([value]) =>
  value?.type === 'json' && value.sql.includes(' #> ')
    ? made(value.sql.replace(' #> ', ' #>> '), 'text', value)
    : refuse('not a part of a document')

/** In MySQL, the null of a document is the text `null`. */
const unquoteWhole: Call = (args) => {
  const unquoted = unquote(args)
  return { ...unquoted, sql: `coalesce(${unquoted.sql}, (${args[0]?.sql})::text)` }
}

const calls: Readonly<Record<string, Call>> = {
  concat: (args) => {
    const parts = args.map(toText)
    return parts.length === 0
      ? refuse('a join without a table')
      : made(`(${parts.map(({ sql }) => sql).join(' || ')})`, 'text', ...parts)
  },
  concat_ws: (args) => {
    const parts = args.map(toText)
    return { ...made(`concat_ws(${parts.map(({ sql }) => sql).join(', ')})`, 'text', ...parts), isImmutable: false }
  },
  to_text: ([value]) => (value === undefined ? refuse('a missing value') : toText(value)),
  lower: ofText('lower', 'text', 1),
  lcase: ofText('lower', 'text', 1),
  upper: ofText('upper', 'text', 1),
  ucase: ofText('upper', 'text', 1),
  length: ofBytes('octet_length', 'integer'),
  octet_length: ofBytes('octet_length', 'integer'),
  char_length: ofText('char_length', 'integer', 1),
  character_length: ofText('char_length', 'integer', 1),
  trim: ofText('trim', 'text', 1),
  ltrim: ofText('ltrim', 'text', 1),
  rtrim: ofText('rtrim', 'text', 1),
  reverse: ofText('reverse', 'text', 1),
  replace: replaced,
  left: ofText('left', 'text', 1, 1),
  right: ofText('right', 'text', 1, 1),
  repeat: repeated,
  md5: ofBytes('md5', 'text'),
  substring,
  substr: substring,
  mid: substring,
  coalesce: first,
  ifnull: first,
  nullif: unless,
  if: choose,
  isnull: ([value]) =>
    value === undefined ? refuse('a missing value') : made(`(${value.sql} IS NULL)`, 'boolean', value),
  abs: absolute,
  ceil: wholeNumber('ceil'),
  ceiling: wholeNumber('ceil'),
  floor: wholeNumber('floor'),
  sqrt: root,
  sign,
  truncate: roundedBy('trunc'),
  greatest: extreme('greatest'),
  least: extreme('least'),
  lpad: padded('lpad'),
  rpad: padded('rpad'),
  round: roundedBy('round'),
  year: part('year'),
  month: part('month'),
  day: part('day'),
  dayofmonth: part('day'),
  hour: part('hour'),
  minute: part('minute'),
  date: ([value]) => made(`(${timestamp(value).sql})::date`, 'date', timestamp(value)),
  ...textFunctions,
  ...dateFunctions,
  json_extract: extract,
  json_value: (args) => unquote([extract(args)]),
  json_unquote: unquoteWhole,
}

/** Tests for a function of MySQL. A function of the dump may have the same name only with its database. */
export const isFunction = (name: string): boolean => Object.hasOwn(calls, name)

/** Translates a function of MySQL if PostgreSQL's returns the same. */
export function callFunction(name: string, args: Arguments): Translated {
  const call = isFunction(name) ? calls[name] : undefined
  return call === undefined ? refuse(`the function ${name}`) : call(args)
}
