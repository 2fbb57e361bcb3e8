import { tableMessages } from '../../catalog/tables.ts'
import type { Reporter } from '../../report/reporter.ts'
import { usedWidth, widthOf } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

/**
 * Notes cells without a name or a value after the table's last column. A delimiter at the end of each line produces
 * them.
 */
export function noteEmptyColumns(rows: readonly TextRow[], width: number, reporter: Reporter): void {
  const widest = rows.reduce((most, row) => (usedWidth(row) <= width ? Math.max(most, widthOf(row)) : most), 0)
  const count = widest - width
  if (count <= 0) return
  const { emptyColumn, emptyColumns } = tableMessages.notes
  reporter.note(count === 1 ? emptyColumn(widest) : emptyColumns(width + 1, widest))
}
