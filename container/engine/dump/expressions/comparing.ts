import { type Constant, isAscii } from './constant.ts'
import { doubleOf } from './constant-numbers.ts'
import { refuse } from './translated.ts'

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

/** Returns a string as most collations compare it: without case, accents or trailing spaces. */
export const folded = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')).toUpperCase().replace(/ +$/, '')

const exact = (text: string): string => text.replace(/ +$/, '')

/** Returns a negative number, zero or a positive number, or null if one of the values is NULL. */
export function compare(one: Constant, other: Constant): number | null {
  if (one.kind === 'null' || other.kind === 'null') return null
  if (one.kind === 'double' || other.kind === 'double') return ascending(numeric(one), numeric(other))
  if (one.kind === 'number' && other.kind === 'number') {
    const scale = Math.max(one.scale, other.scale)
    return ascending(one.digits * 10n ** BigInt(scale - one.scale), other.digits * 10n ** BigInt(scale - other.scale))
  }
  if (one.kind === 'text' && other.kind === 'text') {
    const fold = one.isExact === true || other.isExact === true ? exact : folded
    const left = fold(one.text)
    const right = fold(other.text)
    if (left === right) return 0
    return isAscii(left) && isAscii(right) ? (left < right ? -1 : 1) : 2
  }
  if (one.kind === 'text' && other.kind === 'number') return compare(numberIn(one.text), other)
  if (one.kind === 'number' && other.kind === 'text') return compare(one, numberIn(other.text))
  return refuse('values that cannot be compared')
}

const ascending = <T extends number | bigint>(left: T, right: T): number => (left < right ? -1 : left > right ? 1 : 0)

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

/** Matches `%` and `_`, unless a backslash escapes them. */
export function like(value: Constant, pattern: Constant): Truth {
  if (value.kind === 'null' || pattern.kind === 'null') return null
  if (value.kind !== 'text' || pattern.kind !== 'text') return refuse('LIKE with a value that is not text')
  const isExact = value.isExact === true || pattern.isExact === true
  const source = pattern.text.replaceAll(/\\?[^]/g, (part) =>
    part === '%'
      ? '[^]*'
      : part === '_'
        ? '[^]'
        : (part.length > 1 ? part.slice(1) : part).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
  )
  return new RegExp(`^${source}$`, isExact ? 'u' : 'iu').test(value.text)
}
