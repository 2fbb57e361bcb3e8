import { asciiOf } from '../../bytes/ascii.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { partsOf } from '../plan/key-parts.ts'
import type { PlannedColumn, PlannedTable, SharedKey } from '../plan/plan-types.ts'
import { type DumpKey, isUniqueKey } from '../schema/schema.ts'
import { literalKinds, type Value } from '../values/value.ts'
import type { Span } from './copy-text.ts'
import { hashOf } from './key-hash.ts'

/** The maximum bytes of a compared value, which is longer than any index entry of InnoDB. */
const keyBytesMax = 1 << 12
/** The maximum bytes of a compared value in COPY text. */
export const copiedKeyMax = 2 * keyBytesMax + 2

/** A unique key of a table. */
export interface WatchedKey {
  readonly key: DumpKey
  readonly columns: readonly PlannedColumn[]
  readonly values: UniqueValues
  readonly shared: Map<DumpKey, SharedKey>
}

/** Most tables of a large dump are short. */
const bytesAtFirst = 256

/** The values of a unique key, with the row of each. */
class UniqueValues {
  private readonly bytes = new GrowingBytes(bytesAtFirst)
  private readonly ends: number[] = [0]
  private readonly rows: number[] = []
  private readonly places = new Map<number, number>()

  /** Adds the value of a row, which these parts of the bytes contain. Returns the row that has it already, or null. */
  add(row: number, line: Uint8Array, parts: readonly Part[]): number | null {
    const { bytes, ends, places, rows } = this
    const start = bytes.length
    for (const { start: from, end } of parts) {
      const length = end - from
      // The lengths separate the parts.
      if (parts.length > 1) for (let bits = 0; bits < 32; bits += 8) bytes.push((length >> bits) & 255)
      bytes.append(line, from, end)
    }
    const hash = hashOf(bytes.bytes, start, bytes.length)
    const place = places.get(hash)
    if (place === undefined) {
      places.set(hash, rows.length)
      rows.push(row)
      ends.push(bytes.length)
      return null
    }
    const other = bytes.bytes.subarray(ends[place], ends[place + 1])
    const isSame = other.length === bytes.length - start && other.every((byte, at) => byte === bytes.bytes[start + at])
    bytes.length = start
    return isSame ? (rows[place] ?? null) : null
  }
}

/**
 * Returns the unique keys of a table whose values can be compared. PostgreSQL considers equal strings of these types as
 * equal, in every collation and for every prefix.
 */
export const watchedKeys = (table: PlannedTable): WatchedKey[] =>
  table.source.keys.flatMap((key) => {
    const parts = isUniqueKey(key) ? partsOf(table, key) : null
    const columns = parts?.flatMap(({ column }) => (column === null || !isComparable(column) ? [] : [column])) ?? []
    const isWhole = parts !== null && columns.length === parts.length
    return isWhole ? [{ key, columns, values: new UniqueValues(), shared: table.sharedKeys }] : []
  })

/** Tests for values whose strings do not depend on the session. */
const isComparable = ({ type: { kind }, generatedSql }: PlannedColumn): boolean =>
  generatedSql === null && kind !== 'timestamptz' && kind !== 'json' && kind !== 'spatial'

interface Part {
  readonly start: number
  readonly end: number
}

/** Finds the rows of one table that certainly have the unique key of an earlier row. */
export class RowKeys {
  private readonly keys: readonly (WatchedKey & { readonly at: readonly number[] })[]
  private readonly line = new GrowingBytes(bytesAtFirst)
  /** The places of the values in the current row, or null for NULL and for values that are not known. */
  private readonly parts: (Part | null)[]
  private readonly needed: ReadonlySet<number>
  private readonly columns: readonly PlannedColumn[]
  /** The last column of a key, or -1 if there is none. */
  readonly last: number

  constructor(keys: readonly WatchedKey[], columns: readonly PlannedColumn[]) {
    const withPlaces = keys.map((key) => ({ ...key, at: key.columns.map((column) => columns.indexOf(column)) }))
    // A row that omits a column has its default.
    this.keys = withPlaces.filter(({ at }) => !at.includes(-1))
    this.needed = new Set(this.keys.flatMap(({ at }) => at))
    this.last = Math.max(-1, ...this.needed)
    this.columns = columns
    this.parts = columns.map(() => null)
  }

  isNeeded(column: number): boolean {
    return this.needed.has(column)
  }

  /** Reads the value of one column. */
  cell(column: number, value: Value): void {
    if (!this.needed.has(column)) return
    const isKnown = value.literalKind !== literalKinds.null && value.literalKind !== literalKinds.expression
    this.take(column, isKnown ? value : null)
  }

  /** Reads the value of one column from COPY text, which contains bytes as hexadecimal digits. */
  copied(column: number, value: Span | null): void {
    if (!this.needed.has(column)) return
    if (value === null || this.columns[column]?.type.kind !== 'bytes') return this.take(column, value)
    const digits = asciiOf(value.bytes, value.start + 2, value.end)
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
    this.take(column, { bytes, start: 0, end: bytes.length })
  }

  private take(column: number, value: Span | null): void {
    const { line } = this
    const start = line.length
    const isUnknown = value === null || value.end - value.start > keyBytesMax
    if (!isUnknown) line.append(value.bytes, value.start, value.end)
    this.parts[column] = isUnknown ? null : { start, end: line.length }
  }

  /** Ends a row that is in the table. */
  row(number: number): void {
    for (const { key, at, values, shared } of this.keys) {
      const parts: Part[] = []
      for (const column of at) {
        const part = this.parts[column]
        if (part != null) parts.push(part)
      }
      const other = parts.length < at.length ? null : values.add(number, this.line.bytes, parts)
      if (other === null) continue
      const known = shared.get(key)
      if (known === undefined) shared.set(key, { row: number, other, count: 1 })
      else known.count++
    }
    this.line.clear()
  }
}
