import type { ColumnDecision, TypingFacts } from './column-types.ts'

/**
 * The decisions about the columns of a table, which share one decimal separator. `1.250` may be a fraction or a thousand. If
 * another column proves the comma, as `12,50` does, and none proves the point, `1.250` is a thousand.
 */
export function withFileDecimal(
  found: readonly ColumnDecision[],
  facts: TypingFacts,
  decide: (at: number, facts: TypingFacts) => ColumnDecision,
): readonly ColumnDecision[] {
  if (facts.locale !== null || facts.typedSource || !found.some(({ decimal }) => decimal === ',')) return found
  const withComma = found.map((decision, at) =>
    decision.decimal === '.' ? decide(at, { ...facts, decimal: ',' }) : decision,
  )
  return withComma.some(({ decimal }) => decimal === '.') ? found : withComma
}
