import type { Reporter } from '../../report/reporter.ts'

/** Counts the values of a sheet that were written differently from how the workbook stores them. */
export class ValueChanges {
  /** Numbers whose fifteen digits are another double. */
  roundedNumbers = 0
  /** Dates on 29 February 1900. */
  leapDays = 0

  report(reporter: Reporter): void {
    if (this.roundedNumbers > 0) {
      const message = 'Numbers were rounded to the 15 digits that a spreadsheet shows.'
      reporter.fix({ code: 'fifteen_digits', count: this.roundedNumbers, message })
    }
    if (this.leapDays > 0) {
      const message = '29 February 1900 exists in Excel alone, so the date became 28 February 1900.'
      reporter.fix({ code: 'excel_leap_day', count: this.leapDays, message })
    }
  }
}
