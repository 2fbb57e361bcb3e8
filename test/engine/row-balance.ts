import { expect } from 'vitest'
import type { ConvertOutcome } from '../../container/engine/convert-types.ts'
import type { LeftOut, Report } from '../../src/contract/report.ts'

/** Checks that the rows in any file equal the converted, rejected and left-out ones together. */
export function expectBalance(outcome: ConvertOutcome): void {
  if (outcome.kind !== 'done' || outcome.rowsRead === undefined) return
  const { converted, rejected, left_out: leftOut } = outcome.report.rows
  expect(converted + rejected + (leftOut?.count ?? 0), JSON.stringify(outcome.report.rows)).toBe(outcome.rowsRead)
  expect(leftOut?.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(leftOut?.count)
}

/** Returns the rows left out, by the code of the reason. */
export const leftOut = ({ rows }: Report): Partial<Record<string, LeftOut['reasons'][number]>> =>
  Object.fromEntries(rows.left_out?.reasons.map((reason) => [reason.code, reason]) ?? [])
