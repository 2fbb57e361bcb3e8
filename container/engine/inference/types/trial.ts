import { asciiOf, isDigit } from '../../bytes/ascii.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { CellKind } from '../../table/row-batch.ts'
import { DateParser } from '../../values/dates.ts'
import { EpochParser } from '../../values/epoch.ts'
import { nullMarker } from '../../values/null-markers.ts'
import { type DecimalSize, decimalSize, IntegerParser } from '../../values/numbers.ts'
import { RespelledTimestamps } from '../../values/respelled-timestamps.ts'
import { Reading } from '../../values/value-parser.ts'
import type { Candidate, CandidateKind } from './candidates.ts'
import { bytesOf, type ColumnCells } from './column-cells.ts'
import { DateSpread } from './date-spread.ts'

/** The result of reading a column's sample with one candidate. */
export interface Trial {
  readonly candidate: Candidate
  readonly largest: DecimalSize
  readonly min: bigint
  readonly max: bigint
  readonly fractionDigits: number
  /** The number of values in which both parts are twelve or less, or in which a short year may be a day. */
  readonly undecided: number
  readonly evidenceRow: number | null
  readonly spread: DateSpread
  readonly firstRow: number
  /** Whether a cell means no value, or is a number that some databases do not support. */
  readonly hasNulls: boolean
}

/** A trial that continues after a value of another type. */
export interface LooseTrial {
  /** The number of values of the type. */
  readonly reads: number
  /** The first cell of another type that is not a null marker. */
  readonly misfit: number | null
  readonly trial: Trial
}

const plus = 43
const point = 46

/**
 * The maximum length of a value. A longer one is text, because no other type has such long values, and the time to read
 * digits grows quickly.
 */
const valueBytesMax = 4096

/** Tries candidates on the sample of a column. */
export class Trials {
  private readonly cells: ColumnCells
  private readonly typedSource: boolean
  private readonly out = new GrowingBytes(64)
  /** The value that contradicted the last candidate. It contradicts most of the others, too. */
  private suspect = 0

  constructor(cells: ColumnCells, typedSource: boolean) {
    this.cells = cells
    this.typedSource = typedSource
  }

  /** Returns null if a value contradicts the candidate, or if none supports it. */
  try(candidate: Candidate): Trial | null {
    const { cells, out, suspect } = this
    if (this.read(candidate, suspect) === 'refuted') return null
    const evidence = new Evidence(candidate)
    for (let index = 0; index < cells.starts.length; index++) {
      const reading = this.read(candidate, index)
      if (reading === 'refuted') {
        this.suspect = index
        return null
      }
      if (reading === Reading.asWritten) {
        const bytes = bytesOf(cells, index)
        evidence.take(cells, index, bytes, cells.starts[index] as number, cells.ends[index] as number)
      } else if (reading === Reading.rewritten) evidence.take(cells, index, out.bytes, 0, out.length)
      else evidence.hasNulls = true
    }
    return evidence.trial(cells.rows[0] ?? 1)
  }

  /** Tries a type from the spec. Values of another type do not contradict it. */
  tryLoosely(candidate: Candidate): LooseTrial {
    const { cells, out } = this
    const evidence = new Evidence(candidate)
    let reads = 0
    let misfit: number | null = null
    for (let index = 0; index < cells.starts.length; index++) {
      const bytes = bytesOf(cells, index)
      const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
      out.clear()
      const reading = end - start > valueBytesMax ? Reading.no : candidate.parser.read(bytes, start, end, out)
      if (reading === Reading.no) {
        if (nullMarker(bytes, start, end) === null) misfit ??= index
        continue
      }
      reads++
      if (reading === Reading.asWritten) evidence.take(cells, index, bytes, start, end)
      else evidence.take(cells, index, out.bytes, 0, out.length)
    }
    return { reads, misfit, trial: evidence.summary(cells.rows[0] ?? 1) }
  }

  /** Tests whether a value contradicts the candidate, so that more values would change nothing. */
  isRefuted(candidate: Candidate): boolean {
    return this.cells.starts.some((_, index) => this.read(candidate, index) === 'refuted')
  }

  /** Reads a cell with the candidate. The result is `no` for a null marker, which does not contradict any type. */
  private read({ kind, parser }: Candidate, index: number): Reading | 'refuted' {
    const { cells, out } = this
    out.clear()
    const cell = cells.kinds[index] as number
    const bytes = bytesOf(cells, index)
    const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
    const isAdmitted = parser instanceof EpochParser || admits(kind, cell, this.typedSource)
    const reading = isAdmitted && end - start <= valueBytesMax ? parser.read(bytes, start, end, out) : Reading.no
    const isValue = reading !== Reading.no || cell === CellKind.number || nullMarker(bytes, start, end) === null
    return reading === Reading.no && isValue ? 'refuted' : reading
  }
}

