import { isDigit } from '../bytes/ascii.ts'
import { CellKind } from '../table/row-batch.ts'

/** A value after the sample that its column's type cannot hold. */
export interface LaterValue {
  readonly kind: CellKind
  readonly bytes: Uint8Array
  readonly row: number
}

/** Values that are written alike. A few of them stand for all. */
export interface LaterShape {
  /** Rows that had such a value, in the pass that met most of them. */
  count: number
  readonly examples: readonly LaterValue[]
}

const shapesMax = 256
const examplesPerShape = 2
/** A longer value is a text, and no type but text holds it. */
const shownBytesMax = 256
/** Objects whose keys are ids bring new keys all the time, and those are not columns. */
const keysMax = 500
/** How much more has to be met before it is worth asking again what the columns are. */
const askingGrowth = 10

interface CountedShape extends LaterShape {
  current: number
  readonly examples: LaterValue[]
}

/**
 * Facts that a pass over the file finds after the sample: values that do not fit their columns, and keys without a
 * column. They outlive the pass, so that the next plan can use them.
 */
export class LaterFacts {
  /** Keys of JSON objects that the sample did not have, in order of appearance. */
  readonly keys = new Set<string>()
  /** How many rows the values were met in, at least. */
  rowsSeen = 0
  private readonly columns = new Map<number, Map<string, CountedShape>>()
  private hasTooManyKeys = false
  private met = 0
  private nextAsk = 1
  private metAtLastAsk = 0
  private lastRow = 0
  /** Values that came after it was time to ask: they wait for the answer, so that no answer depends on batches. */
  private waiting: { readonly column: number; readonly value: LaterValue }[] = []

  /** Counts of a pass begin again; what was learned stays. Without `asksAtOnce` the plan is made again only at its end. */
  startPass(asksAtOnce: boolean): void {
    this.met = 0
    this.nextAsk = asksAtOnce ? 1 : Number.POSITIVE_INFINITY
    this.metAtLastAsk = 0
    this.waiting = []
    for (const shapes of this.columns.values()) for (const shape of shapes.values()) shape.current = 0
  }

  /** Whether enough has been met since the last time to plan the table again. */
  get isWorthAsking(): boolean {
    return this.met >= this.nextAsk
  }

  get hasNewFacts(): boolean {
    return this.met > this.metAtLastAsk
  }

  /** The plan was made again, and nothing changed. */
  deferNextAsk(): void {
    this.metAtLastAsk = this.met
    while (this.nextAsk <= this.met) this.nextAsk *= askingGrowth
    this.takeWaiting()
  }

  /** The file is over: what waits counts as well. */
  end(rows: number): void {
    this.nextAsk = Number.POSITIVE_INFINITY
    this.takeWaiting()
    this.rowsSeen = Math.max(this.rowsSeen, rows)
  }

  private takeWaiting(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const { column, value } of waiting) this.meet(column, value)
  }

  addValue(column: number, kind: CellKind, bytes: Uint8Array, row: number): void {
    this.meet(column, { kind, bytes: bytes.slice(0, shownBytesMax), row })
  }

  addKey(name: string): void {
    if (this.hasTooManyKeys || this.keys.has(name)) return
    this.keys.add(name)
    if (this.keys.size <= keysMax) return
    this.hasTooManyKeys = true
    this.keys.clear()
  }

  /** Forgets the keys after the first `count`: those that a pass met before it ended early. */
  keepKeys(count: number): void {
    for (const key of [...this.keys].slice(count)) this.keys.delete(key)
  }

  private meet(column: number, value: LaterValue): void {
    if (this.isWorthAsking && value.row !== this.lastRow) {
      this.waiting.push({ column, value })
      return
    }
    this.met++
    this.lastRow = value.row
    this.rowsSeen = Math.max(this.rowsSeen, value.row)
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

  /** Shapes of the values in a column, the most frequent first. */
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
 * How a value is written: the length of its runs of digits, its punctuation, and where it has letters. Numbers of two
 * digits tell apart what may be a month from what may only be a day, so that dates of both orders are two shapes.
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
