import type { Reporter } from '../../report/reporter.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Value, ValueChange } from './value.ts'

const messages: Readonly<Record<ValueChange, string>> = {
  zero_date: 'Invalid dates (zeros, days beyond the month) became NULL, because PostgreSQL cannot store them.',
  empty_label: 'Empty enum values, which mark an invalid label in MySQL, became NULL.',
  empty_number: "Empty strings in a numeric column became zero, as in MySQL's non-strict mode.",
  nul_removed: 'NUL characters were removed, because PostgreSQL text cannot store them.',
  invalid_bytes:
    'Bytes that are no UTF-8 were read in the encoding that the report names (Windows-1252 where it is UTF-8) if the dump names no character set, else became U+FFFD.',
  date_rewritten: 'Dates were rewritten as ISO 8601.',
  default_implied:
    'The rows do not name the column, which must not be NULL: they have zero or an empty text, as MySQL gives them where sql_mode is not strict or the column is added later.',
  null_implied:
    "NULL in a NOT NULL column became zero or an empty text, as in MySQL's non-strict mode for statements of several rows.",
  moment_of_loading:
    'NOW() and similar functions use the time at which PostgreSQL loads the script, as MySQL does when it loads the dump.',
  zero_counted:
    'Zero in an AUTO_INCREMENT column became the next number, because the dump does not set NO_AUTO_VALUE_ON_ZERO.',
  number_rounded: 'Fractions were rounded in an integer column, as in MySQL.',
  number_clipped: "Numbers out of range became the nearest valid number, as in MySQL's non-strict mode.",
  number_cut: "Strings in a numeric column became their leading number or zero, as in MySQL's non-strict mode.",
  text_cut: "Values too long for their column were cut, as in MySQL's non-strict mode.",
  time_dropped: 'Times were removed from values in a date column, as in MySQL.',
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
