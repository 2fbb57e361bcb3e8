import type { AccountId } from '../../src/contract/ids.ts'

/** An account no longer waits if it has not tried again for this long after a refusal. */
const forgetMs = 15_000

/**
 * Decides who may use a free place. Waiting conversions try repeatedly, so a free place would go to the account that
 * tries most often. An account with five waiting conversions would beat one with a single one. So a place is kept for
 * accounts that were turned away and hold fewer places.
 */
export class FairShare {
  private readonly turnedAwayMs = new Map<AccountId, number>()

  mayTake(accountId: AccountId, free: number, held: ReadonlyMap<AccountId, number>, nowMs: number): boolean {
    for (const [waiting, sinceMs] of this.turnedAwayMs) {
      if (nowMs - sinceMs > forgetMs) this.turnedAwayMs.delete(waiting)
    }
    const own = held.get(accountId) ?? 0
    const before = [...this.turnedAwayMs.keys()].filter(
      (waiting) => waiting !== accountId && (held.get(waiting) ?? 0) < own,
    )
    if (free > before.length) {
      this.turnedAwayMs.delete(accountId)
      return true
    }
    this.turnedAwayMs.set(accountId, nowMs)
    return false
  }
}
