import type { Spec } from '../../../../src/contract/spec.ts'
import { dialectOf } from '../../dialects/all.ts'
import type { SqlDialect } from '../../dialects/sql-dialect.ts'
import { type DateFormat, DateParser, isoDateFormat, type TimePart } from '../../values/dates.ts'
import { currencies } from '../../values/currencies.ts'
import { type LocaleFacts, unmistakableMonths } from '../../values/locale.ts'
import { FloatParser } from '../../values/floats.ts'
import { DecimalParser, IntegerParser, type NumberFormat, plainNumberFormat } from '../../values/numbers.ts'
import { EpochParser, namesEpoch } from '../../values/epoch.ts'
import { respelled } from '../../values/respelled-timestamps.ts'
import { TimeParser } from '../../values/times.ts'
import type { Canonical, ValueParser } from '../../values/value-parser.ts'
import { BooleanParser, UuidParser } from '../../values/words.ts'

export type CandidateKind =
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'time'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'

/** A type in one format. Either the whole sample of a column parses in it, or the next candidate is tried. */
export interface Candidate {
  readonly kind: CandidateKind
  readonly parser: ValueParser
  /** Whether the numbers of the dates alone do not distinguish day and month. */
  readonly isAmbiguousFormat?: boolean
}

/** The conventions that the spec and the file give to the formats of values. */
export interface FormatFacts {
  readonly spec: Spec
  readonly locale: LocaleFacts | null
  /** The decimal separator of numbers that fit either. */
  readonly decimal: '.' | ','
  readonly months: readonly string[]
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** Separators of digit groups and fractions. */
const separators: readonly { readonly group: string; readonly decimal: '.' | ','; readonly indian?: boolean }[] = [
  { group: ',', decimal: '.' },
  { group: '.', decimal: ',' },
  { group: '', decimal: ',' },
  { group: ' ', decimal: ',' },
  { group: '\u00a0', decimal: ',' },
  { group: '\u202f', decimal: ',' },
  { group: '\u2009', decimal: ',' },
  { group: ' ', decimal: '.' },
  { group: '\u00a0', decimal: '.' },
  { group: '\u202f', decimal: '.' },
  { group: '\u2009', decimal: '.' },
  { group: "'", decimal: '.' },
  { group: "'", decimal: ',' },
  { group: '’', decimal: '.' },
  { group: ',', decimal: '.', indian: true },
]
const affixes = new RegExp(
  `^\\(?[-+\u2212]?\\s?(${currencies}|%)?\\s?[-\u2212]?[\\d.,'’ \\u00a0\\u2009\\u202f]+\\s?(${currencies}|%)?-?\\)?$`,
  'u',
)

/** Returns the format of a type in which every value is already canonical text. */
export function canonicalCandidate(check: Canonical['check'], spec: Spec): Candidate {
  const { fractionDigits, hasBoundedTimestamps } = dialectOf(spec)
  switch (check) {
    case 'boolean':
      return { kind: 'boolean', parser: new BooleanParser('true', 'false') }
    case 'integer':
      return { kind: 'integer', parser: new IntegerParser(null, !spec.inference.keep_leading_zeros) }
    case 'decimal':
      return { kind: 'decimal', parser: new DecimalParser(plainNumberFormat, null, !spec.inference.keep_leading_zeros) }
    case 'float':
      return { kind: 'float', parser: new FloatParser() }
    case 'time':
      return { kind: 'time', parser: new TimeParser(fractionDigits) }
    case 'date':
      return { kind: 'date', parser: new DateParser(isoDateFormat, 'none', fractionDigits) }
    case 'timestamp':
      return { kind: 'timestamp', parser: new DateParser(isoDateFormat, 'time', fractionDigits) }
    case 'timestamp_zoned':
      return {
        kind: 'timestamptz',
        parser: new DateParser(isoDateFormat, 'zoned', fractionDigits, hasBoundedTimestamps),
      }
    case 'uuid':
      return { kind: 'uuid', parser: new UuidParser() }
  }
}

/**
 * Returns the candidate types for a column by its first value, the most common first. Each is tested with all values
 * before the next one is created. Most columns match an early one, and a file may have a hundred thousand columns.
 */
export function* candidatesFor(
  first: string,
  { spec, locale, decimal, months }: FormatFacts,
  name: string,
): Iterable<Candidate> {
  const canonical = (check: Canonical['check']): Candidate => canonicalCandidate(check, spec)
  yield canonical('boolean')
  yield { kind: 'boolean', parser: new BooleanParser('yes', 'no') }
  yield* epochs(name)
  yield canonical('integer')
  yield { kind: 'integer', parser: new IntegerParser(null, !spec.inference.keep_leading_zeros, true) }
  if (decimal === '.') yield canonical('decimal')
  yield* numberFormats(first, decimal)
  if (decimal === ',') yield canonical('decimal')
  yield canonical('float')
  yield canonical('time')
  yield* respelled(first, dialectOf(spec).fractionDigits, dialectOf(spec).hasBoundedTimestamps)
  yield* dates(dateFormats(first, months, locale !== null), dialectOf(spec))
  yield canonical('uuid')
}

function* numberFormats(first: string, decimal: '.' | ','): Iterable<Candidate> {
  const found = affixes.exec(first)
  if (found === null) return
  const base = { prefix: bytes(found[1] ?? ''), suffix: bytes(found[2] ?? '') }
  const affixed = base.prefix.length + base.suffix.length > 0
  for (const negative of ['sign', 'plus', 'minus', 'parentheses', 'trailing', 'any'] as const) {
    const isPlain = !affixed && negative === 'sign'
    const formats = isPlain ? separators : [{ group: '', decimal: '.' } as const, ...separators]
    const preferred =
      decimal === ',' ? formats.toSorted((a, b) => Number(b.decimal === ',') - Number(a.decimal === ',')) : formats
    for (const one of preferred) yield decimalIn({ ...base, ...one, negative })
  }
}

function decimalIn(format: {
  prefix: Uint8Array
  suffix: Uint8Array
  group: string
  decimal: '.' | ','
  indian?: boolean
  negative: NumberFormat['negative']
}): Candidate {
  return {
    kind: 'decimal',
    parser: new DecimalParser({
      decimal: format.decimal.charCodeAt(0),
      group: bytes(format.group),
      indian: format.indian === true,
      prefix: format.prefix,
      suffix: format.suffix,
      negative: format.negative,
    }),
  }
}

/** Returns candidates for seconds since 1970. They are timestamps only if the column's name suggests it. */
function epochs(name: string): Candidate[] {
  if (!namesEpoch(name)) return []
  return (['seconds', 'milliseconds'] as const).map((unit) => ({ kind: 'timestamptz', parser: new EpochParser(unit) }))
}

const dateWords = [
  ['年', '月', '日'],
  ['년', '월', '일'],
].map(([year = '', month = '', day = '']) => ({ year, bytes: [bytes(year), bytes(month), bytes(day)] as const }))

/** Tests whether the numbers of a date alone do not show what each of them is. */
const isAmbiguous = (format: DateFormat): boolean =>
  format.kind === 'short_years' || (format.kind === 'numbers' && format.order !== 'ymd')

/** Tests for two numbers and one word, such as `31. Dezember 2024` and `1 de enero de 2025`. */
function looksNamed(date: string): boolean {
  if (!/^[\p{L}\p{M}\d .,/ºª-]{6,40}$/u.test(date)) return false
  const words = date.match(/[\p{L}\p{M}]{3,}/gu) ?? []
  return words.length === 1 && date.match(/\d+/g)?.length === 2
}

/** Without a locale, the month names themselves show their language. */
function dateFormats(first: string, months: readonly string[], hasLocale: boolean): DateFormat[] {
  if (/^\d{4}-W\d{2}-\d/.test(first)) return [{ kind: 'weeks' }]
  const words = dateWords.find(({ year }) => new RegExp(`^\\d{4}${year}`, 'u').test(first))
  if (words !== undefined) return [{ kind: 'words', words: words.bytes }]
  const date = first.replace(/[T ]\d{1,2}:.*$/, '')
  if (/\p{L}{3}/u.test(date)) {
    const named = { kind: 'names', months } as const
    return hasLocale || !looksNamed(date) ? [named] : [named, { kind: 'names', months: unmistakableMonths() }]
  }
  return [isoDateFormat, { kind: 'numbers', order: 'dmy' }, { kind: 'numbers', order: 'mdy' }, { kind: 'short_years' }]
}

function dates(formats: readonly DateFormat[], { fractionDigits, hasBoundedTimestamps }: SqlDialect): Candidate[] {
  const parts: readonly { readonly kind: 'date' | 'timestamp' | 'timestamptz'; readonly part: TimePart }[] = [
    { kind: 'date', part: 'none' },
    { kind: 'timestamp', part: 'time' },
    { kind: 'timestamptz', part: 'zoned' },
    { kind: 'timestamp', part: 'time_or_none' },
  ]
  return parts.flatMap(({ kind, part }) =>
    formats.map((format) => ({
      kind,
      parser: new DateParser(format, part, fractionDigits, hasBoundedTimestamps),
      isAmbiguousFormat: isAmbiguous(format),
    })),
  )
}
