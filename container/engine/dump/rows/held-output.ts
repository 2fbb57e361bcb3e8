import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { RowGroups } from '../plan/transactions.ts'
import type { DumpBlocks } from './dump-blocks.ts'
import { setHeld } from '../server/held-cell.ts'
import type { HeldTable } from '../server/held-table.ts'
import type { ReferenceCheck } from './reference-check.ts'
import type { Value } from '../values/value.ts'

interface HeldOutput {
  readonly block: DumpBlocks
  readonly references: ReferenceCheck
  readonly groups: RowGroups
  readonly value: Value
  readonly out: GrowingBytes
}

/** Writes the rows that were held until the end of the dump. */
export function writeHeld(tables: Iterable<HeldTable>, { block, references, groups, value, out }: HeldOutput): void {
  for (const { table, written: columns, rows, uncomparedKeys } of tables) {
    if (rows.size === 0 || table.isDropped) continue
    for (const key of uncomparedKeys) table.sharedKeys.set(key, 'unknown')
    block.append(groups.next(), out)
    block.use(block.headFor(table, columns), out)
    const watch = references.watchFor(table, columns, null)
    for (const row of rows.values()) {
      const start = out.length
      block.beginRow(out)
      for (let column = 0; column < columns.length; column++) {
        setHeld(value, row[column] ?? null)
        block.cell(value, column, out)
        watch?.cell(column, value)
      }
      block.endRow(start, out)
      table.rows.converted++
      watch?.row(table.rows.converted)
    }
  }
}
