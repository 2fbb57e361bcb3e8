import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Reporter } from '../../report/reporter.ts'

/** The rows and columns of a sheet that its user does not see. Filters hide rows, too. */
export class HiddenPlaces {
  /** Whether they are left out rather than converted. */
  readonly isSkipped: boolean
  /** Hidden rows that hold something. */
  rows = 0
  private readonly columns = new Set<number>()

  constructor(isSkipped: boolean) {
    this.isSkipped = isSkipped
  }

  /** Columns of the sheet, from 0. */
  addColumns(first: number, last: number): void {
    for (let column = first; column <= last; column++) this.columns.add(column)
  }

  /** The hidden places as columns of a table that begins at `left`. */
  columnsFrom(left: number): number[] {
    return [...this.columns].map((column) => column - left).filter((column) => column >= 0)
  }

  note(reporter: Reporter): void {
    if (this.isSkipped) return
    if (this.rows > 0) reporter.note(workbookMessages.notes.hiddenRows(this.rows))
    if (this.columns.size > 0) reporter.note(workbookMessages.notes.hiddenColumns)
  }
}
