import { tableMessages } from '../../catalog/tables.ts'
import { type Reporter, shorten } from '../../report/reporter.ts'
import type { ColumnDecision } from './column-types.ts'
import { isOpen } from './file-date-order.ts'
import { keepsAny } from './later-decision.ts'
import type { LaterShape } from './later-facts.ts'

const orderWords = { dmy: 'day first', mdy: 'month first', ymd: 'year first' } as const

/** Reports the order in which dates are read, and why. `provenBy` is the column that proves it for all others. */
export function reportDates(
  decision: ColumnDecision,
  column: string,
  provenBy: string | null,
  reporter: Reporter,
): void {
  if (decision.ambiguous !== null) {
    const { count, order, firstRow, mayBeYearFirst } = decision.ambiguous
    const read = orderWords[order]
    if (provenBy !== null && isOpen(decision))
      reporter.note(tableMessages.notes.sharedDateOrder(column, read, provenBy))
    reporter.fix({
      code: 'ambiguous_dates',
      column,
      count,
      row: firstRow,
      message: mayBeYearFirst
        ? tableMessages.ambiguous_dates.shortYears(read)
        : tableMessages.ambiguous_dates.days(read),
    })
  } else if (decision.dateOrder !== null) {
    const { order, evidence, evidenceRow } = decision.dateOrder
    const read = orderWords[order]
    const { dateOrder, sortedDates, variedDates } = tableMessages.notes
    if (evidence === 'sorted') reporter.note(sortedDates(column, read))
    else if (evidence === 'spread') reporter.note(variedDates(column, read))
    else if (evidenceRow !== null) reporter.note(dateOrder(column, read, evidenceRow))
  }
}

/** Notes the value after the sample that corrected the column's type, because the change may be surprising. */
export function noteLater(
  decision: ColumnDecision,
  column: string,
  { shapes, typedSource }: { readonly shapes: readonly LaterShape[]; readonly typedSource: boolean },
  reporter: Reporter,
): void {
  const refusesText = typedSource && decision.kinds !== 'any'
  const kept = shapes.find((shape) => keepsAny({ parser: decision.parser, refusesText }, [shape]))?.examples[0]
  if (kept === undefined) return
  const value = shorten(new TextDecoder().decode(kept.bytes), 60)
  reporter.note(tableMessages.notes.readAgain(column, decision.type.kind, kept.row, value))
}

/** Notes the numbers with groups that stay text, because they look like telephone numbers. */
export function noteGroupedCodes({ groupedCode }: ColumnDecision, column: string, reporter: Reporter): void {
  if (groupedCode !== null) reporter.note(tableMessages.notes.groupedCodes(column, groupedCode))
}

/** Notes a few numbers that prove the decimal comma, although the commas of all others may separate thousands. */
export function noteMixedCommas(
  { mixedCommas, decimal, type }: ColumnDecision,
  column: string,
  reporter: Reporter,
): void {
  if (mixedCommas === null) return
  const result = type.kind === 'text' ? 'text' : decimal === ',' ? 'fractions' : 'thousands'
  reporter.note(tableMessages.notes.mixedCommas(column, mixedCommas, result))
}
