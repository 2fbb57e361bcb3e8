import type { ReferenceNow, Replay } from '../schema/replay.ts'
import { type DumpColumn, type DumpTable, followsEvent } from '../schema/schema.ts'
import { refuse } from '../expressions/translated.ts'
import type { Settings } from '../text/settings.ts'
import type { HeldCell, HeldRow } from './held-cell.ts'
import type { HeldTable } from './held-table.ts'
import { isWithoutTransactions } from './numbering.ts'

interface HeldReferencesRequest {
  readonly replay: Replay
  readonly settings: Settings
}

/** Rows that change because a row that they refer to changes. */
interface Followers {
  readonly child: HeldTable
  readonly ids: readonly number[]
  readonly places: readonly number[]
  /** The new values in these places. Null means that the value becomes NULL. */
  readonly cells: readonly (HeldCell | null)[]
}

/**
 * The maximum number of comparisons, which takes a few seconds. Each deletion searches the rows that may refer to it.
 */
const comparedMax = 20_000_000

/** The foreign keys between tables with held rows, as they are at this point of the dump. */
export class HeldReferences {
  private readonly request: HeldReferencesRequest
  private compared = 0
  /** The earlier state of the rows that the current statement has changed. */
  private readonly changed: { readonly table: HeldTable; readonly id: number; readonly before: HeldRow }[] = []

  /** Returns the held rows of a table, or null if they are not held. */
  private readonly find: (table: DumpTable) => HeldTable | null

  constructor(request: HeldReferencesRequest, find: (table: DumpTable) => HeldTable | null) {
    this.request = request
    this.find = find
  }

  /**
   * Removes rows, and applies the foreign keys to the rows that refer to them. Nothing changes if this requires a
   * server.
   */
  remove(table: HeldTable, ids: readonly number[]): void {
    const removed = new Map<HeldTable, Set<number>>()
    const emptied: { readonly child: HeldTable; readonly id: number; readonly row: HeldRow }[] = []
    const waiting: { readonly parent: HeldTable; readonly rows: readonly number[] }[] = [{ parent: table, rows: ids }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { parent } = next
      const gone = removed.get(parent) ?? new Set()
      const rows = next.rows.filter((id) => !gone.has(id))
      for (const id of rows) gone.add(id)
      removed.set(parent, gone)
      for (const reference of this.referencesOf(parent, 'parent')) {
        const child = this.childOf(reference, 'DELETE')
        if (child === null) continue
        this.compare(child)
        const places = placesIn(child, reference.from)
        const found = childrenOf({ parent, rows, reference, child, places }).filter(
          ([id]) => !removed.get(child)?.has(id),
        )
        if (found.length === 0) continue
        if (/ON DELETE CASCADE/.test(reference.actions)) waiting.push({ parent: child, rows: found.map(([id]) => id) })
        else if (/ON DELETE SET NULL/.test(reference.actions))
          for (const [id, row] of found) emptied.push({ child, id, row: withoutValues(child, row, places) })
        else refuse('rows that others refer to')
      }
    }
    for (const { child, id, row } of emptied) child.update(id, row)
    for (const [from, rows] of removed) for (const id of rows) from.remove(id)
    for (const [from, { size }] of removed) from.table.leftOut.add('deleted', from === table ? size - ids.length : size)
  }

  /**
   * Changes a row, and the rows that refer to it according to the foreign keys. Returns false if another row has its
   * new key. If a server would have to change the other rows, some may have changed already, and `endChanges` restores
   * them.
   */
  change(table: HeldTable, id: number, row: HeldRow, changing: readonly HeldTable[] = []): boolean {
    const before = table.rows.get(id) ?? refuse('a missing row')
    const followers = this.referencesOf(table, 'parent').flatMap((reference) =>
      this.followersOf(table, id, row, reference),
    )
    // The server refuses a change that comes back to a table.
    if (followers.some(({ child }) => child === table || changing.includes(child))) refuse('a change that comes back')
    if (!table.update(id, row)) return false
    this.changed.push({ table, id, before })
    for (const { child, ids, places, cells } of followers)
      for (const childId of ids) {
        const childRow = [...(child.rows.get(childId) ?? refuse('a missing row'))]
        places.forEach((place, part) => (childRow[place] = cells[part] ?? null))
        if (!this.change(child, childId, childRow, [...changing, table])) refuse('a key that another row has')
      }
    return true
  }

  /** Ends a statement. `isDone` means that its changes stay. */
  endChanges(isDone: boolean): void {
    if (!isDone) for (const { table, id, before } of this.changed.toReversed()) table.update(id, before)
    this.changed.length = 0
  }

