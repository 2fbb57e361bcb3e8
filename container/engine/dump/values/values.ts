import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { asciiOf } from '../../bytes/ascii.ts'
import { type Resolver, take, writtenText } from './cell-value.ts'
import { bitsOfCell, boolean, decimal, float, integer, numberAsText, plainDigits } from './numbers.ts'
import { arrayLiteral, bytesMax, type ValueKind } from '../plan/column-plan.ts'
import { isJson } from '../constants/json-text.ts'
import { isSealedJson } from './sealed-json.ts'
import {
  dateAtStart,
  dateKinds,
  classifyDate,
  datedNumber,
  classifyTime,
  normalizeDate,
  isUsableDate,
  normalizeTime,
} from '../expressions/dates.ts'
import { shortFraction } from '../expressions/fractions.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import { labelOf } from '../schema/labels.ts'
import { cellFlag, cellKind, type RowCells } from '../text/row-cells.ts'
import { pointText, postgisText, wkbStart } from '../expressions/spatial.ts'
import { geometryOf } from '../expressions/spatial-calls.ts'
import { isStorable, storedIn } from '../text/repertoires.ts'
import type { DumpText } from '../text/tokens.ts'
import { isStoredTimestamp } from './timestamp-range.ts'
import { literalKinds, type Value } from './value.ts'

/** Reads bit strings, which are written as bytes, as `b'101'` or as numbers. */
const bits: Resolver = (text, cells, at, column, value) => {
  const number = bitsOfCell(text, cells, at, value)
  if (number === null) return false
  const digits = number.toString(2).padStart(column.type.size, '0')
  if (digits.length > column.type.size) {
    if (value.isStrict) return value.reject(dumpRowMessages.row_rejected.manyBits(column.type.size), true)
    value.changes.push('number_clipped')
    return value.setText(literalKinds.plain, '1'.repeat(column.type.size))
  }
  return value.setText(literalKinds.plain, digits)
}

const date: Resolver = (text, cells, at, column, value) => {
  take(text, cells, at, value)
  let kind: number = classifyDate(value.bytes, value.start, value.end)
  if (kind === dateKinds.malformed) {
    const written = asciiOf(value.bytes, value.start, Math.min(value.end, value.start + 100))
    const dated = cells.kinds[at] === cellKind.number ? datedNumber(written) : written
    const normal = /^0*$/.test(written) ? zeroDate : (normalizeDate(dated) ?? datedBeginning(written, value))
    if (normal === null) return value.reject(dumpRowMessages.row_rejected.notDate, true)
    value.setText(literalKinds.plain, normal)
    kind = classifyDate(value.bytes, value.start, value.end)
    if (kind === dateKinds.malformed && value.isStrict) return value.reject(dumpRowMessages.row_rejected.notDate, true)
    if (kind === dateKinds.malformed) kind = dateKinds.zero
    if (kind === dateKinds.usable && !value.changes.includes('text_cut')) value.changes.push('date_rewritten')
  }
  if (kind === dateKinds.usable && column.source.type === 'timestamp') {
    const isStored = isStoredTimestamp(text, value.bytes, value.start, value.end)
    if (!isStored && value.isStrict) return value.reject(dumpRowMessages.row_rejected.timestampRange, true)
    if (!isStored) kind = dateKinds.zero
  }
  if (kind === dateKinds.zero) return value.setZeroDate()
  if (column.type.kind !== 'date') return !hasLongFraction(column, value) || shorten(text, column, value)
  if (value.end - value.start > 10) dropTime(value)
  return true
}

/** Tests for a fraction of a second with more digits than the column stores, before its text is decoded. */
function hasLongFraction({ type }: PlannedColumn, { bytes, start, end }: Value): boolean {
  let at = end - 1
  while (at >= start && (bytes[at] as number) >= 48 && (bytes[at] as number) <= 57) at--
  return bytes[at] === 46 && end - at - 1 > type.size
}

function shorten(text: DumpText, { type }: PlannedColumn, value: Value): true {
  const written = asciiOf(value.bytes, value.start, value.end)
  const short = shortFraction(written, type.size, text.roundsFractions)
  if (short === written) return true
  value.changes.push('fraction_shortened')
  return value.setText(literalKinds.plain, short)
}

