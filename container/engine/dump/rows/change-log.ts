import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Value, ValueChange } from '../values/value.ts'

interface Change {
  readonly table: string
  readonly column: string
  readonly code: ValueChange
  readonly row: number
  readonly examples: string[]
  count: number
}

/** Counts changes to values cheaply while rows are written, and reports them at the end. */
export class ChangeLog {
  private readonly changes = new Map<PlannedColumn, Map<ValueChange, Change>>()
  private readonly reporter: Reporter

  constructor(reporter: Reporter) {
    this.reporter = reporter
  }

  /** Records the changes that the value has collected. `show` is called only while examples are needed. */
  take(table: PlannedTable, column: PlannedColumn, row: number, value: Value, show: () => string): void {
    let ofColumn = this.changes.get(column)
    if (ofColumn === undefined) this.changes.set(column, (ofColumn = new Map()))
    for (const code of value.changes) {
      let change = ofColumn.get(code)
      if (change === undefined) {
        change = { table: table.name, column: column.name, code, row, examples: [], count: 0 }
        ofColumn.set(code, change)
      }
      change.count++
      if (change.examples.length < 3) change.examples.push(show())
    }
    value.changes.length = 0
  }

  report(): void {
    for (const ofColumn of this.changes.values()) {
      for (const { table, column, code, row, examples, count } of ofColumn.values()) {
        examples.forEach((example, at) => {
          const share = at === 0 ? count - examples.length + 1 : 1
          this.reporter.fix({ code, table, column, message: dumpRowMessages[code], row, example, count: share })
        })
      }
    }
  }
}
