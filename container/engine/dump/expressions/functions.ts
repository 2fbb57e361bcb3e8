import { dateFunctions, timestamp } from './date-functions.ts'
import { quoted } from './quoted.ts'
import {
  asCondition,
  asNumber,
  commonType,
  type ExpressionType,
  isNumber,
  made,
  ofOneKind,
  refuse,
  type Translated,
  unrounded,
} from './translated.ts'

type Arguments = readonly Translated[]
type Call = (args: Arguments) => Translated

/** PostgreSQL converts other types to text by STABLE functions, which generated columns reject. */
const isSteady = ({ type }: Translated): boolean => type === 'text' || type === 'integer' || type === 'number'

function toText(value: Translated): Translated {
  if (value.type === 'text') return value
  if (value.type === 'boolean') return made(`(${value.sql})::int::text`, 'text', value)
  if (/^(?:float|json|sealed)$/.test(value.type)) return refuse('a value that both write differently')
  if (value.type === 'other' && value.sql !== 'NULL') return refuse('bytes, bits or a set')
  // A timestamp with a zone would be written with its zone.
  const sql = value.type === 'timestamp' ? `(${value.sql})::timestamp` : `(${value.sql})`
  return { sql: `${sql}::text`, type: 'text', isImmutable: value.isImmutable && isSteady(value) }
}

const text = (value: Translated | undefined): Translated =>
  value === undefined ? refuse('too few arguments') : value.type === 'text' ? value : refuse('not a text')
const number = (value: Translated | undefined): Translated =>
  value === undefined ? refuse('too few arguments') : isNumber(value) ? value : refuse('not a number')
const integer = (value: Translated | undefined): Translated =>
  value?.type === 'integer'
    ? { ...value, sql: /^\d+$/.test(value.sql) ? value.sql : `(${value.sql})::integer` }
    : refuse('not a whole number')

/** Converts a negative length to zero, as in MySQL. PostgreSQL would count it from the end or reject it. */
const lengthOf = (value: Translated | undefined): Translated => {
  const given = integer(value)
  return /^\d+$/.test(given.sql) ? given : { ...given, sql: `greatest(${given.sql}, 0)` }
}

/** Returns a text whose bytes matter. */
const bytes = (value: Translated | undefined): Translated =>
  value?.isRecoded === true ? refuse('bytes of another encoding') : text(value)

/** Translates a function with the same name, whose arguments are texts followed by lengths. */
const ofText =
  (name: string, type: ExpressionType, texts: number, integers = 0): Call =>
  (args) => {
    if (args.length !== texts + integers) return refuse(`${name} of ${args.length}`)
    const given = args.map((value, at) => (at < texts ? text(value) : lengthOf(value)))
    return made(`${name}(${given.map(({ sql }) => sql).join(', ')})`, type, ...given)
  }

const ofBytes =
  (name: string, type: ExpressionType): Call =>
  (args) =>
    ofText(name, type, 1)(args.map(bytes))

const ofNumber =
  (write: (value: Translated) => Translated): Call =>
  ([value, ...more]) =>
    more.length > 0 ? refuse('several numbers where one is expected') : write(number(value))

const absolute = ofNumber((value) => made(`abs(${value.sql})`, value.type, value))

/** Translates a root. That of a negative number is NULL in MySQL and an error in PostgreSQL. */
const root = ofNumber((value) =>
  made(`CASE WHEN ${value.sql} >= 0 THEN sqrt((${value.sql})::float8) END`, 'float', value),
)

const sign = ofNumber((value) => made(`sign(${value.sql})::integer`, 'integer', value))

const wholeNumber = (name: 'ceil' | 'floor'): Call =>
  ofNumber((value) => {
    const exact = unrounded(value)
    return made(`${name}(${exact.sql})`, exact.type, exact)
  })

const part =
  (field: 'year' | 'month' | 'day' | 'hour' | 'minute'): Call =>
  (args) => {
    const value = timestamp(args[0])
    if (value.type === 'date' && (field === 'hour' || field === 'minute')) return refuse('the hour of a day')
    return made(`extract(${field} FROM ${value.sql})::integer`, 'integer', value)
  }

