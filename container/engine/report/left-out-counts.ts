import type { LeftOutCode } from '../../../src/contract/codes.ts'
import type { LeftOut } from '../../../src/contract/report.ts'

type Code = LeftOut['reasons'][number]['code']

/** Counts the rows that are left out, by reason. */
export class LeftOutCounts {
  private readonly counts: Partial<Record<Code, number>> = {}

  add(code: LeftOutCode, count = 1): void {
    this.join({ reasons: [{ code, count }] })
  }

  join({ reasons }: Pick<LeftOut, 'reasons'>): void {
    for (const { code, count } of reasons) if (count > 0) this.counts[code] = (this.counts[code] ?? 0) + count
  }

  get leftOut(): LeftOut {
    const reasons = Object.entries(this.counts).map(([code, count]) => ({ code: code as Code, count }))
    return { count: reasons.reduce((total, { count }) => total + count, 0), reasons }
  }
}
