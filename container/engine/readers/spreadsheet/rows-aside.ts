import { tableMessages } from '../../catalog/tables.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { RowBatch } from '../../table/row-batch.ts'

/** The maximum number of rows that a report lists. */
const shownRowsMax = 20
const shownBytesMax = 400

/** The rows and cells of a sheet that are not converted, because they are hidden or outside the table. */
export class RowsAside {
  cellsOutside = 0
  private shown = 0
  private texts: { readonly column: number; readonly text: string }[] = []
  private readonly reporter: Reporter
  private readonly decoder = new TextDecoder()

  constructor(reporter: Reporter) {
    this.reporter = reporter
  }

  /** Adds a cell of the current row, in a column that is not converted. */
  addCell(column: number, batch: RowBatch, start: number, end: number): void {
    this.cellsOutside++
    this.show(column, batch, start, end)
  }

  /** Leaves out the current row of the batch. Its first cell is in column `left` of the sheet. */
  addRow(batch: RowBatch, code: 'outside_table' | 'hidden', row: number, left: number): void {
    const first = batch.rowStarts[batch.rowCount] as number
    for (let cell = first; cell < batch.cellCount; cell++) {
      if (code === 'outside_table' && batch.ends[cell] !== batch.starts[cell]) this.cellsOutside++
      this.show(left + cell - first, batch, batch.starts[cell] as number, batch.ends[cell] as number)
    }
    const texts = this.texts.toSorted((a, b) => a.column - b.column).map(({ text }) => text)
    this.reporter.leaveOut({ code, row, ...(texts.length === 0 ? {} : { text: texts.join(' ') }) })
    batch.dropOpenRow()
    this.shown++
    this.texts = []
  }

  /** Ends the current row. Only cells next to it are left out; the row itself is converted. */
  endRow(): void {
    if (this.texts.length > 0) this.texts = []
  }

  finish(): void {
    const message = tableMessages.cells_outside_table.besideTableObject
    if (this.cellsOutside > 0) this.reporter.fix({ code: 'cells_outside_table', count: this.cellsOutside, message })
  }

  private show(column: number, { bytes }: RowBatch, start: number, end: number): void {
    if (this.shown >= shownRowsMax || end <= start) return
    this.texts.push({ column, text: this.decoder.decode(bytes.subarray(start, Math.min(end, start + shownBytesMax))) })
  }
}
