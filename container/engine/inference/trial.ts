import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { CellKind } from '../table/row-batch.ts'
import { DateParser } from '../values/dates.ts'
import { EpochParser } from '../values/epoch.ts'
import { nullMarker } from '../values/null-markers.ts'
import { type DecimalSize, decimalSize } from '../values/numbers.ts'
import { Reading } from '../values/value-parser.ts'
import type { Candidate, CandidateKind } from './candidates.ts'
import type { ColumnCells } from './column-cells.ts'

/** The sample of a column as one candidate read it. */
export interface Trial {
  readonly candidate: Candidate
  readonly largest: DecimalSize
  readonly min: bigint
  readonly max: bigint
  readonly fractionDigits: number
  /** Values that have both parts at twelve or below, or a short year that may be a day. */
  readonly undecided: number
  readonly evidenceRow: number | null
  readonly firstRow: number
}

/** Null where a value speaks against the candidate, or none speaks for it. */
export function tryAll(candidate: Candidate, cells: ColumnCells, typedSource: boolean): Trial | null {
  const out = new GrowingBytes(64)
  const { parser, kind } = candidate
  let [whole, fraction, significant, fractionDigits, undecided, values] = [0, 0, 0, 0, 0, 0]
  let [min, max] = [0n, 0n]
  let evidenceRow: number | null = null
  let proof = kind !== 'float'
  const isEpoch = parser instanceof EpochParser
  for (let index = 0; index < cells.starts.length; index++) {
    const bytes = cells.arenas[cells.arena[index] as number] as Uint8Array
    const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
    out.clear()
    const reading = readCell(candidate, cells, index, typedSource, out)
    if (reading === 'refuted') return null
    if (reading === Reading.no) continue
    values++
    const [source, from, to] = reading === Reading.asWritten ? [bytes, start, end] : [out.bytes, 0, out.length]
    if (kind === 'integer' || kind === 'decimal') {
      const size = decimalSize(source, from, to)
      whole = Math.max(whole, size.whole)
      fraction = Math.max(fraction, size.fraction)
      significant = Math.max(significant, size.significant)
      if (kind === 'integer') {
        const value = BigInt(ascii(source, from, to))
        if (value < min) min = value
        if (value > max) max = value
      }
    } else if (kind === 'float') proof ||= provesFloat(bytes, start, end, cells.kinds[index] as number)
    else if (parser instanceof DateParser) {
      const isUndecided = mayBeOtherwise(parser)
      if (isUndecided && (parser.form.shortYear === true || parser.day !== parser.month)) undecided++
      else if (!isUndecided && evidenceRow === null) evidenceRow = cells.rows[index] as number
      fractionDigits = Math.max(fractionDigits, fractionOf(source, from, to))
    } else if (kind === 'time' || isEpoch) fractionDigits = Math.max(fractionDigits, fractionOf(source, from, to))
  }
  if (values === 0 || !proof) return null
  return {
    candidate,
    largest: { whole, fraction, significant },
    min,
    max,
    fractionDigits,
    undecided,
    evidenceRow,
    firstRow: cells.rows[0] ?? 1,
  }
}

/** Whether the parts of the day that was read could stand in another order: two digits of a year could be a day's. */
function mayBeOtherwise({ form, year, month, day }: DateParser): boolean {
  if (form.shortYear === true) return year % 100 >= 1 && year % 100 <= 31
  return day <= 12 && month <= 12
}

/** How the candidate reads a cell; `no` where the cell stands for no value, which speaks against no type. */
function readCell(
  { kind, parser }: Candidate,
  cells: ColumnCells,
  index: number,
  typedSource: boolean,
  out: GrowingBytes,
): Reading | 'refuted' {
  const cell = cells.kinds[index] as number
  if (!(parser instanceof EpochParser) && !admits(kind, cell, typedSource)) return 'refuted'
  const bytes = cells.arenas[cells.arena[index] as number] as Uint8Array
  const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
  const reading = parser.read(bytes, start, end, out)
  const isValue = reading !== Reading.no || nullMarker(bytes, start, end) === null || cell === CellKind.number
  return reading === Reading.no && isValue ? 'refuted' : reading
}

/** Whether some value speaks against the candidate: more values would change nothing. */
export function isRefuted(candidate: Candidate, cells: ColumnCells, typedSource: boolean): boolean {
  const out = new GrowingBytes(64)
  return cells.starts.some((_, index) => readCell(candidate, cells, index, typedSource, out) === 'refuted')
}

export function admits(kind: CandidateKind, cell: number, typedSource: boolean): boolean {
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float'
  if (cell === CellKind.number) return isNumber
  if (cell === CellKind.boolean) return kind === 'boolean'
  if (cell === CellKind.json) return false
  if (cell === CellKind.date || cell === CellKind.timestamp) return kind === 'date' || kind === 'timestamp'
  if (cell === CellKind.time) return kind === 'time'
  return !typedSource || !(isNumber || kind === 'boolean')
}

/** A float is proved by a point or a sign in its exponent: `12E5` alone is a product's code. */
function provesFloat(bytes: Uint8Array, start: number, end: number, kind: number): boolean {
  if (kind === CellKind.number) return true
  return /\d\.\d|\d[eE][-+]\d/.test(ascii(bytes, start, end))
}

function fractionOf(bytes: Uint8Array, start: number, end: number): number {
  const dot = bytes.subarray(start, end).indexOf(46)
  if (dot < 0) return 0
  let digits = 0
  for (let at = start + dot + 1; at < end && (bytes[at] as number) >= 48 && (bytes[at] as number) <= 57; at++) digits++
  return digits
}

const ascii = (bytes: Uint8Array, start: number, end: number): string => {
  let out = ''
  for (let at = start; at < end; at++) out += String.fromCharCode(bytes[at] as number)
  return out
}
