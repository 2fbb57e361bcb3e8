import type { ConstantScope } from '../constants/constant.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { type Reference, referenceOf } from '../plan/references.ts'
import { type DumpForeignKey, type DumpKey, type DumpSchema, type DumpTable, hasKey } from '../schema/schema.ts'
import { type Span, unescaped } from './copy-text.ts'
import { copiedKeyMax, RowKeys, watchedKeys, type WatchedKey } from './row-keys.ts'
import { hashOf, hashOfAll, wholeNumberIn } from './key-hash.ts'
import { literalKinds, type Value } from '../values/value.ts'

/** The rows without a parent of one foreign key. */
export interface BrokenReference {
  readonly rows: number
  readonly firstRow: number
}

interface Orphans {
  count: number
  readonly row: number
}

/** The values on both sides of a foreign key so far. */
class KeyValues {
  /** Whether a row has the key of a parent whose value is unknown here. */
  isUnsure = false
  readonly parents = new Set<number>()
  readonly children = new Map<number, Orphans>()

  child(value: number, row: number): void {
    if (this.parents.has(value)) return
    const found = this.children.get(value)
    if (found === undefined) this.children.set(value, { count: 1, row })
    else found.count++
  }

  broken(): BrokenReference | null {
    if (this.isUnsure) return null
    const orphans = [...this.children].flatMap(([value, found]) => (this.parents.has(value) ? [] : [found]))
    if (orphans.length === 0) return null
    return {
      rows: orphans.reduce((sum, { count }) => sum + count, 0),
      firstRow: Math.min(...orphans.slice(0, 1000).map(({ row }) => row)),
    }
  }
}

interface Watched {
  readonly values: KeyValues
  readonly columns: readonly PlannedColumn[]
  readonly isParent: boolean
}

/** The maximum bytes of rows whose keys are remembered, beginning with the smallest tables. It limits the memory. */
const rowBytesMax = 64 << 20

/** The maximum size of a script whose unique keys are compared. Larger ones are seldom written by hand. */
const keyedRowsMax = 1_000_000
const keyedTablesMax = 1000

interface ReferenceCheckRequest {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly hasDistinctKeys: boolean
  /** Returns the scope of the expressions in keys. */
  readonly scope: () => ConstantScope
}

/** Finds rows of the dump without a parent, and rows that share a unique key, unless there are too many rows. */
export class ReferenceCheck {
  private readonly byKey = new Map<DumpForeignKey, KeyValues>()
  private readonly byTable = new Map<PlannedTable, Watched[]>()
  private readonly keysOf = new Map<PlannedTable, readonly WatchedKey[]>()

  private readonly scope: () => ConstantScope
  /** Whether no statement changes the rows so far, whose keys are remembered. */
  private readonly isSure: boolean

  constructor({ plan, schema, hasDistinctKeys, scope }: ReferenceCheckRequest) {
    this.scope = scope
    this.isSure = !schema.changesRows
    const small = smallTables(plan)
    const rows = plan.tables.reduce((sum, { source }) => sum + source.rowsWritten, 0)
    const isShort = rows <= keyedRowsMax && plan.tables.length <= keyedTablesMax
    const isByHand = isShort && !hasDistinctKeys
    for (const table of plan.tables)
      if (isByHand ? table.source.rowsWritten > 1 : table.source.sharesKeys)
        if (small.has(table) && table.duplicates === null) this.keysOf.set(table, watchedKeys(table))
    for (const table of plan.tables)
      for (const key of table.source.foreignKeys) {
        const reference = referenceOf(plan, schema, table, key)
        if (reference === null || reference === 'columns' || !isComparable(reference)) continue
        if (small.has(table) && small.has(reference.target)) this.watch(key, reference)
      }
  }

  private watch(key: DumpForeignKey, { table, from, target, to }: Reference): void {
    const values = new KeyValues()
    this.byKey.set(key, values)
    this.add(table, { values, columns: from, isParent: false })
    this.add(target, { values, columns: to, isParent: true })
  }

  private add(table: PlannedTable, watched: Watched): void {
    const others = this.byTable.get(table)
    if (others === undefined) this.byTable.set(table, [watched])
    else others.push(watched)
  }

  /** Returns a watch for rows with these columns, or null if none of their keys is checked. */
  watchFor(table: PlannedTable, columns: readonly PlannedColumn[], now: DumpTable | null): RowWatch | null {
    const watched = this.byTable.get(table) ?? []
    const keys = this.keysOf.get(table) ?? []
    return watched.length + keys.length === 0
      ? null
      : new RowWatch({
          watched,
          keys,
          columns,
          isEnforced: (key) => this.isSure && now !== null && hasKey(now, table.source, key),
          scope: this.scope,
        })
  }

  /** Tests whether every row of the foreign key was checked. */
  isKnown(key: DumpForeignKey): boolean {
    return this.byKey.has(key)
  }

  brokenOf(key: DumpForeignKey): BrokenReference | null {
    return this.byKey.get(key)?.broken() ?? null
  }
}

function smallTables({ tables }: DumpPlan): ReadonlySet<PlannedTable> {
  const small = new Set<PlannedTable>()
  let bytes = 0
  for (const table of tables.toSorted((one, other) => one.source.rowBytes - other.source.rowBytes)) {
    bytes += table.source.rowBytes
    if (bytes <= rowBytesMax) small.add(table)
  }
  return small
}

