import { chosenAmong } from './common-types.ts'
import { ordered } from './comparing.ts'
import type { Constant } from './constant.ts'
import {
  asciiText,
  type Call,
  counted,
  exactNumber,
  number,
  padded as withPlaces,
  signed,
  text,
  textOf,
  whole,
} from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'

/**
 * Returns a string of characters that every collation compares in the same way, because the result must not depend on
 * the collation.
 */
const comparableText = (value: Constant | undefined): string => asciiText(value).toLowerCase()

/** Computes `LPAD('7', 3, '0')`. */
const padded =
  (side: 'left' | 'right'): Call =>
  ([value, length, filler]) => {
    const written = Array.from(textOf(value))
    const wanted = whole(length)
    const fill = Array.from(filler === undefined ? ' ' : textOf(filler))
    if (written.length >= wanted) return text(written.slice(0, wanted).join(''))
    if (fill.length === 0) return refuse('padding with an empty string')
    const added = Array.from({ length: wanted - written.length }, (_, at) => fill[at % fill.length]).join('')
    return text(side === 'left' ? added + written.join('') : written.join('') + added)
  }

/** Computes `SUBSTRING_INDEX('a.b.c', '.', -1)`, which is case-sensitive. */
const substringIndex: Call = ([value, delimiter, count]) => {
  const separator = textOf(delimiter)
  const wanted = signed(count)
  if (separator === '' || wanted === 0) return text('')
  const parts = textOf(value).split(separator)
  return text((wanted > 0 ? parts.slice(0, wanted) : parts.slice(wanted)).join(separator))
}

/** Returns a part of a string. A negative start counts from the end. */
const substring: Call = ([value, from, length]) => {
  const letters = Array.from(textOf(value))
  const start = signed(from)
  const first = start > 0 ? start - 1 : letters.length + start
  const count = length === undefined ? letters.length : signed(length)
  if (start === 0 || first < 0 || count <= 0) return text('')
  return text(letters.slice(first, first + count).join(''))
}

/** Returns the position of one text in another, counted from 1, or 0 if it does not occur. */
function locate(needle: Constant | undefined, haystack: Constant | undefined, from = 1): Constant {
  if (from < 1) return number(0)
  return number(comparableText(haystack).indexOf(comparableText(needle), from - 1) + 1)
}

const concatWith: Call = ([separator, ...values]) =>
  separator?.kind === 'null'
    ? separator
    : text(
        values
          .filter(({ kind }) => kind !== 'null')
          .map(textOf)
          .join(textOf(separator)),
      )

const field: Call = ([value, ...list]) =>
  number(list.findIndex((one) => value?.kind === one.kind && ordered(value, one) === 0) + 1)

const element: Call = ([place, ...list]) => list[signed(place) - 1] ?? { kind: 'null' }

/** Returns the smallest or the largest of values of one kind. */
const extreme =
  (sign: 1 | -1): Call =>
  (values) => {
    if (new Set(values.map(({ kind }) => kind)).size !== 1) return refuse('values of several kinds')
    const found = values.reduce((best, value) => ((ordered(value, best) ?? 0) * sign > 0 ? value : best))
    return chosenAmong(found, values)
  }

const inBase =
  (base: number): Call =>
  ([value]) => {
    const found = signed(value)
    return found < 0 ? refuse('a number below zero') : text(found.toString(base).toUpperCase())
  }

const inserted: Call = ([value, from, length, replacement]) => {
  const letters = Array.from(textOf(value))
  const start = signed(from)
  const count = signed(length)
  if (start < 1 || start > letters.length) return text(letters.join(''))
  const rest = count < 0 ? [] : letters.slice(start - 1 + count)
  return text([...letters.slice(0, start - 1), textOf(replacement), ...rest].join(''))
}

const quoted: Call = ([value]) => {
  if (value?.kind === 'null') return text('NULL')
  const written = textOf(value)
  return text(`'${written.replaceAll(/[\\']/g, '\\$&').replaceAll('\0', '\\0').replaceAll('\u001a', '\\Z')}'`)
}

