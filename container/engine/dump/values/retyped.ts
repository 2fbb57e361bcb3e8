import { shownCell } from './cell-bytes.ts'
import { isUsableDate } from '../expressions/dates.ts'
import { rangeOf } from './numbers.ts'
import { labelOf } from '../schema/labels.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import type { DumpText } from '../text/tokens.ts'

type Family =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'year'
  | 'text'
  | 'enum'
  | 'set'
  | 'date'
  | 'datetime'
  | 'time'
  | 'bit'
  | 'bytes'
  | 'uuid'
  | 'inet4'
  | 'inet6'

const families: readonly (readonly [RegExp, Family])[] = [
  [/^(?:tiny|small|medium|big)?int$/, 'integer'],
  [/^(?:float|double)$/, 'float'],
  [/^(?:var)?char$|text$/, 'text'],
  [/^(?:datetime|timestamp)$/, 'datetime'],
  [/^(?:var)?binary$|blob$/, 'bytes'],
]
/** The types that are the only ones of their families. */
const single: readonly Family[] = ['decimal', 'year', 'enum', 'set', 'date', 'time', 'bit', 'uuid', 'inet4', 'inet6']

/** Returns the family of a type, or null for a type whose values have the same notation in every column. */
const familyOf = ({ type }: DumpColumn): Family | null =>
  single.find((family) => family === type) ?? families.find(([pattern]) => pattern.test(type))?.[1] ?? null

/** Tests for a column whose type at this point may store another value than its type at the end. */
export function isRetyped(then: DumpColumn, last: DumpColumn): boolean {
  const family = familyOf(then)
  if (family === null) return false
  if (family !== familyOf(last)) return true
  if (family === 'enum' || family === 'set') return then.labels.join('\0') !== last.labels.join('\0')
  if (family === 'integer') return then.type !== last.type || then.unsigned !== last.unsigned
  const isSized = /^(?:text|bytes|decimal|float)$/.test(family)
  return isSized && (then.type !== last.type || then.sizes.join() !== last.sizes.join())
}

interface Written {
  readonly text: string
  readonly isString: boolean
}

type Rule = (then: DumpColumn, last: DumpColumn, written: Written) => boolean

const plainInteger = /^-?(?:0|[1-9]\d*)$/
const isNumeric = (family: Family | null): boolean => family === 'integer' || family === 'decimal' || family === 'float'

function fitsInteger(then: DumpColumn, { text }: Written): boolean {
  const [smallest, largest] = rangeOf(then)
  return plainInteger.test(text) && text !== '-0' && BigInt(text) >= smallest && BigInt(text) <= largest
}

/** Tests for a number with its digits as a server writes them. */
function fitsDecimal({ sizes: [size = 10, places = 0] }: DumpColumn, { text }: Written, isExact: boolean): boolean {
  const [, whole = '', fraction = ''] = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? []
  const isPlain = whole !== '' && (whole === '0' ? 0 : whole.length) <= size - places && /[1-9]|^\d/.test(text)
  return isPlain && (isExact ? fraction.length === places : fraction.length <= places)
}

function fitsFloat({ type, sizes }: DumpColumn, { text }: Written): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  const isShort = digits <= (type === 'float' ? 6 : 15) && sizes.length < 2
  return isShort && text !== '-0' && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text)
}

const isoDate = /^\d{4}-\d\d-\d\d$/
const isoDatetime = /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/** Tests for a number that is the same value in a column that does not store numbers. */
function fitsOther(last: Family | null, { text, isString }: Written): boolean {
  if (isString || !plainInteger.test(text)) return false
  if (last === 'year') return /^[12]\d{3}$/.test(text)
  if (last === 'date') return /^\d{8}$/.test(text)
  if (last === 'datetime') return /^\d{14}$/.test(text)
  return (last === 'enum' || last === 'set' || last === 'bit') && !text.startsWith('-')
}

const stringsOf: Partial<Readonly<Record<Family, RegExp>>> = {
  year: /^[12]\d{3}$/,
  date: isoDate,
  datetime: isoDatetime,
  time: /^\d\d:\d\d:\d\d$/,
  integer: plainInteger,
  decimal: /^-?\d+(?:\.\d+)?$/,
  float: /^-?\d+(?:\.\d+)?$/,
  enum: /^/,
  set: /^/,
}

/** Tests for a number that every type of integers rounds alike. */
function isRoundedWithin(then: DumpColumn, { text }: Written): boolean {
  const [smallest, largest] = rangeOf(then)
  const number = Math.round(Number.parseFloat(text) || 0)
  return number > Number(smallest) && number < Number(largest)
}

