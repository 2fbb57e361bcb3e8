/** Requests of one key in the last minute. In memory: an object that has been away for a minute has nothing to remember. */
export class RateWindow {
  private readonly times: number[] = []

  /** How many more fit after this one, or how long until one does. Refused requests count too. */
  admit(
    nowMs: number,
    perMinute: number,
  ): { readonly ok: true; readonly remaining: number } | { readonly ok: false; readonly retryAfterSeconds: number } {
    while (this.times.length > 0 && (this.times[0] as number) <= nowMs - 60_000) this.times.shift()
    if (this.times.length < perMinute) {
      this.times.push(nowMs)
      return { ok: true, remaining: perMinute - this.times.length }
    }
    // What is refused does not push the moment away in which one more fits: a client that waits gets through.
    const oldest = this.times[this.times.length - perMinute] as number
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest + 60_000 - nowMs) / 1000)) }
  }
}

/** When the allowance's month began: the billing day at midnight UTC, or the last day of a shorter month. */
export function periodStartMs(nowMs: number, billingDay: number): number {
  const now = new Date(nowMs)
  const start = (year: number, month: number): number => {
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    return Date.UTC(year, month, Math.min(billingDay, lastDay))
  }
  const thisMonth = start(now.getUTCFullYear(), now.getUTCMonth())
  return thisMonth <= nowMs ? thisMonth : start(now.getUTCFullYear(), now.getUTCMonth() - 1)
}