/** Computes `FORMAT(1234.5, 2)`, with commas between thousands. */
const formatted: Call = ([value, places]) => {
  const { digits, scale } = exactNumber(value)
  const kept = Math.min(whole(places), 30)
  const unit = 10n ** BigInt(Math.max(0, scale - kept))
  const half = digits < 0n ? -(unit / 2n) : unit / 2n
  const rounded = unit > 1n ? (digits + half) / unit : digits * 10n ** BigInt(kept - scale)
  const size = String(rounded < 0n ? -rounded : rounded).padStart(kept + 1, '0')
  const head = size.slice(0, size.length - kept).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return text(`${rounded < 0n ? '-' : ''}${head}${kept === 0 ? '' : `.${size.slice(-kept)}`}`)
}

const parts = (written: string): bigint | null => {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(written)?.slice(1).map(Number)
  if (found === undefined || found.some((part) => part > 255)) return null
  return found.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

export const stringCalls: Readonly<Record<string, Call>> = {
  LPAD: counted(2, 3, padded('left')),
  RPAD: counted(2, 3, padded('right')),
  SUBSTRING_INDEX: counted(3, 3, substringIndex),
  SUBSTRING: counted(2, 3, substring),
  SUBSTR: counted(2, 3, substring),
  MID: counted(3, 3, substring),
  LOCATE: counted(2, 3, ([needle, haystack, from]) => locate(needle, haystack, from === undefined ? 1 : signed(from))),
  INSTR: counted(2, 2, ([haystack, needle]) => locate(needle, haystack)),
  CONCAT_WS: counted(2, 1000, concatWith),
  FIELD: counted(2, 1000, field),
  ELT: counted(2, 1000, element),
  GREATEST: counted(2, 1000, extreme(1)),
  LEAST: counted(2, 1000, extreme(-1)),
  BIN: counted(1, 1, inBase(2)),
  OCT: counted(1, 1, inBase(8)),
  SPACE: counted(1, 1, ([count]) => text(' '.repeat(whole(count)))),
  INSERT: counted(4, 4, inserted),
  QUOTE: counted(1, 1, quoted),
  FORMAT: counted(2, 2, formatted),
  ASCII: counted(1, 1, ([value]) => number(asciiText(value).charCodeAt(0) || 0)),
  ORD: counted(1, 1, ([value]) => number(asciiText(value).charCodeAt(0) || 0)),
  STRCMP: counted(2, 2, ([one, other]) => number(Math.sign(ordered(text(textOf(one)), text(textOf(other))) ?? 0))),
  FIND_IN_SET: counted(2, 2, ([value, list]) => {
    const items = asciiText(list) === '' ? [] : comparableText(list).split(',')
    return number(comparableText(value).includes(',') ? 0 : items.indexOf(comparableText(value)) + 1)
  }),
  INET_ATON: counted(1, 1, ([value]) => number(parts(textOf(value)) ?? refuse('not an address'))),
  INET_NTOA: counted(1, 1, ([value]) => {
    const address = signed(value)
    if (address < 0 || address >= 2 ** 32) return { kind: 'null' }
    return text([24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.'))
  }),
  SIGN: counted(1, 1, ([value]) => number(Math.sign(Number(exactNumber(value).digits)))),
  TRUNCATE: counted(2, 2, ([value, places]) => {
    const { digits, scale } = exactNumber(value)
    const kept = signed(places)
    if (Math.abs(kept) > 30) return refuse('other places')
    if (kept >= scale) return withPlaces({ digits, scale }, kept)
    const cut = digits / 10n ** BigInt(scale - kept)
    return kept < 0 ? number(cut * 10n ** BigInt(-kept)) : number(cut, kept)
  }),
  POW: counted(2, 2, power),
  POWER: counted(2, 2, power),
}

/** Computes a power of integers. Any other result is a float. */
function power([base, exponent]: readonly Constant[]): Constant {
  const found = BigInt(signed(base)) ** BigInt(Math.min(whole(exponent), 64))
  return found < 2n ** 53n && found > -(2n ** 53n) && whole(exponent) <= 64 ? number(found) : refuse('a float')
}

/** The functions in this file that have a result for NULL. */
export const stringsTakeNull = ['CONCAT_WS', 'ELT', 'FIELD', 'QUOTE']