/** The evidence in the values for the size and format of a type. */
class Evidence {
  private readonly candidate: Candidate
  private readonly hasClock: boolean
  private readonly largest = { whole: 0, fraction: 0, significant: 0 }
  private min = 0n
  private max = 0n
  private fractionDigits = 0
  private undecided = 0
  private evidenceRow: number | null = null
  private readonly spread = new DateSpread()
  hasNulls = false
  private values = 0
  private isProved: boolean

  constructor(candidate: Candidate) {
    this.candidate = candidate
    const { kind, parser } = candidate
    this.hasClock = kind === 'time' || parser instanceof EpochParser || parser instanceof RespelledTimestamps
    this.isProved = kind !== 'float' && kind !== 'decimal' && !(parser instanceof IntegerParser && parser.mayHavePlus)
  }

  /** Adds the value of the cell at `index`. `bytes` contains it in its type's notation. */
  take(cells: ColumnCells, index: number, bytes: Uint8Array, start: number, end: number): void {
    const { kind, parser } = this.candidate
    this.values++
    if (kind === 'integer' || kind === 'decimal') {
      this.takeSize(bytes, start, end)
      this.isProved ||= provesNumber(cells, index, bytes.subarray(start, end))
    }
    if (kind === 'integer') this.takeInteger(BigInt(asciiOf(bytes, start, end)))
    else if (kind === 'float') {
      this.isProved ||= provesFloat(cells, index)
      this.hasNulls ||= !isDigit(bytes[end - 1])
    } else if (parser instanceof DateParser) {
      this.takeOrder(parser, cells.rows[index] as number)
      this.takeFraction(bytes, start, end)
    } else if (this.hasClock) this.takeFraction(bytes, start, end)
  }

  /** Returns null if there was no value, or none that proves the type. */
  trial(firstRow: number): Trial | null {
    return this.values === 0 || !this.isProved ? null : this.summary(firstRow)
  }

  summary(firstRow: number): Trial {
    const { candidate, largest, min, max, fractionDigits, undecided, evidenceRow, spread, hasNulls } = this
    return { candidate, largest, min, max, fractionDigits, undecided, evidenceRow, spread, hasNulls, firstRow }
  }

  private takeSize(bytes: Uint8Array, start: number, end: number): void {
    const { largest } = this
    const size = decimalSize(bytes, start, end)
    largest.whole = Math.max(largest.whole, size.whole)
    largest.fraction = Math.max(largest.fraction, size.fraction)
    largest.significant = Math.max(largest.significant, size.significant)
  }

  private takeInteger(value: bigint): void {
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
  }

  private takeOrder(parser: DateParser, row: number): void {
    this.spread.take(parser)
    const isUndecided = mayBeOtherwise(parser)
    const other = parser.format.kind === 'short_years' ? parser.year % 100 : parser.month
    if (isUndecided && parser.day !== other) this.undecided++
    else if (!isUndecided) this.evidenceRow ??= row
  }

  private takeFraction(bytes: Uint8Array, start: number, end: number): void {
    this.fractionDigits = Math.max(this.fractionDigits, fractionOf(bytes, start, end))
  }
}

/** Tests whether the parts of the last date could have another order. A two-digit year could be a day. */
function mayBeOtherwise({ format, year, month, day }: DateParser): boolean {
  if (format.kind === 'short_years') return year % 100 >= 1 && year % 100 <= 31
  return day <= 12 && month <= 12
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

/**
 * Tests for a number without a plus sign, or with a fraction. `+1` and `+44` may be country codes, and `1.` and `2.`
 * may be the numbers of a list.
 */
function provesNumber(cells: ColumnCells, index: number, written: Uint8Array): boolean {
  const bytes = bytesOf(cells, index)
  const [first, last] = [bytes[cells.starts[index] as number], bytes[(cells.ends[index] as number) - 1]]
  return (first !== plus && last !== point) || written.includes(point)
}

/** Tests for a point or a sign in the exponent, which proves a float. `12E5` may be a product code. */
function provesFloat(cells: ColumnCells, index: number): boolean {
  if (cells.kinds[index] === CellKind.number) return true
  const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
  return /\d\.\d|\d[eE][-+]\d/.test(asciiOf(bytesOf(cells, index), start, end))
}

function fractionOf(bytes: Uint8Array, start: number, end: number): number {
  const dot = bytes.subarray(start, end).indexOf(46)
  if (dot < 0) return 0
  let digits = 0
  for (let at = start + dot + 1; at < end && (bytes[at] as number) >= 48 && (bytes[at] as number) <= 57; at++) digits++
  return digits
}
