import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { HeldRow } from './held-cell.ts'
import type { HeldTable } from './held-table.ts'
import type { Numbered, Numbering } from './numbering.ts'

/** Gives a row its number, unless it has one. Returns why the row cannot have it, or null if it can. */
export function numberRow(row: HeldRow, held: HeldTable, numbered: Numbered, numbering: Numbering): Message | null {
  const { numberUnknown, range } = dumpRowMessages.row_rejected
  if (!numbering.isGenerated) return null
  if (numbered.prefixes !== null) {
    const prefix = numbered.prefixColumns.map((name) => held.placeAtEnd(name))
    numbering.number = numbered.prefixes.following(held.largestOfPrefix(row, prefix))
  }
  if (numbering.isUnknown) return numberUnknown
  return held.setNumber(row, numbering.number) ? null : range(held.typeOfNumbers)
}
