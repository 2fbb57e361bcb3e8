import type { LoadTime } from '../constants/constant.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { bytesMax } from '../plan/column-plan.ts'
import { appendCell, shownCell } from './cell-bytes.ts'
import { isUsableDate } from '../expressions/dates.ts'
import { rangeOf } from '../schema/integer-ranges.ts'
import { labelOf } from '../schema/labels.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import type { DumpText } from '../text/tokens.ts'
import type { ValueChange } from './value.ts'

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

/** Returns the column at a point of the dump, if its type then may store other values than its type at the end. */
export const retypedFrom = (then: DumpColumn | undefined, last: DumpColumn): DumpColumn | undefined =>
  then !== undefined && isRetyped(then, last) ? then : undefined

/** Returns the maximum bytes of a type of bytes. */
const bytesLimit = (column: DumpColumn): number =>
  column.sizes[0] ?? (column.type === 'binary' ? 1 : bytesMax(column) || Infinity)

const isOpenBytes = ({ type, sizes }: DumpColumn): boolean =>
  type === 'varbinary' || (type.endsWith('blob') && sizes.length === 0)

/** Tests for a column of bytes that later accepts more bytes, so that each value that fits stays as it is. */
export const isWidened = (then: DumpColumn, last: DumpColumn): boolean =>
  isOpenBytes(then) && isOpenBytes(last) && bytesLimit(then) <= bytesLimit(last)

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

/** Tests for a negative number in an unsigned column, which stores zero or refuses it. */
const isBelowZero = ({ unsigned }: DumpColumn, { text }: Written): boolean => unsigned && text.startsWith('-')

/** Tests for a number with its digits as a server writes them. */
function fitsDecimal(then: DumpColumn, { text }: Written, isExact: boolean): boolean {
  const {
    sizes: [size = 10, places = 0],
  } = then
  if (isBelowZero(then, { text, isString: false })) return false
  const [, whole = '', fraction = ''] = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? []
  const isPlain = whole !== '' && (whole === '0' ? 0 : whole.length) <= size - places && /[1-9]|^\d/.test(text)
  return isPlain && (isExact ? fraction.length === places : fraction.length <= places)
}

function fitsFloat(then: DumpColumn, { text }: Written): boolean {
  const { type, sizes } = then
  if (isBelowZero(then, { text, isString: false })) return false
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

const rules: Readonly<Record<Exclude<Family, 'bytes'>, Rule>> = {
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
  time: ({ sizes: [places = 0] }, last, { text, isString }) =>
    familyOf(last) === 'text'
      ? places === 0 && isString && /^\d\d:[0-5]\d:[0-5]\d$/.test(text)
      : isNumeric(familyOf(last)) && !isString && /^(?:[0-5]?\d|\d{0,2}[0-5]\d[0-5]\d)$/.test(text),
  uuid: (_then, last, { text, isString }) =>
    familyOf(last) === 'text' && isString && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  inet4: (_then, last, { text, isString }) =>
    familyOf(last) === 'text' && isString && /^(?:(?:0|[1-9]\d*)(?:\.(?!$)|$)){4}$/.test(text),
  inet6: () => false,
  bit: ({ sizes: [size = 1] }, last, { text, isString }) =>
    familyOf(last) === 'integer' && !isString && /^\d{1,2}$/.test(text) && BigInt(text) >> BigInt(size) === 0n,
}

/** Tests whether the value that a server stores for a missing one in non-strict mode is the same in both types. */
export const keepsZero = (then: DumpColumn | undefined, last: DumpColumn): boolean =>
  then === undefined ||
  (familyOf(then) === familyOf(last) && (then.type !== 'enum' || then.labels[0] === last.labels[0]))

/** Tests for a time of loading that is the same in both types. */
export function keepsTime(then: DumpColumn, last: DumpColumn, { shape }: LoadTime): boolean {
  if (shape === 'day' && then.type === 'date') return true
  const family = familyOf(then)
  if (shape === 'timestamp' && family === 'datetime') return true
  return family === 'text' && familyOf(last) === 'text' && (then.sizes[0] ?? Infinity) >= longestTimestamp
}

const longestTimestamp = 26

/** Columns with a value that a later type cut. Expressions before that type would read the whole value. */
const cutColumns = new WeakSet<DumpColumn>()

/** Remembers whether the type of a column at the end cut a value that it has at this point. */
export function noteCut(last: DumpColumn, changes: readonly ValueChange[]): void {
  if (changes.some((change) => change === 'text_cut' || change === 'number_clipped')) cutColumns.add(last)
}

export const isCut = (last: DumpColumn): boolean => cutColumns.has(last)

/** Tests for a column that strings leave without the spaces at their end. */
export const losesSpaces = (then: DumpColumn, last: DumpColumn): boolean =>
  then.type === 'char' && familyOf(last) === 'text' && last.type !== 'char'

const isUtf8 = /^utf8(?:mb[34])?$/i
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Tests for bytes that are the same text in a column with this character set. */
function isTextOf({ charset }: DumpColumn, bytes: Uint8Array): boolean {
  const set = charset?.toLowerCase() ?? 'utf8mb4'
  if (/^(?:ucs2|utf16|utf32)/.test(set)) return false
  if (bytes.every((byte) => byte < 128)) return true
  if (!isUtf8.test(set) || (set !== 'utf8mb4' && bytes.some((byte) => byte >= 0xf0))) return false
  try {
    strictUtf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Tests for text within the bytes of its type. If their number on the server is unknown, any number passes. */
function fitsBytesOfText(then: DumpColumn, [text, cells, at]: CellPlace): boolean {
  const max = bytesMax(then)
  const isPlain = max === 0 || (cells.ends[at] as number) - (cells.starts[at] as number) <= max
  if (isPlain || !isUtf8.test(then.charset ?? 'utf8mb4')) return true
  const written = new GrowingBytes(256)
  appendCell(text, cells, at, written)
  return written.length <= max
}

/** Tests for bytes that stay the same. A server fills `binary` with zeros, which other types keep. */
function keepsBytes(then: DumpColumn, last: DumpColumn, [text, cells, at]: CellPlace): boolean {
  const written = new GrowingBytes(256)
  appendCell(text, cells, at, written)
  const limit = bytesLimit(then)
  const isFilled = then.type === 'binary' && written.length < limit
  if (written.length > limit || (isFilled && last.type !== 'binary')) return false
  if (familyOf(last) === 'bytes') return true
  const isText = familyOf(last) === 'text' || last.isJson
  return isText && text.charset === 'utf-8' && isTextOf(last, written.bytes.subarray(0, written.length))
}

/**
 * Tests whether a value that a column stores in its type at this point is the same in its type at the end. Notations
 * that the server may store differently do not pass.
 */
export function keepsValue(then: DumpColumn, last: DumpColumn, [text, cells, at]: CellPlace): boolean {
  const family = familyOf(then)
  if (family === null) return true
  if (then.isZerofill && !isNumeric(familyOf(last))) return false
  const kind = cells.kinds[at]
  const isString = kind === cellKind.string
  if (family === 'bytes') return (isString || kind === cellKind.hex) && keepsBytes(then, last, [text, cells, at])
  if (family === 'text' && !fitsBytesOfText(then, [text, cells, at])) return false
  if (kind === cellKind.hex || kind === cellKind.bits) return family === 'text' && familyOf(last) === 'text'
  return rules[family](then, last, { text: shownCell(text, cells, at), isString })
}

type CellPlace = readonly [text: DumpText, cells: RowCells, at: number]
