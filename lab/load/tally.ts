export interface Call {
  readonly key: string
  readonly operation: string
  readonly status: number
  readonly code: string | null
  readonly sentMs: number
  readonly receivedMs: number
}

/** Counts all responses, and violations among them. */
export class Tally {
  readonly calls: Call[] = []

  add(call: Call): void {
    this.calls.push(call)
  }

  get serverErrors(): Call[] {
    return this.calls.filter((call) => call.status >= 500 || call.status === 0)
  }

  /**
   * Counts the windows in which a key got more responses than its limit allows. A window only counts if it is certain:
   * less than a minute from sending the first request to receiving the last response.
   */
  limitBreaches(perMinute: number): number {
    let breaches = 0
    for (const calls of Map.groupBy(this.calls, (call) => call.key).values()) {
      const counted = calls.filter((call) => call.code !== 'rate_limited' && call.status !== 0)
      const bySent = counted.toSorted((a, b) => a.sentMs - b.sentMs)
      for (let first = 0; first + perMinute < bySent.length; first++) {
        const window = bySent.slice(first, first + perMinute + 1)
        const lastReceived = Math.max(...window.map((call) => call.receivedMs))
        if (lastReceived - (window[0]?.sentMs ?? 0) < 60_000) breaches++
      }
    }
    return breaches
  }

  table(): string {
    const lines = ['| operation | calls | 2xx | 4xx | 5xx | p50 ms | p99 ms |', '|---|---|---|---|---|---|---|']
    for (const [operation, calls] of Map.groupBy(this.calls, (call) => call.operation)) {
      const times = calls.map((call) => call.receivedMs - call.sentMs).toSorted((a, b) => a - b)
      const at = (share: number): string =>
        (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0)
      const count = (hundred: number): number =>
        calls.filter((call) => Math.floor(call.status / 100) === hundred).length
      lines.push(
        `| ${operation} | ${calls.length} | ${count(2)} | ${count(4)} | ${count(5)} | ${at(0.5)} | ${at(0.99)} |`,
      )
    }
    return lines.join('\n')
  }
}