const zeroDate = '0000-00-00'

/**
 * Returns the date that a server stores for other text, or null if it refuses the text. In non-strict mode it stores
 * the date at the beginning of the text, or zero.
 */
function datedBeginning(written: string, value: Value): string | null {
  const found = dateAtStart(written)
  const isCut = found.rest.trim() !== ''
  if (value.isStrict) return isCut ? null : found.date
  if (found.date !== null && isCut) value.changes.push('text_cut')
  return found.date ?? zeroDate
}

/** MySQL also keeps only the day, and adds a note if the time is not midnight. */
function dropTime(value: Value): void {
  const { bytes, start, end, changes } = value
  value.end = start + 10
  const isMidnight = !bytes.subarray(value.end, end).some((byte) => byte > 48 && byte < 58)
  const change = isMidnight ? 'date_rewritten' : 'time_dropped'
  if (!changes.includes(change)) changes.push(change)
}

const time: Resolver = (text, cells, at, column, value) => {
  const given = writtenText(text, cells, at, value).trim()
  const isNumber = cells.kinds[at] === cellKind.number
  const raw = isNumber ? (plainDigits(given) ?? given) : given.replace(/^\+/, '')
  const written = normalizeTime(raw) ?? timeOfDate(raw) ?? timedBeginning(raw, isNumber, value)
  const kind = classifyTime(written)
  if (kind === 'duration' && isBeyondTimes(written)) return clippedTime(written, column, value)
  if (kind === 'malformed' || (kind === 'duration' && column.type.kind === 'time'))
    return value.reject(dumpRowMessages.row_rejected.notTime, kind === 'malformed' && value.isStrict)
  if (written !== given) value.setText(literalKinds.plain, written)
  return !hasLongFraction(column, value) || shorten(text, column, value)
}

/** From this length on, a server reads a string as a timestamp first. */
const datedLength = 12

/** Returns the time of a timestamp that is stored as a time. */
function timeOfDate(written: string): string | null {
  const dated = written.length < datedLength ? null : normalizeDate(written)
  if (dated === null || (!isUsableDate(dated) && !dated.startsWith(zeroDate))) return null
  return / ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?)$/.exec(dated)?.[1] ?? null
}

const timestampStart =
  /^\d{1,4}[^\w\s]\d{1,2}[^\w\s]\d{1,2}[T\s]+\d{1,2}(?:[^\w\s]\d{1,2}(?:[^\w\s]\d{1,2}(?:\.\d*)?)?)?/

const midnight = '00:00:00'

/**
 * Returns the time that a server stores for other text in non-strict mode: the one at the beginning of the text, or
 * zero.
 */
function timedBeginning(written: string, isNumber: boolean, value: Value): string {
  if (value.isStrict || classifyTime(written) !== 'malformed') return written
  const timestamp = written.length < datedLength ? null : timestampStart.exec(written)
  const [beginning = ''] =
    /^-?\d{1,3}(?::\d{1,2}){1,2}(?:\.\d{1,6})?/.exec(written) ?? /^-?\d+(?:\.\d{1,6})?/.exec(written) ?? []
  if (timestamp === null && isBeyondLongest(beginning, isNumber))
    return beginning.startsWith('-') ? '-839:00:00' : '839:00:00'
  value.changes.push('text_cut')
  if (timestamp !== null) return timeOfDate(timestamp[0].padEnd(datedLength)) ?? midnight
  // A server parses a string with an exponent as another kind of number.
  const hasExponent = /^e[+-]?\d/i.test(written.slice(beginning.length))
  return (hasExponent ? null : (normalizeTime(beginning) ?? timeAsIs(beginning))) ?? midnight
}

/** The largest number that a server reads as the digits of a time. */
const digitsOfTimeMax = 2n ** 32n - 1n

/**
 * Tests for digits that are a time beyond the longest one, such as 8400000. A number may be an invalid timestamp
 * instead.
 */
