import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { CellKind, RowBatch } from '../../table/row-batch.ts'
import type { CellAnnotation, SheetLayout } from '../../table/sheet-layout.ts'

interface AddedColumn {
  /** The column with the annotated cells. */
  readonly column: number
  readonly kind: CellAnnotation['kind']
}

interface AnnotatedTable {
  readonly names: readonly string[]
  readonly width: number
  readonly lastHeadRow: number
  /** Columns that are left out together with their annotations. */
  readonly skipped: readonly number[]
}

const encoder = new TextEncoder()

/** Adds columns with the URLs and comments of a table's cells to its right. Rows must come in order. */
export class AnnotationColumns {
  readonly names: readonly string[]
  private readonly width: number
  private readonly added: readonly AddedColumn[]
  /** The annotations by their first rows. Those before `next` are open or done. */
  private readonly annotations: readonly CellAnnotation[]
  private next = 0
  private open: CellAnnotation[] = []

  /** Returns null for a table without annotated cells. */
  static create(layout: SheetLayout | null, table: AnnotatedTable): AnnotationColumns | null {
    const skipped = new Set(table.skipped)
    const annotations = (layout?.annotations ?? []).filter(({ lastRow }) => lastRow > table.lastHeadRow)
    const added = Array.from({ length: table.width }, (_, column) => column)
      .filter((column) => !skipped.has(column))
      .flatMap((column) => {
        const kinds = new Set(annotations.filter((one) => covers(one, column)).map(({ kind }) => kind))
        return (['url', 'comment'] as const).filter((kind) => kinds.has(kind)).map((kind) => ({ column, kind }))
      })
    return added.length === 0 ? null : new AnnotationColumns(annotations, added, table)
  }

  private constructor(annotations: readonly CellAnnotation[], added: readonly AddedColumn[], table: AnnotatedTable) {
    this.annotations = annotations.toSorted((a, b) => a.firstRow - b.firstRow)
    this.added = added
    this.width = table.width
    const own = Array.from({ length: table.width }, (_, column) => table.names[column] ?? '')
    const nameOf = ({ column, kind }: AddedColumn): string => `${own[column] || `column_${column + 1}`}_${kind}`
    this.names = [...own, ...added.map(nameOf)]
  }

  add(batch: RowBatch): RowBatch {
    const wider = new RowBatch(new GrowingBytes(Math.max(1, batch.arena.length)))
    for (let row = 0; row < batch.rowCount; row++) {
      const number = batch.rowNumbers[row] as number
      const first = batch.rowStarts[row] as number
      const end = batch.rowStarts[row + 1] as number
      // A row that is left out has the number 0.
      const cellsEnd = number > 0 ? Math.min(end, first + this.width) : end
      copyCells(batch, wider, first, cellsEnd)
      if (number > 0) {
        for (let at = cellsEnd - first; at < this.width; at++) wider.addCell(CellKind.empty, 0, 0)
        this.addAnnotations(wider, number)
        copyCells(batch, wider, cellsEnd, end)
      }
      wider.endRow(number)
    }
    return wider
  }

  private addAnnotations(batch: RowBatch, row: number): void {
    for (; (this.annotations[this.next]?.firstRow ?? Number.POSITIVE_INFINITY) <= row; this.next++)
      this.open.push(this.annotations[this.next] as CellAnnotation)
    this.open = this.open.filter(({ lastRow }) => lastRow >= row)
    for (const { column, kind } of this.added) {
      const texts = this.open.filter((one) => one.kind === kind && covers(one, column)).map(({ text }) => text)
      if (texts.length === 0) batch.addCell(CellKind.empty, 0, 0)
      else batch.addBytes(CellKind.quoted, encoder.encode(texts.join('\n')))
    }
  }
}

const covers = ({ firstColumn, lastColumn }: CellAnnotation, column: number): boolean =>
  column >= firstColumn && column <= lastColumn

function copyCells(from: RowBatch, to: RowBatch, first: number, end: number): void {
  for (let cell = first; cell < end; cell++)
    to.addBytes(from.kinds[cell] as CellKind, from.bytes, from.starts[cell], from.ends[cell])
}
