import { documentMessages } from '../../catalog/documents.ts'
import { type Reporter, shorten } from '../../report/reporter.ts'
import { CellKind, type RowBatch, rowCellsMax } from '../../table/row-batch.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { JsonValue } from './json-values.ts'
import { scanString, scanValue, skipSpace } from './json-scan.ts'
import { unescapeJson } from './json-text.ts'
import { KeyLevel, keySeparator, type KeySlot } from './key-levels.ts'
import { nothingOpened, type OpenedObjects } from './opened-objects.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The maximum length of each of two values in an example. */
const repeatedShownMax = 45

/** Keys that first appear after the sample: those found by earlier passes, and a callback for new ones. */
export interface LaterKeys {
  readonly keys: Iterable<string>
  addKey(name: string): void
}

/**
 * Turns one JSON value into one row. During the sample, keys become columns in order of first appearance. Most rows
 * repeat the same keys in the same order, so the expected key is compared as bytes before any lookup.
 */
export class JsonRows {
  readonly names: string[] = []
  /** Whether the sample has ended. A new key no longer gets a column, and its value is reported as a problem. */
  isClosed = false
  /** Whether all values so far were arrays, so the first one may contain the column names. */
  areArrays = true
  private readonly reporter: Reporter
  private readonly later: LaterKeys | null
  private readonly displayed: (path: string) => string
  private root = new KeyLevel(nothingOpened)
  /** The columns of array elements, by index. */
  private readonly elementColumns: number[] = []
  private readonly scratch = new GrowingBytes(256)
  private starts = new Int32Array(64)
  private ends = new Int32Array(64)
  private kinds = new Uint8Array(64)
  private lastGenerations = new Int32Array(64)
  private generation = 0
  private rowNumber = 0
  private width = 0

  /** `displayed` returns the name of a column from the keys that lead to it. */
  constructor(
    reporter: Reporter,
    later: LaterKeys | null = null,
    displayed = (path: string): string => path.replaceAll(keySeparator, '_'),
  ) {
    this.reporter = reporter
    this.later = later
    this.displayed = displayed
  }

  /** Sets which objects inside the rows become columns. Call it before the first row. */
  open(opened: OpenedObjects): void {
    this.root = new KeyLevel(opened)
  }

  /** Ends the sample. Keys that an earlier pass found after the sample also get columns. */
  close(): void {
    for (const path of this.later?.keys ?? [])
      if (this.names.length < rowCellsMax) this.nameLater(path.split(keySeparator))
    this.isClosed = true
  }

  private nameLater(path: readonly string[]): void {
    let level: KeyLevel | null = this.root
    for (const [at, name] of path.entries()) {
      if (level === null) return
      const known: number = level.find(name)
      const slot: KeySlot = level.slots[known < 0 ? level.add(name) : known] as KeySlot
      if (at === path.length - 1 && slot.column < 0) slot.column = this.newColumn(slot.path)
      level = slot.level
    }
  }

  /**
   * Adds one valid value of `bytes` as a row. If the value is a member of an object, the member's name is the first
   * column.
   */
  add(batch: RowBatch, bytes: Uint8Array, { start, end, key }: JsonValue, rowNumber: number): void {
    this.rowNumber = rowNumber
    this.generation++
    this.width = 0
    if (key !== null) {
      const at = batch.arena.length
      batch.arena.append(key)
      this.put(this.memberColumn(), CellKind.quoted, at, batch.arena.length)
    }
    const first = bytes[start]
    if (first !== 91) this.areArrays = false
    if (first === 123) this.object(batch, bytes, start, end, this.root)
    else if (first === 91) this.array(batch, bytes, start, end)
    else {
      const column = this.columnNamed('value')
      if (column < 0) this.late('value', bytes, start, end)
      else this.value(batch, bytes, start, end, column)
    }
    for (let column = 0; column < this.width; column++) {
      if (this.lastGenerations[column] === this.generation)
        batch.addCell(this.kinds[column] as CellKind, this.starts[column] as number, this.ends[column] as number)
      else batch.addCell(CellKind.empty, 0, 0)
    }
    if (this.width === 0) batch.addCell(CellKind.empty, 0, 0)
    batch.endRow(rowNumber)
  }

  private object(batch: RowBatch, bytes: Uint8Array, start: number, end: number, level: KeyLevel): void {
    let expected = 0
    let at = skipSpace(bytes, start + 1, end)
    while (bytes[at] === 34) {
      const keyEnd = scanString(bytes, at, end)
      const valueStart = skipSpace(bytes, skipSpace(bytes, keyEnd, end) + 1, end)
      const valueEnd = scanValue(bytes, valueStart, end, true)
      const isExpected = level.isKey(expected, bytes, at + 1, keyEnd - 1)
      const index = isExpected ? expected : this.slotOf(level, bytes, at + 1, keyEnd - 1)
      if (index < 0) this.late(level.pathOf(this.keyText(bytes, at + 1, keyEnd - 1)), bytes, valueStart, valueEnd)
      else {
        this.member(batch, bytes, valueStart, valueEnd, level.slots[index] as KeySlot)
        expected = index + 1
      }
      at = skipSpace(bytes, valueEnd, end)
      if (bytes[at] !== 44) return
      at = skipSpace(bytes, at + 1, end)
    }
  }