/** Tests for bytes that fit the column at this point. A server fills `binary` with zeros, which later types keep. */
const fitsBytes = (
  { type, sizes: [size = type === 'binary' ? 1 : Infinity] }: DumpColumn,
  last: DumpColumn,
  length: number,
): boolean => familyOf(last) === 'bytes' && (type !== 'binary' || last.type === 'binary') && length <= size

const rules: Readonly<Record<Family, Rule>> = {
  integer: (then, last, written) => {
    const family = familyOf(last)
    if (family === 'integer' && !plainInteger.test(written.text)) return isRoundedWithin(then, written)
    return fitsInteger(then, written) && (isNumeric(family) || family === 'text' || fitsOther(family, written))
  },
  decimal: (then, last, written) => {
    const family = familyOf(last)
    const isExact = family === 'text'
    return fitsDecimal(then, written, isExact) && (isExact || isNumeric(family) || fitsOther(family, written))
  },
  float: (then, last, written) => {
    const family = familyOf(last)
    return fitsFloat(then, written) && (family === 'text' || (isNumeric(family) && plainInteger.test(written.text)))
  },
  year: (_then, last, { text }) => {
    const family = familyOf(last)
    return /^[12]\d{3}$/.test(text) && (family === 'text' || isNumeric(family))
  },
  text: ({ sizes: [size = Infinity] }, last, { text, isString }) => {
    const family = familyOf(last)
    const isNotation = family !== null && stringsOf[family]?.test(text) === true
    return text.length <= size && (family === 'text' || ((isString || isNumeric(family)) && isNotation))
  },
  enum: ({ labels }, last, { text, isString }) => {
    const label = isString ? labelOf(labels, text) : null
    const family = familyOf(last)
    return label !== null && (family === 'enum' || family === 'set' || (family === 'text' && label === text))
  },
  set: ({ labels }, last, { text, isString }) => {
    const parts = text.split(',')
    const family = familyOf(last)
    const isSame = labels.filter((label) => parts.includes(label)).join(',') === text
    return isString && isSame && (family === 'set' || family === 'text')
  },
  date: (_then, last, { text, isString }) => {
    const family = familyOf(last)
    if (isNumeric(family)) return !isString && /^\d{8}$/.test(text)
    return isString && isoDate.test(text) && isUsableDate(text) && (family === 'text' || family === 'datetime')
  },
  datetime: ({ sizes }, last, { text, isString }) => {
    const family = familyOf(last)
    if (isNumeric(family)) return !isString && /^\d{14}$/.test(text)
    if (!isString || !isoDatetime.test(text) || !isUsableDate(text)) return false
    return family === 'date' || family === 'time' || (family === 'text' && sizes.length === 0)
  },
  time: (_then, last, { text, isString }) =>
    familyOf(last) === 'text'
      ? isString && /^\d\d:[0-5]\d:[0-5]\d$/.test(text)
      : isNumeric(familyOf(last)) && !isString && /^(?:[0-5]?\d|\d{0,2}[0-5]\d[0-5]\d)$/.test(text),
  bytes: (then, last, { text, isString }) => isString && fitsBytes(then, last, new TextEncoder().encode(text).length),
  uuid: (_then, last, { text, isString }) =>
    familyOf(last) === 'text' && isString && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  inet4: (_then, last, { text, isString }) =>
    familyOf(last) === 'text' && isString && /^(?:(?:0|[1-9]\d*)(?:\.(?!$)|$)){4}$/.test(text),
  inet6: () => false,
  bit: (_then, last, { text, isString }) => familyOf(last) === 'integer' && !isString && /^\d{1,2}$/.test(text),
}

/**
 * Tests whether a value that a column stores in its type at this point is the same in its type at the end. Notations
 * that the server may store differently do not pass.
 */
export function keepsValue(then: DumpColumn, last: DumpColumn, [text, cells, at]: CellPlace): boolean {
  const family = familyOf(then)
  if (family === null) return true
  const kind = cells.kinds[at]
  const isString = kind === cellKind.string
  if (kind === cellKind.hex && family === 'bytes')
    return fitsBytes(then, last, Math.ceil(((cells.ends[at] as number) - (cells.starts[at] as number)) / 2))
  if (kind === cellKind.hex || kind === cellKind.bits) return family === 'text' && familyOf(last) === 'text'
  return rules[family](then, last, { text: shownCell(text, cells, at), isString })
}

type CellPlace = readonly [text: DumpText, cells: RowCells, at: number]
