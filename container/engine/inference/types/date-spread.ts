import type { DateParser } from '../../values/dates.ts'

/** The distribution of the dates in a column, which shows whether their parts have been assigned correctly. */
export class DateSpread {
  readonly years = new Set<number>()
  readonly months = new Set<number>()
  readonly days = new Set<number>()
  private last = 0
  private rises = 0
  private falls = 0

  take({ year, month, day }: DateParser): void {
    this.years.add(year)
    this.months.add(month)
    this.days.add(day)
    const date = (year * 12 + month) * 31 + day
    if (this.last !== 0 && date > this.last) this.rises++
    if (this.last !== 0 && date < this.last) this.falls++
    this.last = date
  }

  /** Returns the number of steps between dates if all go in the same direction, and 0 if not. */
  get sortedSteps(): number {
    return this.rises === 0 || this.falls === 0 ? this.rises + this.falls : 0
  }
}
