const windowMs = 60_000

/** The requests of one key in the last minute. */
class RateWindow {
  /** The times of requests in ascending order. Those before `first` have left the window. */
  private times: number[]
  private first = 0

  constructor(times: number[]) {
    this.times = times
  }

  /**
   * Returns how many more requests fit after this one, or the time until one does. A refused request uses up nothing,
   * so a client that waits for that time succeeds.
   */
  admit(
    nowMs: number,
    perMinute: number,
  ): { readonly ok: true; readonly remaining: number } | { readonly ok: false; readonly retryAfterSeconds: number } {
    this.slide(nowMs)
    const count = this.times.length - this.first
    if (count < perMinute) {
      this.times.push(nowMs)
      return { ok: true, remaining: perMinute - count - 1 }
    }
    const leaves = this.times[this.times.length - perMinute] ?? nowMs
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((leaves + windowMs - nowMs) / 1000)) }
  }

  timesAt(nowMs: number): number[] {
    this.slide(nowMs)
    return this.times.slice(this.first)
  }

  private slide(nowMs: number): void {
    while (this.first < this.times.length && (this.times[this.first] ?? 0) <= nowMs - windowMs) this.first++
    if (this.first > 64 && this.first * 2 > this.times.length) {
      this.times = this.times.slice(this.first)
      this.first = 0
    }
  }
}

/**
 * An idle object may be put to sleep after ten seconds and lose its memory, so the alarm stores the windows before
 * that.
 */
const keepWithinMs = 5000
/** The most timestamps that a row holds safely, far above any limit that a deployment sets. */
const timesKeptMax = 50_000

/**
 * The windows of an account's keys. They are counted in memory and stored soon after, so that sleep does not reset a
 * limit.
 */
export class RateWindows {
  private readonly kv: SyncKvStorage
  private readonly windows = new Map<string, RateWindow>()
  private keepAtMs: number | null = null

  constructor(kv: SyncKvStorage) {
    this.kv = kv
    const kept = kv.get<Record<string, number[]>>('rates') ?? {}
    for (const [keyId, times] of Object.entries(kept)) this.windows.set(keyId, new RateWindow(times))
  }

  admit(keyId: string, nowMs: number, perMinute: number): ReturnType<RateWindow['admit']> {
    let window = this.windows.get(keyId)
    if (window === undefined) this.windows.set(keyId, (window = new RateWindow([])))
    this.keepAtMs ??= nowMs + keepWithinMs
    return window.admit(nowMs, perMinute)
  }

  /** Returns the time when the alarm stores the windows, or null if nothing is new. */
  nextMs(): number | null {
    return this.keepAtMs
  }

  keep(nowMs: number): void {
    if (this.keepAtMs === null || this.keepAtMs > nowMs) return
    this.keepAtMs = null
    const kept: Record<string, number[]> = {}
    for (const [keyId, window] of this.windows) {
      const times = window.timesAt(nowMs)
      if (times.length === 0) this.windows.delete(keyId)
      else kept[keyId] = times.slice(-timesKeptMax)
    }
    this.kv.put('rates', kept)
  }
}
