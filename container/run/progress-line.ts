/** One line on a terminal, rewritten a few times a second: bytes, rows, speed, time left. */
export class ProgressLine {
  private readonly startedMs = performance.now()
  private shownMs = 0
  private readonly bytesTotal: number
  private readonly terminal: NodeJS.WriteStream

  constructor(bytesTotal: number, terminal: NodeJS.WriteStream) {
    this.bytesTotal = bytesTotal
    this.terminal = terminal
  }

  show({ rows, bytesRead }: { readonly rows: number; readonly bytesRead: number }): void {
    const nowMs = performance.now()
    if (nowMs - this.shownMs < 250) return
    this.shownMs = nowMs
    const seconds = (nowMs - this.startedMs) / 1000
    const perSecond = bytesRead / seconds
    const left = perSecond > 0 ? Math.ceil((this.bytesTotal - bytesRead) / perSecond) : 0
    const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)
    this.terminal.write(
      `\r\u001b[K${mega(bytesRead)} of ${mega(this.bytesTotal)} MB, ${rows.toLocaleString('en')} rows, ${mega(perSecond)} MB/s, ${left} s left`,
    )
  }

  clear(): void {
    this.terminal.write('\r\u001b[K')
  }
}
