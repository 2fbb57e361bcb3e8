import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Reporter } from '../../report/reporter.ts'

/** Counts the values of a sheet that were written differently from how the workbook stores them. */
export class ValueChanges {
  /** Numbers that become a different double when rounded to fifteen digits. */
  roundedNumbers = 0
  /** Dates on February 29, 1900, which did not exist. */
  leapDays = 0

  report(reporter: Reporter): void {
    if (this.roundedNumbers > 0) {
      const message = workbookMessages.fifteen_digits
      reporter.fix({ code: 'fifteen_digits', count: this.roundedNumbers, message })
    }
    if (this.leapDays > 0) {
      const message = workbookMessages.excel_leap_day
      reporter.fix({ code: 'excel_leap_day', count: this.leapDays, message })
    }
  }
}
