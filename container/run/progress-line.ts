import { now } from './clock.ts'

const intervalMs = 250

/** One line on a terminal that is rewritten a few times a second: bytes, rows, speed, time left. */
export class ProgressLine {
  private readonly startedMs = now()
  private shownMs = this.startedMs
  private hasShown = false
  private readonly bytesTotal: number

  constructor(bytesTotal: number) {
    this.bytesTotal = bytesTotal
  }

  /** A short conversion shows nothing, so it never loads `process.stderr` with all of Node's streams. */
  show({ rows, bytesRead }: { readonly rows: number; readonly bytesRead: number }): void {
    const nowMs = now()
    if (nowMs - this.shownMs < intervalMs) return
    this.shownMs = nowMs
    if (!process.stderr.isTTY) return
    const seconds = (nowMs - this.startedMs) / 1000
    const perSecond = bytesRead / seconds
    const left = perSecond > 0 ? Math.ceil((this.bytesTotal - bytesRead) / perSecond) : 0
    const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)
    process.stderr.write(
      `\r\u001b[K${mega(bytesRead)} of ${mega(this.bytesTotal)} MB, ${rows.toLocaleString('en')} rows, ${mega(perSecond)} MB/s, ${left} s left`,
    )
    this.hasShown = true
  }

  clear(): void {
    if (this.hasShown) process.stderr.write('\r\u001b[K')
  }
}
