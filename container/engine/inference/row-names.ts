import type { TableStart } from './header-row.ts'
import type { TextRow } from './text-row.ts'

/**
 * R writes the names of rows without a name above them, so that the header of delimited text has one cell less than every
 * row. The first cells tell: a row's name is there and no other row's. Its readers, and pandas, take such a file in the same way.
 */
export function hasRowNames({ headRows, lastHeadRow }: TableStart, rows: readonly TextRow[]): boolean {
  const names = headRows[0]?.cells ?? []
  const data = rows.filter(({ number }) => number > lastHeadRow)
  if (headRows.length !== 1 || data.length < 2 || names.some(({ text }) => text.trim() === '')) return false
  if (data.some(({ cells }) => cells.length !== names.length + 1)) return false
  const first = new Set(data.map(({ cells }) => cells[0]?.text.trim()))
  return first.size === data.length && !first.has('') && data.some(({ cells }) => cells.at(-1)?.text.trim() !== '')
}
