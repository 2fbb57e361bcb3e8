import { type Reporter, shorten } from '../report/reporter.ts'
import type { ColumnDecision } from './column-types.ts'
import { keepsAny } from './later-decision.ts'
import type { LaterShape } from './later-facts.ts'

const orderWords = { dmy: 'day first', mdy: 'month first', ymd: 'year first' } as const

/** Says in which order dates are read, and why. */
export function reportDates(decision: ColumnDecision, column: string, reporter: Reporter): void {
  if (decision.ambiguous !== null) {
    const { count, order, firstRow } = decision.ambiguous
    const read = orderWords[order]
    reporter.fix({
      code: 'ambiguous_dates',
      column,
      count,
      row: firstRow,
      message: `The order of day and month is ambiguous, so dates were read ${read}. Set inference.date_order if that is wrong.`,
    })
  } else if (decision.dateOrder?.evidenceRow != null) {
    const read = orderWords[decision.dateOrder.order]
    reporter.note(`Column "${column}": dates are read ${read}; row ${decision.dateOrder.evidenceRow} proves it.`)
  }
}

/** Says which value after the sample corrected the column's type, so that nobody wonders about it. */
export function noteLater(
  decision: ColumnDecision,
  column: string,
  shapes: readonly LaterShape[],
  reporter: Reporter,
): void {
  const kept = shapes.find((shape) =>
    keepsAny({ parser: decision.parser, refusesText: decision.kinds !== 'any' }, [shape]),
  )?.examples[0]
  if (kept === undefined) return
  const value = shorten(new TextDecoder().decode(kept.bytes), 60)
  reporter.note(
    `Column "${column}" is ${decision.type.kind}: row ${kept.row} holds "${value}", so the file was read a second time.`,
  )
}
