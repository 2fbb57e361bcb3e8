import { attempt } from '../expressions/translated.ts'
import { type DumpColumn, type DumpTable, findColumn } from '../schema/schema.ts'
import type { HeldRow, HeldTable } from './held-table.ts'
import { isWithoutTransactions } from './numbering.ts'

/** Returns the columns by which InnoDB sorts the rows of a table. Other engines keep the order of insertion. */
export function clusteredBy(now: DumpTable): DumpColumn[] {
  if (isWithoutTransactions(now)) return []
  const columns = now.keys.map(({ kind, parts }) => ({
    kind,
    found: parts.map(({ column, prefix }) => (prefix === null ? findColumn(now, column ?? '') : undefined)),
  }))
  const isFull = ({ found }: (typeof columns)[number]): boolean =>
    found.every((column) => column !== undefined && column.notNull)
  const key =
    columns.find(({ kind }) => kind === 'primary') ?? columns.find((one) => one.kind === 'unique' && isFull(one))
  return key?.found.flatMap((column) => column ?? []) ?? []
}

/** Returns the rows of a table by these columns, or null if their order is uncertain. */
export function sortedRows(held: HeldTable, order: readonly DumpColumn[]): (readonly [number, HeldRow])[] | null {
  const places = order.map(({ id }) => held.placeOfId(id))
  if (places.includes(-1)) return null
  return attempt(() => [...held.rows].toSorted(([, one], [, other]) => held.ordered(places, one, other)))
}
