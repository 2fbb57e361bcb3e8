import { tableMessages } from '../../catalog/tables.ts'
import { type Reporter, shorten } from '../../report/reporter.ts'

const notedMax = 10

interface Range {
  readonly first: number
  last: number
  readonly cells: number
  /** The text of its first row. */
  readonly text: string
}

/**
 * The tables of a file that are not converted, with their positions, so that each can be selected by its header row.
 */
export class OtherTables {
  private readonly ranges: Range[] = []
  private count = 0

  addRow(row: number, cells: number, text: string): void {
    const last = this.ranges.at(-1)
    if (last !== undefined && (row <= last.last + 1 || this.count > notedMax)) {
      last.last = Math.max(last.last, row)
      return
    }
    this.count++
    this.ranges.push({ first: row, last: row, cells, text })
  }

  report(reporter: Reporter): void {
    for (const { first, last, cells, text } of this.ranges.slice(0, notedMax)) {
      reporter.note(tableMessages.notes.otherTable(first, last, cells, shorten(text)))
    }
  }
}
