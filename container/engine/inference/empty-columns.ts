import type { Reporter } from '../report/reporter.ts'
import { usedWidth, widthOf } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

/** Notes cells without a name or a value after the table's last column, as a delimiter at the end of each line makes them. */
export function noteEmptyColumns(rows: readonly TextRow[], width: number, reporter: Reporter): void {
  const widest = rows.reduce((most, row) => (usedWidth(row) <= width ? Math.max(most, widthOf(row)) : most), 0)
  const count = widest - width
  if (count <= 0) return
  const columns = count === 1 ? `Column ${widest} has` : `Columns ${width + 1} to ${widest} have`
  reporter.note(`${columns} no name and no value, so the table ends before ${count === 1 ? 'it' : 'them'}.`)
}
