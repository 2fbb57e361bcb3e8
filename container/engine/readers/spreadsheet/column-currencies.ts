import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Reporter } from '../../report/reporter.ts'
import { columnLetters } from './references.ts'

const shownMax = 8

/** The currencies in the number formats of each column. The stored numbers do not include them. */
export class ColumnCurrencies {
  private readonly byColumn = new Map<number, Set<string>>()

  /** Column A is 0. */
  add(column: number, currency: string): void {
    const known = this.byColumn.get(column)
    if (known === undefined) this.byColumn.set(column, new Set([currency]))
    else known.add(currency)
  }

  note(reporter: Reporter): void {
    for (const [column, currencies] of this.byColumn) {
      if (currencies.size < 2) continue
      const names = [...currencies].slice(0, shownMax).join(', ')
      reporter.note(workbookMessages.notes.currencies(columnLetters(column), names))
    }
  }
}
