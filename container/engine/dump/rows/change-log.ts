import type { Reporter } from '../../report/reporter.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Value, ValueChange } from './value.ts'

const messages: Readonly<Record<ValueChange, string>> = {
  zero_date: 'Dates that PostgreSQL does not know (zeros, days beyond the month) became NULL.',
  empty_label: "Empty values, MySQL's mark of an invalid label, became NULL.",
  empty_number: 'Empty texts in a column of numbers are zero, as MySQL has it where sql_mode is not strict.',
  nul_removed: 'PostgreSQL text cannot hold NUL characters: they were left out.',
  invalid_bytes:
    'Bytes that are no UTF-8 were read in the encoding that the report names (Windows-1252 where it is UTF-8) if the dump names no character set, else became U+FFFD.',
  date_rewritten: 'Dates were written in the form of ISO 8601.',
  default_implied:
    'The rows do not name the column, which must not be NULL: they have zero or an empty text, as MySQL gives them where sql_mode is not strict or the column is added later.',
  moment_of_loading:
    'NOW() and its like are the moment in which PostgreSQL loads the script, as they are to MySQL when it loads the dump.',
  zero_counted:
    'Zero in a column that counts is the next number, as MySQL has it: the dump does not say NO_AUTO_VALUE_ON_ZERO.',
  number_rounded: 'The column holds whole numbers: fractions were rounded, as MySQL does.',
  number_clipped:
    'Numbers beyond the range of their column became the nearest that it holds, as MySQL has it where sql_mode is not strict.',
  number_cut:
    'Texts that are no numbers became the number that they begin with, or zero, as MySQL has it where sql_mode is not strict.',
  text_cut: 'Values that are too long for their column were cut, as MySQL does where sql_mode is not strict.',
  time_dropped: 'The column holds dates: the times that stood behind them were left out, as MySQL does.',
}

interface Change {
  readonly table: string
  readonly column: string
  readonly code: ValueChange
  readonly row: number
  readonly examples: string[]
  count: number
}

/** Counts what was done to values, cheaply while rows pass, and reports it at the end. */
export class ChangeLog {
  private readonly changes = new Map<PlannedColumn, Map<ValueChange, Change>>()
  private readonly reporter: Reporter

  constructor(reporter: Reporter) {
    this.reporter = reporter
  }

  /** Takes over the changes that the value has gathered. `show` is called while examples are wanted. */
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
          this.reporter.fix({ code, table, column, message: messages[code], row, example, count: share })
        })
      }
    }
  }
}
