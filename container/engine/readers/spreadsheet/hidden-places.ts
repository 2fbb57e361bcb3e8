import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Reporter } from '../../report/reporter.ts'

/** The hidden rows and columns of a sheet. A filter also hides rows. */
export class HiddenPlaces {
  /** Whether hidden rows and columns are left out. */
  readonly isSkipped: boolean
  /** The number of hidden rows that are not empty. */
  rows = 0
  private readonly columns = new Set<number>()

  constructor(isSkipped: boolean) {
    this.isSkipped = isSkipped
  }

  /** Hides columns of the sheet, which count from 0. */
  addColumns(first: number, last: number): void {
    for (let column = first; column <= last; column++) this.columns.add(column)
  }

  /** Returns the hidden columns of a table that starts at column `left` of the sheet. */
  columnsFrom(left: number): number[] {
    return [...this.columns].map((column) => column - left).filter((column) => column >= 0)
  }

  note(reporter: Reporter): void {
    if (this.isSkipped) return
    if (this.rows > 0) reporter.note(workbookMessages.notes.hiddenRows(this.rows))
    if (this.columns.size > 0) reporter.note(workbookMessages.notes.hiddenColumns)
  }
}