function isBeyondLongest(digits: string, isNumber: boolean): boolean {
  if (isNumber) return /^-?\d{15,}/.test(digits)
  const [, whole = '', minutes, seconds] = /^-?(\d{4,20})([0-5]\d)([0-5]\d)(?:\.|$)/.exec(digits) ?? []
  return whole !== '' && BigInt(`${whole}${minutes}${seconds}`) <= digitsOfTimeMax
}

const timeAsIs = (written: string): string | null => (classifyTime(written) === 'malformed' ? null : written)

const longestTime = '838:59:59'
const isBeyondTimes = (written: string): boolean => Number.parseInt(written.replace('-', ''), 10) > 838

function clippedTime(written: string, column: PlannedColumn, value: Value): boolean {
  if (value.isStrict || column.type.kind === 'time')
    return value.reject(dumpRowMessages.row_rejected.notTime, value.isStrict)
  value.changes.push('number_clipped')
  const fraction = column.type.size === 0 ? '' : `.${'9'.repeat(column.type.size)}`
  return value.setText(literalKinds.plain, `${written.startsWith('-') ? '-' : ''}${longestTime}${fraction}`)
}

/** Reads the cell's own bytes or, for a number, MySQL's text of it. */
function takePrinted(text: DumpText, cells: RowCells, at: number, value: Value, width = 0): void {
  take(text, cells, at, value)
  if (cells.kinds[at] === cellKind.number && !isPlainNumber(value, cells.flags[at] as number))
    value.setText(literalKinds.plain, numberAsText(asciiOf(value.bytes, value.start, value.end), width))
}

const string: Resolver = (text, cells, at, column, value) => {
  const flags = cells.flags[at] as number
  const kind = cells.kinds[at]
  const isString = kind === cellKind.string
  takePrinted(text, cells, at, value, column.type.size)
  if (isString && flags === 0) {
    if (value.end - value.start <= (column.type.size || smallestBytesMax)) return true
  } else if (isString || kind === cellKind.hex || kind === cellKind.bits) {
    value.literalKind = literalKinds.text
    // Bytes that have not become text are in the character set of their column.
    const isBytes = !isString || text.isBinary || (flags & cellFlag.bytes) !== 0
    const encoding = isBytes ? column.encoding : text.charset
    const isValid = encoding === 'utf-8' && (cells.ends[at] as number) <= text.validUntil
    if (!isString || ((flags & cellFlag.high) !== 0 && !isValid)) value.repair.mend(encoding, value)
    if (!isBytes && (flags & cellFlag.high) !== 0) noteForeign(text, column, value)
    if ((flags & (cellFlag.control | cellFlag.escape)) !== 0 || !isString) noteNul(value)
  }
  return fitLength(column, value)
}

/** Records characters that the server cannot store in the column. It has a question mark for each. */
function noteForeign(text: DumpText, column: PlannedColumn, { bytes, start, end, changes }: Value): void {
  const stored = storedIn(column, text.repertoire)
  if (stored !== null && !isStorable(stored, bytes, start, end)) changes.push('foreign_characters')
}

function fitLength(column: PlannedColumn, value: Value): boolean {
  const { size } = column.type
  const length = value.end - value.start
  if (size === 0) return length <= smallestBytesMax || fitText(column, value)
  return length <= size || characters(value) <= size || cutAt(size, value)
}

/** The smallest limit of a type in bytes. */
const smallestBytesMax = 255

/**
 * Fits text into a type with a limit in bytes. If the number of bytes of its characters on the server is unknown, each
 * counts as one.
 */
function fitText({ source }: PlannedColumn, value: Value): boolean {
  const max = bytesMax(source)
  if (max === 0 || value.end - value.start <= max) return true
  const isInUtf8 = /^utf8(?:mb[34])?$/i.test(source.charset ?? '')
  if (!isInUtf8) return characters(value) <= max || cutAt(max, value)
  if (value.isStrict) return value.reject(dumpRowMessages.row_rejected.manyBytes(max), true)
  value.end = value.start + max
  // The character that the cut would split is dropped completely.
  while (((value.bytes[value.end] as number) & 0xc0) === 0x80) value.end--
  value.changes.push('text_cut')
  return true
}

