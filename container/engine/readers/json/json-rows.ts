import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { areBytes } from '../../bytes/same-bytes.ts'
import { recordCellsMax } from '../delimited/csv-records.ts'
import type { JsonValue } from './json-values.ts'
import { scanString, scanValue, skipSpace } from './json-scan.ts'
import { unescapeJson } from './json-text.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** A control character stands in no key as it is. */
const noKey = new Uint8Array(1)
/** Of a table, as of a record of delimited text. */
const columnsMax = recordCellsMax

/** Keys that came after the sample: those of earlier passes, and where to say of new ones. */
export interface LaterKeys {
  readonly keys: Iterable<string>
  addKey(name: string): void
}

/**
 * One JSON value becomes one row. Keys become columns in order of first sight while the sample lasts; as most rows repeat
 * the same keys in the same order, the expected key is compared as bytes and nothing is looked up.
 */
export class JsonRows {
  readonly names: string[] = []
  /** Once the sample is over a new key has no column: its value goes into a problem. */
  isClosed = false
  /** Every value so far was an array: its names may stand in the first. */
  areArrays = true
  private readonly reporter: Reporter
  private readonly later: LaterKeys | null
  private readonly keys: Uint8Array[] = []
  private readonly columnOf = new Map<string, number>()
  /** Of what stands in arrays, by its place. */
  private readonly elementColumns: number[] = []
  private readonly scratch = new GrowingBytes(256)
  private starts = new Int32Array(64)
  private ends = new Int32Array(64)
  private kinds = new Uint8Array(64)
  private seen = new Int32Array(64)
  private turn = 0
  private rowNumber = 0
  private width = 0

  constructor(reporter: Reporter, later: LaterKeys | null = null) {
    this.reporter = reporter
    this.later = later
  }

  /** Ends the sample: keys that an earlier pass met after it have columns as well. */
  close(): void {
    for (const name of this.later?.keys ?? [])
      if (!this.columnOf.has(name) && this.names.length < columnsMax) this.nameColumn(name)
    this.isClosed = true
  }

  /** Takes one valid value of `bytes`. The name of the member it came from is its first column. */
  add(batch: RowBatch, bytes: Uint8Array, { start, end, key }: JsonValue, rowNumber: number): void {
    this.rowNumber = rowNumber
    this.turn++
    this.width = 0
    if (key !== null) {
      const at = batch.arena.length
      batch.arena.append(key)
      this.put(this.memberColumn(), CellKind.quoted, at, batch.arena.length)
    }
    const first = bytes[start]
    if (first !== 91) this.areArrays = false
    if (first === 123) this.object(batch, bytes, start, end)
    else if (first === 91) this.array(batch, bytes, start, end)
    else {
      const column = this.column('value', bytes, start, end)
      if (column !== null) this.value(batch, bytes, start, end, column)
    }
    for (let column = 0; column < this.width; column++) {
      if (this.seen[column] === this.turn)
        batch.addCell(this.kinds[column] as CellKind, this.starts[column] as number, this.ends[column] as number)
      else batch.addCell(CellKind.empty, 0, 0)
    }
    if (this.width === 0) batch.addCell(CellKind.empty, 0, 0)
    batch.endRow(rowNumber)
  }

  private object(batch: RowBatch, bytes: Uint8Array, start: number, end: number): void {
    let expected = 0
    let at = skipSpace(bytes, start + 1, end)
    while (bytes[at] === 34) {
      const keyEnd = scanString(bytes, at, end)
      const valueStart = skipSpace(bytes, skipSpace(bytes, keyEnd, end) + 1, end)
      const valueEnd = scanValue(bytes, valueStart, end, true)
      const isExpected = this.isKey(expected, bytes, at + 1, keyEnd - 1)
      const column = isExpected
        ? expected
        : this.column(this.keyText(bytes, at + 1, keyEnd - 1), bytes, valueStart, valueEnd)
      if (column !== null) {
        if (this.seen[column] === this.turn) {
          this.reporter.fix({
            code: 'duplicate_key',
            column: this.names[column] ?? '',
            message: 'The key stands twice in one object: the last value counts.',
            row: this.rowNumber,
          })
        }
        this.value(batch, bytes, valueStart, valueEnd, column)
        expected = column + 1
      }
      at = skipSpace(bytes, valueEnd, end)
      if (bytes[at] !== 44) return
      at = skipSpace(bytes, at + 1, end)
    }
  }