  /** Returns the rows that change with a row because of this foreign key, and their new values. */
  private followersOf(table: HeldTable, id: number, row: HeldRow, reference: ReferenceNow): Followers[] {
    const isChanged = reference.to.some((column) => {
      const at = table.columns.findIndex(({ source }) => source === column)
      return at < 0 || table.rows.get(id)?.[at]?.text !== row[at]?.text
    })
    const child = isChanged ? this.childOf(reference, 'UPDATE') : null
    if (child === null) return []
    this.compare(child)
    const places = placesIn(child, reference.from)
    const found = childrenOf({ parent: table, rows: [id], reference, child, places })
    if (found.length === 0) return []
    const ids = found.map(([childId]) => childId)
    const parts = placesIn(table, reference.to)
    const isSame = places.every(
      (at, part) => child.columns[at]?.type.kind === table.columns[parts[part] ?? -1]?.type.kind,
    )
    if (/ON UPDATE CASCADE/.test(reference.actions) && isSame)
      return [{ child, ids, places, cells: parts.map((at) => row[at] ?? null) }]
    if (!/ON UPDATE SET NULL/.test(reference.actions)) refuse('rows that others refer to')
    if (places.some((at) => child.columns[at]?.nullable === false)) refuse('a column that is never NULL')
    return [{ child, ids, places, cells: [] }]
  }

  /** Tests whether rows of other tables refer to rows of these tables. */
  areAmong(tables: Iterable<HeldTable>): boolean {
    return Array.from(tables).some((table) => this.referencesOf(table, 'parent').length > 0)
  }

  private compare(child: HeldTable): void {
    this.compared += child.rows.size
    if (this.compared > comparedMax) refuse('too many rows to look through')
  }

  /** Tests whether the rows that a row refers to exist, as far as the held rows show. */
  hasParents(table: HeldTable, row: HeldRow): boolean {
    return this.referencesOf(table, 'child').every(({ parent: source, from, to }) => {
      const parent = this.find(source)
      const key = parent === null ? null : table.keyAt(row, placesIn(table, from))
      if (parent === null || key === null) return true
      const places = placesIn(parent, to)
      return (parent === table && table.keyAt(row, places) === key) || parent.hasKey(places, key) !== false
    })
  }

  /** Tests whether a row gets a parent that does not exist. Its former parent must exist. */
  losesParent(table: HeldTable, before: HeldRow, row: HeldRow): boolean {
    if (this.hasParents(table, row)) return false
    return this.hasParents(table, before) || refuse('a row without its parent')
  }

  private referencesOf({ table }: HeldTable, side: 'parent' | 'child'): readonly ReferenceNow[] {
    const { settings, replay } = this.request
    if (!settings.checksReferences) return []
    return replay.referencesOf(table.source, side).filter(({ child }) => !isWithoutTransactions(child))
  }

  private childOf({ child, actions }: ReferenceNow, event: 'DELETE' | 'UPDATE'): HeldTable | null {
    const found = this.find(child)
    return found === null && followsEvent(event, actions) ? refuse('rows that are not kept') : found
  }
}

function placesIn(table: HeldTable, columns: readonly (DumpColumn | undefined)[]): number[] {
  const places = columns.map((column) => table.columns.findIndex(({ source }) => source === column))
  return places.includes(-1) ? refuse('a column that is not written') : places
}

interface ChildrenRequest {
  readonly parent: HeldTable
  readonly rows: readonly number[]
  readonly reference: ReferenceNow
  readonly child: HeldTable
  readonly places: readonly number[]
}

/** Returns the rows of a table that refer to some of these rows. */
function childrenOf({ parent, rows, reference, child, places }: ChildrenRequest): (readonly [number, HeldRow])[] {
  const parentPlaces = placesIn(parent, reference.to)
  const keys = new Set(
    rows.flatMap((id) => {
      const row = parent.rows.get(id)
      return row === undefined ? [] : (parent.keyAt(row, parentPlaces) ?? [])
    }),
  )
  return [...child.rows].filter(([, row]) => {
    const key = child.keyAt(row, places)
    return key !== null && keys.has(key)
  })
}

function withoutValues({ columns }: HeldTable, row: HeldRow, places: readonly number[]): HeldRow {
  if (places.some((at) => columns[at]?.nullable === false)) refuse('a column that is never NULL')
  return row.map((cell, at) => (places.includes(at) ? null : cell))
}
