import { alike, oneOf } from './agreeing.ts'
import { quoted } from './quoted.ts'
import { bytes, number, text, toText } from './texts.ts'
import { integerDigits, isNumber, made, refuse, type Translated, unrounded, whole } from './translated.ts'

type Call = (args: readonly Translated[]) => Translated

const literalOf = (value: Translated | undefined): string =>
  /^'((?:[^']|'')+)'$/.exec(value?.sql ?? '')?.[1]?.replaceAll("''", "'") ?? refuse('a text that is computed')

const countOf = (value: Translated | undefined): number =>
  /^-?\d{1,4}$/.test(value?.sql ?? '') ? Number(value?.sql) : refuse('a number that is computed')

/** A character that every collation of MySQL distinguishes from all others of one byte. */
const plainCharacter = /^'[ !#%&()*+,\-./0-9:;=?@_]'$/

/** Translates a search. Most collations of MySQL ignore case, so the text is case-sensitive or the sign has no case. */
function position(sought: Translated | undefined, within: Translated | undefined): Translated {
  if (sought === undefined || within === undefined) return refuse('too few arguments')
  const subject = toText(within)
  const isLiteral = sought.type === 'text' && sought.sql.startsWith("'")
  const isExact = subject.isExact === true && (isLiteral || sought.isExact === true)
  if (!isExact && !plainCharacter.test(sought.sql)) return refuse('a search that ignores case')
  return whole(made(`strpos(${subject.sql}, ${text(sought).sql})`, 'integer', subject, sought), integerDigits)
}

/** Translates `substring_index(a, ',', 2)`, which distinguishes case in every collation. */
const beforeDelimiter: Call = ([value, delimiter, times, ...more]) => {
  const subject = text(value)
  const [between, count] = [literalOf(delimiter), countOf(times)]
  if (count === 0 || more.length > 0) return refuse('no part of the text')
  // From the end, delimiters that overlap would be other ones.
  if (count < 0 && Array.from(between).length > 1) return refuse('a long delimiter from the end')
  const first = (sql: string): string =>
    Math.abs(count) === 1
      ? `split_part(${sql}, ${quoted(between)}, 1)`
      : `array_to_string((string_to_array(${sql}, ${quoted(between)}))[1:${Math.abs(count)}], ${quoted(between)})`
  const sql = count > 0 ? first(subject.sql) : `reverse(${first(`reverse(${subject.sql})`)})`
  return { ...made(sql, 'text', subject), isImmutable: false }
}

/** Translates `elt(n, 'a', 'b')`. */
const chosen: Call = ([place, ...values]) => {
  if (place?.type !== 'integer' || values.length === 0) return refuse('a place that is not a whole number')
  return oneOf(values.map(toText), [place], (...sql) => {
    const whens = sql.map((value, at) => ` WHEN ${at + 1} THEN ${value}`)
    return `CASE ${place.sql}${whens.join('')} END`
  })
}

/** Translates `field(a, 1, 2)`, the place of a value among others. NULL has the place 0. */
const placeAmong: Call = ([value, ...others]) => {
  if (value === undefined || others.length === 0) return refuse('too few arguments')
  const isPlain = [value, ...others].every(isNumber) || (value.isExact === true && others.every(isText))
  if (!isPlain) return refuse('a comparison that ignores case')
  const pairs = others.map((other) => alike(value, other))
  const whens = pairs.map(([one, other], at) => ` WHEN ${one.sql} = ${other.sql} THEN ${at + 1}`)
  return whole(made(`CASE${whens.join('')} ELSE 0 END`, 'integer', value, ...others), integerDigits)
}

const isText = ({ type, sql }: Translated): boolean => type === 'text' && sql.startsWith("'")

/** The maximum number of digits that `format` writes before the point. */
const formattedDigits = 40

/** Translates `format(a, 2)`, a rounded number with a comma after each thousand. */
const formatted: Call = ([value, places, ...more]) => {
  const { type, sql, digits } = unrounded(number(value))
  const count = countOf(places)
  if (type === 'float' || digits === undefined || digits.whole > formattedDigits) return refuse('unknown digits')
  if (count < 0 || count > 20 || more.length > 0) return refuse('another number of places')
  const pattern = `${'999,'.repeat(Math.ceil((digits.whole + 1) / 3) - 1)}990`
  const written = `FM${pattern}${count === 0 ? '' : `.${'0'.repeat(count)}`}`
  return { sql: `to_char(round((${sql})::numeric, ${count}), '${written}')`, type: 'text', isImmutable: false }
}

/** Translates `hex` of a whole number or of a text. */
const hexadecimal: Call = ([value, ...more]) => {
  if (value === undefined || more.length > 0) return refuse('another conversion')
  if (value.type === 'integer') return made(`upper(to_hex((${value.sql})::bigint))`, 'text', value)
  return { ...made(`upper(encode(${encoded(value)}, 'hex'))`, 'text'), isImmutable: false }
}

const encoded = (value: Translated | undefined): string => `convert_to(${bytes(value).sql}, 'UTF8')`

const hashBits = [224, 256, 384, 512]

const hashed: Call = ([value, size, ...more]) => {
  const bits = countOf(size)
  if (!hashBits.includes(bits) || more.length > 0) return refuse('another hash')
  return { ...made(`encode(sha${bits}(${encoded(value)}), 'hex')`, 'text'), isImmutable: false }
}

export const textFunctions: Readonly<Record<string, Call>> = {
  locate: ([sought, within, ...more]) => (more.length === 0 ? position(sought, within) : refuse('a start')),
  instr: ([within, sought]) => position(sought, within),
  substring_index: beforeDelimiter,
  elt: chosen,
  field: placeAmong,
  format: formatted,
  hex: hexadecimal,
  sha2: hashed,
  space: ([count, ...more]) =>
    more.length === 0 && countOf(count) >= 0
      ? made(`repeat(' ', ${countOf(count)})`, 'text')
      : refuse('a number of spaces'),
}

const trims: Readonly<Record<string, string>> = { LEADING: 'ltrim', TRAILING: 'rtrim', BOTH: 'btrim' }

/** Translates `trim(LEADING '0' FROM a)`. PostgreSQL removes any of several characters, so only one is translated. */
export function trimmedOf(side: string, removed: Translated, value: Translated): Translated {
  if (Array.from(literalOf(removed)).length !== 1) return refuse('several characters to remove')
  return made(`${trims[side] ?? refuse('another side')}(${text(value).sql}, ${removed.sql})`, 'text', value)
}
