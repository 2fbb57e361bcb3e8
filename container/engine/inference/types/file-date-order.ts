import type { ColumnDecision, TypingFacts } from './column-types.ts'

/** The decisions about the columns of a table, and the position of the column that proves the order of all dates. */
export interface FileDateOrder {
  readonly decisions: readonly ColumnDecision[]
  readonly provenBy: number | null
}

/**
 * Returns the decisions about the columns of a table, which share one order of day and month. If a column proves it, as
 * `31/12/2024` does, and no column proves another one, dates in other columns follow it. `decide` decides a column
 * again.
 */
export function withFileDateOrder(
  found: readonly ColumnDecision[],
  facts: TypingFacts,
  decide: (at: number, facts: TypingFacts) => ColumnDecision,
): FileDateOrder {
  const unchanged = { decisions: found, provenBy: null }
  const { spec } = facts
  if (facts.locale !== null || spec.inference.date_order !== 'auto') return unchanged
  const proofs = found.map(({ dateOrder }) => (dateOrder?.evidence === 'only' ? dateOrder.order : null))
  const [order, ...others] = new Set(proofs.filter((proof) => proof === 'dmy' || proof === 'mdy'))
  if (order === undefined || others.length > 0) return unchanged
  const date_order = order === 'dmy' ? 'day_first' : 'month_first'
  const given = { ...facts, spec: { ...spec, inference: { ...spec.inference, date_order } as const } }
  return {
    decisions: found.map((one, at) => (isOpen(one) ? decide(at, given) : one)),
    provenBy: proofs.indexOf(order),
  }
}

/** Tests whether only day and month of a column's dates may be exchanged. */
export const isOpen = ({ ambiguous }: ColumnDecision): boolean => ambiguous !== null && !ambiguous.mayBeYearFirst