/** Tests for digits that do not begin with zero, which are the text of their number. */
const isPlainNumber = ({ bytes, start, end }: Value, flags: number): boolean =>
  flags === 0 && (end - start === 1 || (bytes[start] !== 48 && bytes[start] !== 45))

/** Rejects text that is too long, or cuts it in non-strict mode. */
function cutAt(size: number, value: Value): boolean {
  if (value.isStrict) return value.reject(dumpRowMessages.row_rejected.manyCharacters(size), true)
  let at = value.start
  for (let left = size; at < value.end; at++) if (((value.bytes[at] as number) & 0xc0) !== 0x80 && left-- === 0) break
  value.end = at
  value.changes.push('text_cut')
  return true
}

function noteNul({ bytes, start, end, changes }: Value): void {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== 0) continue
    changes.push('nul_removed')
    return
  }
}

/** Counts characters without trailing spaces, which PostgreSQL drops if they do not fit. */
function characters({ bytes, start, end }: Value): number {
  let last = end
  while (last > start && bytes[last - 1] === 32) last--
  let count = 0
  for (let at = start; at < last; at++) if (((bytes[at] as number) & 0xc0) !== 0x80 && bytes[at] !== 0) count++
  return count
}

const known = new WeakMap<PlannedColumn, Map<string, string | null>>()
const knownMax = 10_000

