import type { RowBatch } from '../../table/row-batch.ts'
import { isBlank, shapeOf, usedWidth } from './row-shapes.ts'
import { type TextRow, textRowOf } from './text-row.ts'

/** The maximum number of times that a row may be wider than the table. A wider one does not belong to it. */
const timesWiderMax = 2
/** The share of values with the same shape that makes a column typed. */
const typedShare = 0.9

/**
 * Returns the width of a delimited table, including rows of the sample that continue after its last column. Two rows of
 * a width are evidence. One is enough if the last column shows that no delimiter inside the row has shifted its cells.
 */
export function widthWithWiderRows(
  batches: readonly RowBatch[],
  { width, lastHeadRow, rows }: { width: number; lastHeadRow: number; rows: readonly TextRow[] },
): number {
  if (width < 2) return width
  const counts = new Map<number, number>()
  let shapes: readonly string[] | null = null
  for (const row of widerRows(batches, width, lastHeadRow)) {
    shapes ??= usualShapes(rows, width)
    const used = usedWidth(row)
    if (used <= width || used > width * timesWiderMax || !fits(row, shapes)) continue
    const isProof = shapes[width - 1] !== 'text' && !isBlank(row.cells[width - 1])
    counts.set(used, (counts.get(used) ?? 0) + (isProof ? 2 : 1))
  }
  return Math.max(width, ...[...counts].filter(([, count]) => count > 1).map(([used]) => used))
}

function* widerRows(batches: readonly RowBatch[], width: number, lastHeadRow: number): Iterable<TextRow> {
  for (const batch of batches) {
    const { rowCount, rowStarts, rowNumbers } = batch
    for (let row = 0; row < rowCount; row++) {
      const cells = (rowStarts[row + 1] as number) - (rowStarts[row] as number)
      if (cells > width && (rowNumbers[row] as number) > lastHeadRow) yield textRowOf(batch, row)
    }
  }
}

const fits = (row: TextRow, shapes: readonly string[]): boolean =>
  shapes.every((shape, column) => shape === 'text' || ['empty', 'word', shape].includes(shapeOf(row.cells[column])))

/** Returns the shape of nearly all values in each column, or `text` if a column has several. */
function usualShapes(rows: readonly TextRow[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const shape = shapeOf(row.cells[column])
      if (shape !== 'empty') counts.set(shape, (counts.get(shape) ?? 0) + 1)
    }
    const given = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const [shape, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? ['text', 0]
    return given > 0 && count >= given * typedShare ? shape : 'text'
  })
}