/** Returns the first of several texts, or of several values of one type. */
const first =
  (name: string): Call =>
  (given) => {
    const args = ofOneKind(given)
    return made(`${name}(${args.map(({ sql }) => sql).join(', ')})`, commonType(args), ...args)
  }

/** Returns the largest or smallest of several numbers. It is NULL if one of them is NULL, which PostgreSQL ignores. */
const extreme =
  (name: 'greatest' | 'least'): Call =>
  (given) => {
    const args = given.map((value) => number(asNumber(value)))
    if (args.length < 2) refuse(`${name} of ${args.length}`)
    const list = args.map(({ sql }) => sql).join(', ')
    return made(`CASE WHEN num_nulls(${list}) = 0 THEN ${name}(${list}) END`, commonType(args), ...args)
  }

/** Translates the padding of a text to a literal length. */
const padded =
  (name: 'lpad' | 'rpad'): Call =>
  ([value, size, padding]) => {
    if (value === undefined || !/^\d{1,4}$/.test(size?.sql ?? '')) return refuse('a length that is computed')
    const subject = toText(value)
    return /^'[^']+'$/.test(padding?.sql ?? '')
      ? made(`${name}(${subject.sql}, ${size?.sql}, ${padding?.sql})`, 'text', subject)
      : refuse('a padding that is computed')
  }

const truncated: Call = ([value, digits]) => {
  const given = unrounded(number(value))
  return given.type === 'float' || !/^\d{1,2}$/.test(digits?.sql ?? '')
    ? refuse('a float, or digits that are computed')
    : made(`trunc((${given.sql})::numeric, ${digits?.sql})`, 'number', given)
}

const choose: Call = ([condition, ...values]) => {
  const [whenTrue, otherwise] = ofOneKind(values)
  if (condition === undefined || whenTrue === undefined || otherwise === undefined)
    return refuse('IF with too few arguments')
  const type = commonType([whenTrue, otherwise])
  return made(
    `CASE WHEN ${asCondition(condition).sql} THEN ${whenTrue.sql} ELSE ${otherwise.sql} END`,
    type,
    condition,
    whenTrue,
    otherwise,
  )
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

const round: Call = ([value, digits]) => {
  const rounded = unrounded(number(value))
  // PostgreSQL rounds half of a float to the even digit.
  if (rounded.type === 'float') return refuse('a rounded float')
  const sql =
    digits === undefined ? `round(${rounded.sql})` : `round((${rounded.sql})::numeric, ${integer(digits).sql})`
  return made(sql, 'number', rounded)
}

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
  concat_ws: (args) => ({
    ...made(`concat_ws(${args.map((one) => toText(one).sql).join(', ')})`, 'text'),
    isImmutable: false,
  }),
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
  replace: ofText('replace', 'text', 3),
  left: ofText('left', 'text', 1, 1),
  right: ofText('right', 'text', 1, 1),
  repeat: ofText('repeat', 'text', 1, 1),
  md5: ofBytes('md5', 'text'),
  substring,
  substr: substring,
  mid: substring,
  coalesce: first('coalesce'),
  ifnull: first('coalesce'),
  nullif: first('nullif'),
  if: choose,
  isnull: ([value]) =>
    value === undefined ? refuse('a missing value') : made(`(${value.sql} IS NULL)`, 'boolean', value),
  abs: absolute,
  ceil: wholeNumber('ceil'),
  ceiling: wholeNumber('ceil'),
  floor: wholeNumber('floor'),
  sqrt: root,
  sign,
  truncate: truncated,
  greatest: extreme('greatest'),
  least: extreme('least'),
  lpad: padded('lpad'),
  rpad: padded('rpad'),
  round,
  year: part('year'),
  month: part('month'),
  day: part('day'),
  dayofmonth: part('day'),
  hour: part('hour'),
  minute: part('minute'),
  date: ([value]) => made(`(${timestamp(value).sql})::date`, 'date', timestamp(value)),
  ...dateFunctions,
  json_extract: extract,
  json_value: (args) => unquote([extract(args)]),
  json_unquote: unquoteWhole,
}

/** Translates a function of MySQL if PostgreSQL's returns the same. */
export function callFunction(name: string, args: Arguments): Translated {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined
  return call === undefined ? refuse(`the function ${name}`) : call(args)
}