/** Returns the output of a label, or null if the column has no such label. It remembers the results of earlier calls. */
function labelled(column: PlannedColumn, text: string, find: (text: string) => string | null): string | null {
  let ofColumn = known.get(column)
  if (ofColumn === undefined) known.set(column, (ofColumn = new Map()))
  const found = ofColumn.get(text)
  if (found !== undefined) return found
  const made = find(text)
  if (ofColumn.size < knownMax) ofColumn.set(text, made)
  return made
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decoded(text: DumpText, cells: RowCells, at: number, column: PlannedColumn, value: Value): string {
  string(text, cells, at, column, value)
  return (cells.flags[at] as number) === 0
    ? asciiOf(value.bytes, value.start, value.end)
    : decoder.decode(value.bytes.subarray(value.start, value.end))
}

/** Returns the label with the number in a string. If no label is equal, MySQL reads up to five digits as its number. */
const numberedLabel = (labels: readonly string[], text: string): string | null =>
  text.length <= 5 && /^\s*\+?\d+$/.test(text) ? (labels[Number(text) - 1] ?? null) : null

/** The kinds of cells that are numbers for a column of labels. */
const isNumeric = new Uint8Array(16)
for (const kind of [cellKind.number, cellKind.true, cellKind.false]) isNumeric[kind] = 1

/** Cuts the fraction of a number. */
const wholePart = (written: string): bigint =>
  BigInt(/e/i.test(written) ? Math.trunc(Number(written)) : (/^-?\d{1,20}/.exec(written)?.[0] ?? 0))

/** Tests for a number that is written as zero. One such as 1e-400 is not. */
const isZero = ({ bytes }: DumpText, { starts, ends, kinds }: RowCells, at: number): boolean =>
  kinds[at] === cellKind.false || /^-?[0.]+(?:e|$)/i.test(asciiOf(bytes, starts[at] as number, ends[at] as number))

const label: Resolver = (text, cells, at, column, value) => {
  const { labels } = column.source
  const written = decoded(text, cells, at, column, value)
  const isNumber = isNumeric[cells.kinds[at] as number] === 1
  const found = labelled(column, isNumber ? `#${written}` : written, () => {
    if (isNumber) return labels[Number(wholePart(written)) - 1] ?? null
    return labelOf(labels, written) ?? numberedLabel(labels, written)
  })
  if (found === null) {
    const isEmpty = written === '' || (isNumber && isZero(text, cells, at))
    const hasEmptyLabel = labels.includes('')
    if ((!isEmpty && value.isStrict) || (!column.nullable && !hasEmptyLabel))
      return value.reject(dumpRowMessages.row_rejected.notLabel, !isEmpty && value.isStrict)
    value.changes.push('empty_label')
    return hasEmptyLabel ? value.setText(literalKinds.text, '') : value.setNull()
  }
  return found === written ? true : value.setText(literalKinds.text, found)
}

const set: Resolver = (text, cells, at, column, value) => {
  const { labels } = column.source
  const written = decoded(text, cells, at, column, value)
  const isNumber = isNumeric[cells.kinds[at] as number] === 1
  const found = labelled(column, isNumber ? `#${written}` : written, () => {
    const chosen = chosenLabels(labels, written, isNumber)
    return chosen === null ? null : arrayLiteral(chosen)
  })
  if (found !== null) return value.setText(literalKinds.text, found)
  if (value.isStrict) return value.reject(dumpRowMessages.row_rejected.noLabel, true)
  value.changes.push('empty_label')
  return value.setText(literalKinds.text, arrayLiteral(knownLabels(labels, written, isNumber)))
}

/** Returns null if a part of the value is not a label. */
function chosenLabels(labels: readonly string[], written: string, isNumber: boolean): string[] | null {
  const parts = written === '' ? [] : written.split(',').map((part) => labelOf(labels, part))
  if (!isNumber && !parts.includes(null)) return labels.filter((one) => parts.includes(one))
  const number = setNumber(written, isNumber)
  return number === null || number >> BigInt(labels.length) !== 0n ? null : labelsOfBits(labels, number)
}

/** Returns the bits of a set that is written as a number. Any other text is null. */
const setNumber = (written: string, isNumber: boolean): bigint | null =>
  isNumber || /^\s*[+-]?\d{1,20}$/.test(written) ? wholePart(written.trim().replace('+', '')) : null

const labelsOfBits = (labels: readonly string[], chosen: bigint): string[] =>
  labels.filter((_, index) => (chosen >> BigInt(index)) & 1n)

/** Returns the labels that a server keeps for an invalid value in non-strict mode. */
function knownLabels(labels: readonly string[], written: string, isNumber: boolean): string[] {
  const number = setNumber(written, isNumber)
  if (number !== null) return labelsOfBits(labels, BigInt.asUintN(64, number))
  const parts = isNumber ? [] : written.split(',').map((part) => labelOf(labels, part))
  return labels.filter((one) => parts.includes(one))
}

const uuid: Resolver = (text, cells, at, column, value) => {
  if (column.source.type === 'binary') return uuidOfBytes(text, cells, at, column, value)
  const written = writtenText(text, cells, at, value)
  if (cells.kinds[at] !== cellKind.string || !/^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i.test(written))
    return value.reject(dumpRowMessages.row_rejected.notUuid)
  return true
}

/** Reads a `binary(16)`, which is padded with zeros, as the UUID with these bytes. */
function uuidOfBytes(...[text, cells, at, column, value]: Parameters<Resolver>): boolean {
  if (!binary(text, cells, at, column, value)) return false
  const hex = Array.from(value.bytes.subarray(value.start, value.end), (byte) => byte.toString(16).padStart(2, '0'))
  return value.setText(literalKinds.plain, hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

/** If the type was chosen without the rows, a document may not fit, and its row is rejected. */
const json: Resolver = (text, cells, at, column, value) => {
  if (!string(text, cells, at, column, value)) return false
  if (!column.isChecked) return true
  const document = decoder.decode(value.bytes.subarray(value.start, value.end))
  if (!isJson(document)) return value.reject(dumpRowMessages.row_rejected.notJson)
  if (column.type.sqlType === 'jsonb' && isSealedJson(document))
    return value.reject(dumpRowMessages.row_rejected.notJsonb)
  return true
}

const inet: Resolver = (text, cells, at, { source }, value) => {
  const written = writtenText(text, cells, at, value)
  if (source.type === 'inet6') return isAddress6(written) || value.reject(dumpRowMessages.row_rejected.notAddress)
  const parts = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written) ? written.split('.').map(Number) : []
  if (parts.length === 0 || parts.some((part) => part > 255))
    return value.reject(dumpRowMessages.row_rejected.notAddress)
  return value.setText(literalKinds.plain, parts.join('.'))
}

const isAddress6 = (written: string): boolean =>
  /^[\da-f:.]{2,45}$/i.test(written) && written.includes(':') && URL.canParse(`http://[${written}]`)

const binary: Resolver = (text, cells, at, { source }, value) => {
  takePrinted(text, cells, at, value)
  value.literalKind = literalKinds.binary
  const [size = source.type === 'binary' ? 1 : 0] = source.sizes
  const max = /^(?:var)?binary$/.test(source.type) ? size : bytesMax(source)
  return max === 0 || fitBytes(source.type === 'binary', max, value)
}

/** Pads a `binary(n)` with zeros. A value with too many bytes is rejected, or cut in non-strict mode. */
function fitBytes(isFilled: boolean, size: number, value: Value): boolean {
  const length = value.end - value.start
  if (length > size) {
    if (value.isStrict) return value.reject(dumpRowMessages.row_rejected.manyBytes(size), true)
    value.end = value.start + size
    value.changes.push('text_cut')
  } else if (isFilled && length < size) {
    const filled = new Uint8Array(size)
    filled.set(value.bytes.subarray(value.start, value.end))
    value.set(literalKinds.binary, filled, 0, size)
  }
  return true
}

/** Reads a geometry in any notation of dumps. */
const spatial: Resolver = (text, cells, at, column, value) => {
  if (cells.kinds[at] === cellKind.expression) {
    const written = text.decode(cells.starts[at] as number, cells.ends[at] as number)
    const found = geometryOf(written, column.source.srid)
    return found === null
      ? value.reject(dumpRowMessages.row_rejected.expression)
      : setGeometry(found.wkb, found.srid, column, value)
  }
  binary(text, cells, at, column, value)
  const { bytes, start, end } = value
  const from = wkbStart(bytes, start, end)
  if (from < 0) return value.reject(dumpRowMessages.row_rejected.notGeometry)
  const srid = from === start ? 0 : new DataView(bytes.buffer, bytes.byteOffset + start, 4).getUint32(0, true)
  if (column.type.sqlType !== 'bytea') return setGeometry(bytes.slice(from, end), srid, column, value)
  value.start = from
  return true
}

function setGeometry(wkb: Uint8Array, srid: number, { type }: PlannedColumn, value: Value): boolean {
  if (type.sqlType === 'bytea') return value.set(literalKinds.binary, wkb, 0, wkb.length)
  if (type.sqlType.startsWith('geometry')) return value.setText(literalKinds.plain, postgisText(wkb, srid))
  const point = pointText(wkb)
  return point === null ? value.reject(dumpRowMessages.row_rejected.notPoint) : value.setText(literalKinds.plain, point)
}

const zeros: Partial<Readonly<Record<ValueKind, string>>> = {
  integer: '0',
  decimal: '0',
  float: '0',
  boolean: 'f',
  time: '00:00:00',
  interval: '00:00:00',
  text: '',
  bytes: '',
  set: '{}',
  uuid: '00000000-0000-0000-0000-000000000000',
}

/** Values that depend on the type of the source. */
const zerosOfTypes: Readonly<Record<string, string>> = { inet4: '0.0.0.0', inet6: '::' }

/** Tests for a NOT NULL enum, whose first label is the default in every mode. */
export const hasImpliedDefault = ({ source }: PlannedColumn): boolean => source.type === 'enum'

/** Returns MySQL's value for a NOT NULL column that a row omits, in non-strict mode. */
export function impliedValue({ type, source }: PlannedColumn): string | null {
  if (type.kind === 'bits') return '0'.repeat(type.size)
  if (type.kind === 'enum') return source.labels[0] ?? null
  // A server fills bytes of a fixed length with zeros.
  if (type.kind === 'bytes' && source.type === 'binary') return '\0'.repeat(source.sizes[0] ?? 1)
  return zerosOfTypes[source.type] ?? zeros[type.kind] ?? null
}

export const setImplied = (column: PlannedColumn, value: Value): true =>
  value.setText(column.type.kind === 'bytes' ? literalKinds.binary : literalKinds.text, impliedValue(column) ?? '')

export const resolvers: Readonly<Record<ValueKind, Resolver>> = {
  integer,
  decimal,
  float,
  boolean,
  bits,
  date,
  timestamp: date,
  timestamptz: date,
  time,
  interval: time,
  text: string,
  enum: label,
  set,
  json,
  uuid,
  inet,
  bytes: binary,
  spatial,
}
