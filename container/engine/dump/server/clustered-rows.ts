import { attempt } from '../expressions/translated.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { HeldRow } from './held-cell.ts'
import type { HeldTable } from './held-table.ts'

/** Returns the rows of a table by these columns, or null if their order is uncertain. */
export function sortedRows(held: HeldTable, order: readonly DumpColumn[]): (readonly [number, HeldRow])[] | null {
  const places = order.map(({ id }) => held.placeOfId(id))
  if (places.includes(-1)) return null
  return attempt(() => [...held.rows].toSorted(([, one], [, other]) => held.ordered(places, one, other)))
}
