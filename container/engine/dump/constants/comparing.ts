import { type Constant, isAscii } from './constant.ts'
import { doubleOf, onOneScale } from './constant-numbers.ts'
import { isUsableDate, normalizeDate } from '../expressions/dates.ts'
import { foldUndeclared, type Folding, withoutAccents } from './foldings.ts'
import { refuse } from '../expressions/translated.ts'
import { matchesWildcards, type PatternPart, wildcard } from '../text/wildcards.ts'

/** Three-valued logic: NULL is neither true nor false. */
export type Truth = boolean | null

export const truthOf = (value: Constant): Truth =>
  value.kind === 'null'
    ? null
    : value.kind === 'number'
      ? value.digits !== 0n
      : value.kind === 'double'
        ? value.number !== 0
        : refuse('a missing condition')

export const asNumber = (truth: Truth): Constant =>
  truth === null ? { kind: 'null' } : { kind: 'number', digits: truth ? 1n : 0n, scale: 0 }

export function and(one: Truth, other: Truth): Truth {
  if (one === false || other === false) return false
  return one === null || other === null ? null : true
}

export function or(one: Truth, other: Truth): Truth {
  if (one === true || other === true) return true
  return one === null || other === null ? null : false
}

/** Returns a string without the spaces at its end. A pattern would search again from each space within the string. */
export function unpadded(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** Returns a string as all default collations compare it: without case, most accents or trailing spaces. */
export const folded = (text: string): string => unpadded(isAscii(text) ? text.toUpperCase() : foldUndeclared(text))

/**
 * Returns a string as its collation compares it. `isExact` means that text differs by its case. A collation without a
 * folding of its own compares as most do.
 */
export function asCompared(text: string, isExact: boolean, folding: Folding | null = null): string {
  if (folding === null) return isExact ? unpadded(text) : folded(text)
  const compared = folding.isPadded ? unpadded(text) : text
  if (isExact) return compared
  return isAscii(compared) && folding.isPartial !== true ? compared.toUpperCase() : folding.fold(compared)
}

/** Returns a negative number, zero or a positive number, or null if one of the values is NULL. */
export function compare(one: Constant, other: Constant): number | null {
  if (one.kind === 'null' || other.kind === 'null') return null
  if (isShortYear(one, other) || isShortYear(other, one)) return refuse('a year of two digits')
  if (one.kind === 'double' || other.kind === 'double') return compareDoubles(one, other)
  if (one.kind === 'number' && other.kind === 'number') return ascending(...onOneScale(one, other).digits)
  if (one.kind === 'text' && other.kind === 'text') return compareTexts(one, other)
  if (one.kind === 'text' && other.kind === 'number') return compare(numberIn(one.text), other)
  if (one.kind === 'number' && other.kind === 'text') return compare(one, numberIn(other.text))
  if (one.kind === 'text' && isLostLabel(other)) return compareLost(one)
  if (other.kind === 'text' && isLostLabel(one)) return compareLost(other)
  return refuse('values that cannot be compared')
}

const isLostLabel = (value: Constant): boolean => value.kind === 'copied' && value.labels !== undefined

/** Compares a text with an invalid label, which is the empty string. Their order is that of the labels. */
function compareLost({ text, temporal, isDocument }: Text): number {
  if (temporal !== undefined || isDocument === true) return refuse('a label and another value')
  return unpadded(text) === '' ? 0 : 2
}

const ascending = <T extends number | bigint | string>(left: T, right: T): number =>
  left < right ? -1 : left > right ? 1 : 0

type Text = Constant & { readonly kind: 'text' }

const ligatures: readonly (readonly [RegExp, string])[] = [
  [/[æäÆÄ]/g, 'A'],
  [/[œøöŒØÖ]/g, 'O'],
  [/[üÜ]/g, 'U'],
  [/[ßẞ]/g, 'S'],
  [/[ðđĐÐ]/g, 'D'],
  [/[łŁ]/g, 'L'],
]

/** Returns the same for most texts that some collation considers equal. */
function similar(text: string): string {
  const simple = ligatures.reduce((found, [letters, letter]) => found.replaceAll(letters, letter), text)
  return withoutAccents(simple)
    .replaceAll(/(?<=[AOU])E/g, '')
    .replaceAll('SS', 'S')
}

/** Tests for texts that are equal in some collations only. */
const areSimilar = (one: string, other: string): boolean =>
  isAscii(one) && isAscii(other) ? one.toUpperCase() === other.toUpperCase() : similar(one) === similar(other)

function compareTexts(one: Text, other: Text): number {
  if (one.isDocument === true || other.isDocument === true) return refuse('a comparison of documents')
  if (one.temporal !== undefined || other.temporal !== undefined) return compareTimes(one, other)
  const isExact = one.isExact === true || other.isExact === true
  const folding = one.folding ?? other.folding ?? null
  if (other.folding !== undefined && other.folding !== folding) return refuse('texts in two collations')
  const left = asCompared(one.text, isExact, folding)
  const right = asCompared(other.text, isExact, folding)
  if (left === right) return 0
  const isPartial = !isExact && (folding === null || folding.isPartial === true)
  if (isPartial && areSimilar(left, right)) refuse('letters that are equal in some collations')
  return isAscii(left) && isAscii(right) ? ascending(left, right) : 2
}

/** Compares dates or times. A server reads a string as the kind of the other value. */
function compareTimes(one: Text, other: Text): number {
  const kinds = [one.temporal, other.temporal]
  if (!kinds.includes('time')) return ascending(pointInTime(one.text), pointInTime(other.text))
  const isPlain = ({ text }: Text): boolean => /^\d\d:[0-5]\d:[0-5]\d$/.test(text)
  return isPlain(one) && isPlain(other) && !kinds.includes('date')
    ? ascending(one.text, other.text)
    : refuse('a time and another value')
}

/** Returns a date in one spelling, with its time. */
function pointInTime(text: string): string {
  const [date = '', fraction = ''] = (normalizeDate(text) ?? '').split('.')
  const [day = '', time = '00:00:00'] = date.split(' ')
  return isUsableDate(`${day} ${time}`) ? `${day} ${time}.${fraction.padEnd(6, '0')}` : refuse('not a date')
}

/** Tests for a year and a number that a server may complete to a year. */
const isShortYear = (year: Constant, other: Constant): boolean => {
  if (year.kind !== 'number' || year.isYear !== true) return false
  if (other.kind !== 'number') return other.kind === 'double'
  return other.isYear !== true && (other.scale > 0 || other.digits < 100n)
}

/** Compares doubles. A server considers doubles with a fixed number of places equal if they are close. */
function compareDoubles(one: Constant, other: Constant): number {
  const [left, right] = [numeric(one), numeric(other)]
  const places = [one, other].flatMap((value) => (value.kind === 'double' ? (value.places ?? []) : []))
  const isNear = places.some((count) => Math.abs(left - right) <= 5 / 10 ** (count + 1))
  return isNear && left !== right ? refuse('floats that are nearly equal') : ascending(left, right)
}

const numeric = (value: Constant): number => doubleOf(value) ?? refuse('a text that is not a number')

/** Compares two values. Only the collation defines the order of letters beyond ASCII. */
export function ordered(one: Constant, other: Constant): number | null {
  const found = compare(one, other)
  return found === 2 ? refuse('the order of letters') : found
}

/** Compares two values for sorting. NULL sorts first, and a label of an enum sorts by its number. */
export function sortOrder(left: Constant, right: Constant): number {
  if (left.kind === 'null' || right.kind === 'null') return Number(right.kind === 'null') - Number(left.kind === 'null')
  const isLabel = left.kind === 'text' && right.kind === 'text'
  return isLabel && left.label !== undefined && right.label !== undefined
    ? left.label - right.label
    : (ordered(left, right) ?? 0)
}

function numberIn(text: string): Constant {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,20}))?$/.exec(text) ?? []
  return whole === ''
    ? refuse('a text that is not a number')
    : { kind: 'number', digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** Returns the parts of a pattern for LIKE. A backslash makes a wildcard a character. */
const likeParts = (pattern: string): PatternPart[] =>
  Array.from(pattern.matchAll(/\\?[^]/gu), ([part]) =>
    part === '%' ? wildcard.any : part === '_' ? wildcard.one : part.replace(/^\\(?=.)/s, ''),
  )

const uppercase = (character: string): string => character.toUpperCase()
const unaccented = (character: string): string => uppercase(character.normalize('NFD').replaceAll(/\p{M}/gu, ''))

/** Matches `%` and `_`. A pattern is refused if its result depends on how the collation compares accents. */
export function like(value: Constant, pattern: Constant): Truth {
  if (value.kind === 'null' || pattern.kind === 'null') return null
  if (value.kind !== 'text' || pattern.kind !== 'text') return refuse('LIKE with a value that is not text')
  if (value.isDocument === true) return refuse('a pattern for a document')
  const parts = likeParts(pattern.text)
  const matches = (folds: (character: string) => string): boolean =>
    matchesWildcards(
      Array.from(value.text, folds),
      parts.map((part) => (typeof part === 'string' ? folds(part) : part)),
    )
  if (value.isExact === true || pattern.isExact === true) return matches((character) => character)
  const found = matches(uppercase)
  return found === matches(unaccented) ? found : refuse('letters that are equal in some collations')
}
