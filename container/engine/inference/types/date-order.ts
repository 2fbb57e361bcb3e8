import { DateParser } from '../../values/dates.ts'
import type { DateOrder } from '../../values/value-parser.ts'
import type { Trial } from './trial.ts'

/** The minimum number of steps between dates in one direction. By chance, one of 20,000 columns has as many. */
const sortedStepsMin = 7
/** Days clearly vary more than years if they have this many times as many values. */
const clearFactor = 3
/** The days of a column that clearly has days reach both ends of the month. */
const earlyDay = 3
const lateDay = 28
/** Codes such as `99-01-02` look like dates. So many different ones are dates. */
const shortDatesMin = 3

/** The fact that shows the order of a column's dates. Null means that the order is ambiguous. */
export type OrderEvidence = 'only' | 'sorted' | 'spread' | null

/** The choice among several orders of day, month and year. */
export interface OrderChoice {
  readonly trial: Trial
  readonly evidence: OrderEvidence
  /** The number of dates that another order reads differently. */
  readonly undecided: number
  /** Whether the year may also come first, with two digits. */
  readonly mayBeYearFirst: boolean
}

export const orderOf = (trial: Trial): DateOrder | null =>
  trial.candidate.parser instanceof DateParser ? trial.candidate.parser.order : null

/** Tests whether the year comes first and has two digits. */
const isShortYear = ({ candidate: { parser } }: Trial): boolean =>
  parser instanceof DateParser && parser.format.kind === 'short_years'

/**
 * Chooses among the orders that fit all values. `preferred` comes from the spec or the locale. Otherwise the values
 * decide, and without evidence the month comes first. Returns null if the values are probably not dates.
 */
export function chooseOrder(fitting: readonly Trial[], preferred: DateOrder | null): OrderChoice | null {
  const [first, second] = fitting
  if (first === undefined) return null
  if (second === undefined) return isDate(first, preferred) ? onlyChoice(first) : null
  const undecided = Math.max(...fitting.map((trial) => trial.undecided))
  const wanted = fitting.find((trial) => orderOf(trial) === preferred)
  const shortYear = fitting.find(isShortYear)
  if (wanted !== undefined || shortYear === undefined) {
    return { trial: wanted ?? defaultOf(fitting), evidence: null, undecided, mayBeYearFirst: shortYear !== undefined }
  }
  const yearsLast = fitting.filter((trial) => trial !== shortYear)
  return { ...yearFirstOrLast(shortYear, yearsLast), undecided, mayBeYearFirst: true }
}

/** Returns the choice for a trial without alternatives. */
export const onlyChoice = (trial: Trial): OrderChoice => ({
  trial,
  evidence: 'only',
  undecided: 0,
  mayBeYearFirst: false,
})

const defaultOf = (fitting: readonly Trial[]): Trial =>
  fitting.find((trial) => orderOf(trial) === 'mdy') ?? (fitting[0] as Trial)

function isDate(trial: Trial, preferred: DateOrder | null): boolean {
  if (!isShortYear(trial) || preferred === 'ymd') return true
  const { years, months, days } = trial.spread
  return Math.max(years.size, months.size, days.size) >= shortDatesMin
}

/**
 * Decides whether `24-01-31` begins with the year. Two facts show it: days vary more than years, and only one reading is
 * sorted. Sorting alone never proves that the year comes first, because `31-01-24` in alphabetical order looks the same.
 */
function yearFirstOrLast(yearFirst: Trial, yearsLast: readonly Trial[]): Pick<OrderChoice, 'trial' | 'evidence'> {
  const yearLast = defaultOf(yearsLast)
  const { years, months, days, sortedSteps } = yearFirst.spread
  const bySpread = larger(days.size, years.size)
  const bySorting = larger(sortedSteps, yearLast.spread.sortedSteps)
  const isClearlySpread = months.size > 1 && (bySpread > 0 ? areDays(days, years) : areDays(years, days))
  const isClearlySorted = sortedSteps + yearLast.spread.sortedSteps >= sortedStepsMin
  const vote = (isClearlySorted && !isClearlySpread ? bySorting : bySpread) || bySorting
  const trial = vote > 0 ? yearFirst : yearLast
  const mayBeMonthFirst = vote <= 0 && yearsLast.length > 1
  if (mayBeMonthFirst || (isClearlySpread && bySpread * bySorting < 0)) return { trial, evidence: null }
  if (isClearlySpread) return { trial, evidence: 'spread' }
  return { trial, evidence: isClearlySorted && bySorting < 0 ? 'sorted' : null }
}

/** Returns 1 if the first number is larger, −1 if the second one is, and 0 if they are equal. */
const larger = (first: number, second: number): number => Math.sign(first - second)

/** Tests whether one part clearly is the day and the other one the year. */
const areDays = (parts: ReadonlySet<number>, others: ReadonlySet<number>): boolean => {
  const days = [...parts].map((part) => part % 100)
  return parts.size >= others.size * clearFactor && Math.min(...days) <= earlyDay && Math.max(...days) >= lateDay
}
