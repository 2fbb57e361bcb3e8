import { isDigit } from '../../bytes/ascii.ts'
import { CellKind } from '../../table/row-batch.ts'

/** A value after the sample that does not fit its column's type. */
export interface LaterValue {
  readonly kind: CellKind
  readonly bytes: Uint8Array
  readonly row: number
}

/** Values with the same shape. A few of them represent all. */
export interface LaterShape {
  /** The number of rows with such a value, in the pass that found most of them. */
  count: number
  readonly examples: readonly LaterValue[]
}

const shapesMax = 256
const examplesPerShape = 2
/** The maximum length of a value. A longer one is text and fits no other type. */
const shownBytesMax = 256
/** The maximum number of keys. Objects whose keys are ids constantly add new ones, which are not columns. */
const keysMax = 500
/** The factor by which the findings must grow before the table is planned again. */
const planningGrowth = 10

interface CountedShape extends LaterShape {
  current: number
  readonly examples: LaterValue[]
}

/**
 * The findings of a pass after the sample: values that do not fit their columns, and keys without a column. It outlives the
 * pass, so that the next plan can use it.
 */
export class LaterFacts {
  /** Keys of JSON objects that are not in the sample, in order of appearance. */
  readonly keys = new Set<string>()
  /** Whether a field of delimited text is `\N`, which then means NULL in every column. */
  hasWrittenNull = false
  /** The number of the last row that a pass has reached, so the file has at least as many. */
  rowsReached = 0
  private readonly columns = new Map<number, Map<string, CountedShape>>()
  private hasTooManyKeys = false
  private found = 0
  private nextPlanAt = 1
  private foundAtLastPlan = 0
  private lastRow = 0
  /** Values found after a plan became due. They wait for the result, so that it does not depend on batches. */
  private waiting: { readonly column: number; readonly value: LaterValue }[] = []

  /**
   * Starts a pass with new counts and keeps everything found so far. Without `plansAtOnce`, the table is planned again
   * only at the end.
   */
  startPass(plansAtOnce: boolean): void {
    this.found = 0
    this.nextPlanAt = plansAtOnce ? 1 : Number.POSITIVE_INFINITY
    this.foundAtLastPlan = 0
    this.waiting = []
    for (const shapes of this.columns.values()) for (const shape of shapes.values()) shape.current = 0
  }

  /** Tests whether enough has been found since the last time to plan the table again. */
  get isWorthPlanning(): boolean {
    return this.found >= this.nextPlanAt
  }

  get hasNewFacts(): boolean {
    return this.found > this.foundAtLastPlan
  }

  /** Defers the next plan, because the last one changed nothing. */
  deferNextPlan(): void {
    this.foundAtLastPlan = this.found
    while (this.nextPlanAt <= this.found) this.nextPlanAt *= planningGrowth
    this.takeWaiting()
  }

  /** Ends the file. Waiting values are counted as well. */
  end(rows: number): void {
    this.nextPlanAt = Number.POSITIVE_INFINITY
    this.takeWaiting()
    this.rowsReached = Math.max(this.rowsReached, rows)
  }

  private takeWaiting(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const { column, value } of waiting) this.record(column, value)
  }

  addValue(column: number, kind: CellKind, bytes: Uint8Array, row: number): void {
    this.record(column, { kind, bytes: bytes.slice(0, shownBytesMax), row })
  }

  addKey(name: string): void {
    if (this.hasTooManyKeys || this.keys.has(name)) return
    this.keys.add(name)
    if (this.keys.size <= keysMax) return
    this.hasTooManyKeys = true
    this.keys.clear()
  }

  /** Removes the keys after the first `count`, which a pass found before it ended early. */
  keepKeys(count: number): void {
    for (const key of [...this.keys].slice(count)) this.keys.delete(key)
  }

  private record(column: number, value: LaterValue): void {
    if (this.isWorthPlanning && value.row !== this.lastRow) {
      this.waiting.push({ column, value })
      return
    }
    this.found++
    this.lastRow = value.row
    this.rowsReached = Math.max(this.rowsReached, value.row)
    const shapes = this.shapesOf(column)
    const key = `${value.kind}:${shapeOf(value.bytes)}`
    const shape = shapes.get(key)
    if (shape === undefined) {
      if (shapes.size < shapesMax) shapes.set(key, { count: 1, current: 1, examples: [value] })
      return
    }
    shape.current++
    shape.count = Math.max(shape.count, shape.current)
    if (shape.examples.length < examplesPerShape) shape.examples.push(value)
  }

  /** Returns the shapes of the values in a column, the most frequent first. */
  shapes(column: number): readonly LaterShape[] {
    const shapes = this.columns.get(column)
    return shapes === undefined ? [] : [...shapes.values()].toSorted((a, b) => b.count - a.count)
  }

  private shapesOf(column: number): Map<string, CountedShape> {
    let shapes = this.columns.get(column)
    if (shapes === undefined) {
      shapes = new Map()
      this.columns.set(column, shapes)
    }
    return shapes
  }
}

/**
 * Returns the shape of a value: the length of its digit groups, its punctuation, and the positions of letters.
 * Two-digit numbers that may be a month differ from those that can only be a day, so dates in both orders have two
 * shapes.
 */
function shapeOf(bytes: Uint8Array): string {
  let shape = ''
  for (let at = 0; at < bytes.length && shape.length < 64;) {
    const byte = bytes[at] as number
    let end = at + 1
    if (isDigit(byte)) {
      while (end < bytes.length && isDigit(bytes[end])) end++
      shape += digitsShape(bytes, at, end)
    } else if (isLetter(byte)) {
      while (end < bytes.length && isLetter(bytes[end] as number)) end++
      shape += 'a'
    } else shape += String.fromCharCode(byte)
    at = end
  }
  return shape
}

function digitsShape(bytes: Uint8Array, start: number, end: number): string {
  const digits = end - start
  if (digits > 2) return `#${Math.min(digits, 24)}`
  const value = digits === 1 ? digitAt(bytes, start) : digitAt(bytes, start) * 10 + digitAt(bytes, start + 1)
  return value <= 12 ? '#m' : value <= 31 ? '#d' : '#n'
}

const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] as number) - 48
const isLetter = (byte: number): boolean => byte >= 0x80 || ((byte | 32) >= 97 && (byte | 32) <= 122)