/** Tests whether equal values have equal bytes in both columns, so that PostgreSQL also considers them equal. */
function isComparable({ from, to, target }: Reference): boolean {
  return (
    target.duplicates === null &&
    from.every(({ type }, at) => {
      const other = to[at]?.type
      const isPadded = type.sqlType.startsWith('char(') || other?.sqlType.startsWith('char(') === true
      const isBlind = type.collation !== undefined || other?.collation !== undefined || type.sqlType === 'citext'
      return type.kind === other?.kind && /^(?:integer|text|enum|uuid|date)$/.test(type.kind) && !isPadded && !isBlind
    })
  )
}

const newline = 10
const tab = 9
const backslash = 92

interface RowWatchRequest {
  readonly watched: readonly Watched[]
  readonly keys: readonly WatchedKey[]
  readonly columns: readonly PlannedColumn[]
  readonly isEnforced: (key: DumpKey) => boolean
  readonly scope: () => ConstantScope
}

/** Extracts the keys from the rows of one table. */
export class RowWatch {
  private readonly watched: readonly {
    readonly values: KeyValues
    readonly at: readonly number[]
    readonly isParent: boolean
  }[]
  /** The comparison of each column's values, or null for columns outside of keys. */
  private readonly needs: readonly ('number' | 'bytes' | null)[]
  private readonly last: number
  private readonly found: number[]
  private readonly keys: RowKeys
  /** The value of the current cell in COPY text. */
  private readonly span: { bytes: Uint8Array; start: number; end: number } = {
    bytes: new Uint8Array(0),
    start: 0,
    end: 0,
  }

  constructor({ watched, keys, columns, isEnforced, scope }: RowWatchRequest) {
    this.keys = new RowKeys({ keys, columns, isEnforced, scope })
    this.watched = watched.map(({ values, columns: keyed, isParent }) => ({
      values,
      at: keyed.map((column) => columns.indexOf(column)),
      isParent,
    }))
    const needed = new Set(this.watched.flatMap(({ at }) => at))
    this.needs = columns.map(({ type }, at) => (needed.has(at) ? (type.kind === 'integer' ? 'number' : 'bytes') : null))
    this.last = Math.max(this.keys.last, ...needed)
    this.found = columns.map(() => Number.NaN)
  }

  /** Whether it must read each cell, so that rows cannot be copied. */
  get readsCells(): boolean {
    return this.keys.readsCells
  }

  /** Reads the value of one column of the row. */
  cell(column: number, value: Value): void {
    this.keys.cell(column, value)
    if (this.needs[column] != null) this.take(column, value.literalKind === literalKinds.null ? null : value)
  }

  private take(column: number, value: Span | null): void {
    const need = this.needs[column]
    this.found[column] =
      value === null
        ? Number.NaN
        : need === 'number'
          ? numberOf(value.bytes, value.start, value.end)
          : hashOf(value.bytes, value.start, value.end)
  }

  /** Ends a row. Returns the key for which a server refuses it, or null if the row is in the table. */
  row(number: number): DumpKey | null {
    const refused = this.keys.row(number)
    if (refused !== null) return refused
    for (const { values, at, isParent } of this.watched) {
      // A column that rows omit has its default, which may be NULL.
      const parts = at.map((column) => (column < 0 ? Number.NaN : (this.found[column] as number)))
      if (isParent && at.includes(-1)) values.isUnsure = true
      if (parts.some(Number.isNaN)) continue
      const value = hashOfAll(parts)
      if (isParent) values.parents.add(value)
      else values.child(value, number)
    }
    return null
  }

  /** Checks complete rows in COPY text. Returns the rows that a server refuses. */
  lines(bytes: Uint8Array, firstRow: number): readonly RefusedLine[] {
    const refused: RefusedLine[] = []
    let row = firstRow
    for (let at = 0; at < bytes.length; row++) {
      const from = at
      for (let column = 0; column <= this.last; column++) {
        const start = at
        let isEscaped = false
        for (; bytes[at] !== tab && bytes[at] !== newline; at++) isEscaped ||= bytes[at] === backslash
        const isReference = this.needs[column] != null
        const isKey = this.keys.isNeeded(column)
        if (isReference || isKey) {
          const isUnknown = isEscaped && (isNull(bytes, start, at) || (!isReference && at - start > copiedKeyMax))
          this.span.bytes = bytes
          this.span.start = start
          this.span.end = at
          const value = isUnknown ? null : isEscaped ? unescaped(bytes, start, at) : this.span
          if (isKey) this.keys.copied(column, value)
          if (isReference) this.take(column, value)
        }
        if (bytes[at] === tab) at++
      }
      at = bytes.indexOf(newline, at) + 1
      if (at === 0) break
      const key = this.row(row)
      if (key !== null) refused.push({ row, key, start: from, end: at })
    }
    return refused
  }
}

/** A row in COPY text that a server refuses, because another row has its key. */
export interface RefusedLine extends Pick<Span, 'start' | 'end'> {
  readonly row: number
  readonly key: DumpKey
}

const isNull = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === 2 && bytes[start] === backslash && bytes[start + 1] === 78

/** Leading zeros do not change a number. */
function numberOf(bytes: Uint8Array, start: number, end: number): number {
  const number = wholeNumberIn(bytes, start, end)
  return Number.isNaN(number) ? hashOf(bytes, start, end) : number
}