  private array(batch: RowBatch, bytes: Uint8Array, start: number, end: number): void {
    let at = skipSpace(bytes, start + 1, end)
    for (let index = 0; bytes[at] !== 93; index++) {
      const valueEnd = scanValue(bytes, at, end, true)
      const column = this.elementColumns[index] ?? this.elementColumn(index, bytes, at, valueEnd)
      if (column !== null) this.value(batch, bytes, at, valueEnd, column)
      at = skipSpace(bytes, valueEnd, end)
      if (bytes[at] === 44) at = skipSpace(bytes, at + 1, end)
    }
  }

  private elementColumn(index: number, bytes: Uint8Array, start: number, end: number): number | null {
    const column = this.column(`column_${index + 1}`, bytes, start, end)
    if (column !== null && index === this.elementColumns.length) this.elementColumns.push(column)
    return column
  }

  private value(batch: RowBatch, bytes: Uint8Array, start: number, end: number, column: number): void {
    const first = bytes[start]
    const at = batch.arena.length
    if (first === 34) {
      let plain = start + 1
      while (plain < end - 1 && bytes[plain] !== 92) plain++
      if (plain < end - 1) {
        const lone = unescapeJson(bytes, start + 1, end - 1, batch.arena)
        if (lone > 0) {
          this.reporter.fix({
            code: 'lone_surrogate',
            column: this.names[column] ?? '',
            count: lone,
            message: 'Half a surrogate pair is no character: it became U+FFFD.',
            row: this.rowNumber,
          })
        }
      } else batch.arena.append(bytes, start + 1, end - 1)
      return this.put(column, CellKind.quoted, at, batch.arena.length)
    }
    if (first === 110) return this.put(column, CellKind.empty, 0, 0)
    batch.arena.append(bytes, start, end)
    const kind =
      first === 123 || first === 91
        ? CellKind.json
        : first === 116 || first === 102
          ? CellKind.boolean
          : CellKind.number
    this.put(column, kind, at, batch.arena.length)
  }

  private put(column: number, kind: CellKind, start: number, end: number): void {
    this.starts[column] = start
    this.ends[column] = end
    this.kinds[column] = kind
    this.seen[column] = this.turn
    if (column >= this.width) this.width = column + 1
  }

  private isKey(column: number, bytes: Uint8Array, start: number, end: number): boolean {
    const key = this.keys[column]
    return key !== undefined && areBytes(key, bytes, start, end)
  }

  private keyText(bytes: Uint8Array, start: number, end: number): string {
    this.scratch.clear()
    unescapeJson(bytes, start, end, this.scratch)
    return decoder.decode(this.scratch.bytes.subarray(0, this.scratch.length))
  }

  private column(name: string, bytes: Uint8Array, start: number, end: number): number | null {
    const known = this.columnOf.get(name)
    if (known !== undefined) return known
    if (this.isClosed) {
      this.later?.addKey(name)
      const value = beginningOf(bytes, start, end)
      const message =
        'The key was not in the sample, so it has no column; the rest of the row was converted. A larger inference.sample_rows keeps it.'
      this.reporter.problem({ code: 'late_key', row: this.rowNumber, column: name, value, message })
      return null
    }
    if (this.names.length >= columnsMax) {
      const value = beginningOf(bytes, start, end)
      const message = `The table has ${columnsMax} columns already, so the value has none; the rest of the row was converted.`
      this.reporter.problem({ code: 'too_many_keys', row: this.rowNumber, value, message })
      return null
    }
    return this.nameColumn(name)
  }

  private nameColumn(name: string): number {
    this.columnOf.set(name, this.names.length)
    return this.newColumn(name, new TextEncoder().encode(JSON.stringify(name).slice(1, -1)))
  }

  /** The names of members are the first column. No key is this one, as its objects may have a `key` of their own. */
  private memberColumn(): number {
    return this.names.length === 0 ? this.newColumn('key', noKey) : 0
  }

  private newColumn(name: string, key: Uint8Array): number {
    const column = this.names.length
    this.names.push(name)
    this.keys.push(key)
    if (column >= this.starts.length) this.grow()
    return column
  }

  private grow(): void {
    const grown = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(from.length * 2)
      to.set(from)
      return to
    }
    const kinds = new Uint8Array(this.kinds.length * 2)
    kinds.set(this.kinds)
    this.kinds = kinds
    this.starts = grown(this.starts)
    this.ends = grown(this.ends)
    this.seen = grown(this.seen)
  }
}

const beginningOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, Math.min(end, start + 400)))
