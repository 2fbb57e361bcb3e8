/** Returns the start of the allowance's month: the billing day at midnight UTC, or the last day of a shorter month. */
export function periodStartMs(nowMs: number, billingDay: number): number {
  const now = new Date(nowMs)
  const start = (year: number, month: number): number => {
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    return Date.UTC(year, month, Math.min(billingDay, lastDay))
  }
  const thisMonth = start(now.getUTCFullYear(), now.getUTCMonth())
  return thisMonth <= nowMs ? thisMonth : start(now.getUTCFullYear(), now.getUTCMonth() - 1)
}