  /** Returns −1 if the key is new and the sample has ended, so it gets no column. */
  private slotOf(level: KeyLevel, bytes: Uint8Array, start: number, end: number): number {
    const name = this.keyText(bytes, start, end)
    const known = level.find(name)
    return known < 0 && !this.isClosed && this.names.length < rowCellsMax ? level.add(name) : known
  }

  /** Adds the value of one key: one cell, or several cells if the value is an opened object. */
  private member(batch: RowBatch, bytes: Uint8Array, start: number, end: number, slot: KeySlot): void {
    if (slot.generation === this.generation) this.repeated(slot, bytes, start, end)
    slot.generation = this.generation
    slot.valueAt = start
    if (slot.level !== null) {
      if (bytes[start] === 123) return this.object(batch, bytes, start, end, slot.level)
      // An opened object that is null has no values in its columns.
      if (bytes[start] === 110) return
    }
    const owner = slot.owner ?? slot
    if (owner.column < 0) {
      if (this.isClosed || this.names.length >= rowCellsMax) return this.late(owner.path, bytes, start, end)
      owner.column = this.newColumn(owner.path)
    }
    this.value(batch, bytes, start, end, owner.column)
  }

  /** Reports the earlier value of a repeated key and the later one, as written. */
  private repeated(slot: KeySlot, bytes: Uint8Array, start: number, end: number): void {
    this.forget(slot)
    const earlier = beginningOf(bytes, slot.valueAt, scanValue(bytes, slot.valueAt, start, true))
    const later = beginningOf(bytes, start, end)
    this.reporter.fix({
      code: 'duplicate_key',
      column: this.displayed(slot.path),
      message: documentMessages.duplicate_key,
      row: this.rowNumber,
      example: `${shorten(earlier, repeatedShownMax)} → ${shorten(later, repeatedShownMax)}`,
    })
  }

  /** Removes the values that the row already has for a repeated key, and for the keys of its opened object. */
  private forget({ column, level }: KeySlot): void {
    if (column >= 0) this.lastGenerations[column] = 0
    for (const inner of level?.slots ?? []) {
      inner.generation = 0
      this.forget(inner)
    }
  }

  private array(batch: RowBatch, bytes: Uint8Array, start: number, end: number): void {
    let at = skipSpace(bytes, start + 1, end)
    for (let index = 0; bytes[at] !== 93; index++) {
      const valueEnd = scanValue(bytes, at, end, true)
      const column = this.elementColumns[index] ?? this.elementColumn(index)
      if (column < 0) this.late(`column_${index + 1}`, bytes, at, valueEnd)
      else this.value(batch, bytes, at, valueEnd, column)
      at = skipSpace(bytes, valueEnd, end)
      if (bytes[at] === 44) at = skipSpace(bytes, at + 1, end)
    }
  }

  private elementColumn(index: number): number {
    const column = this.columnNamed(`column_${index + 1}`)
    if (column >= 0 && index === this.elementColumns.length) this.elementColumns.push(column)
    return column
  }

  /**
   * Returns the column for a value without a key, or −1 after the sample. An object may have a key with the same name.
   */
  private columnNamed(name: string): number {
    const hasRoom = !this.isClosed && this.names.length < rowCellsMax
    const known = this.root.find(name)
    if (known < 0 && !hasRoom) return -1
    const slot = this.root.slots[known < 0 ? this.root.add(name) : known] as KeySlot
    if (slot.column < 0 && hasRoom) slot.column = this.newColumn(name)
    return slot.column
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
            message: documentMessages.lone_surrogate,
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
    this.lastGenerations[column] = this.generation
    if (column >= this.width) this.width = column + 1
  }

  private keyText(bytes: Uint8Array, start: number, end: number): string {
    this.scratch.clear()
    unescapeJson(bytes, start, end, this.scratch)
    return decoder.decode(this.scratch.bytes.subarray(0, this.scratch.length))
  }

  /** Reports a value that has no column. */
  private late(path: string, bytes: Uint8Array, start: number, end: number): void {
    const value = beginningOf(bytes, start, end)
    if (this.isClosed) {
      this.later?.addKey(path)
      const message = documentMessages.late_key
      this.reporter.problem({ code: 'late_key', row: this.rowNumber, column: this.displayed(path), value, message })
    } else {
      const message = documentMessages.too_many_keys(rowCellsMax)
      this.reporter.problem({ code: 'too_many_keys', row: this.rowNumber, value, message })
    }
  }

  /**
   * Returns the first column, which contains the members' names. It is not tied to a key, because the objects may have
   * a `key` of their own.
   */
  private memberColumn(): number {
    if (this.names.length === 0) this.newColumn('key')
    return 0
  }

  private newColumn(path: string): number {
    const column = this.names.length
    this.names.push(this.displayed(path))
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
    this.lastGenerations = grown(this.lastGenerations)
  }
}

const beginningOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, Math.min(end, start + 400)))
