import type { ConversionId } from '../../src/contract/ids.ts'

/**
 * Requests that wait for a conversion to end. Each has a timer and a callback only, so the object stays free for other
 * calls.
 */
export class LongPolls {
  private readonly waiting = new Map<ConversionId, Set<() => void>>()

  /** Resolves when the conversion has ended or is gone, or when the time is up. */
  async untilEnded(id: ConversionId, hasEnded: () => boolean, waitMs: number): Promise<void> {
    const untilMs = Date.now() + waitMs
    for (let leftMs = waitMs; leftMs > 0 && !hasEnded(); leftMs = untilMs - Date.now()) await this.woken(id, leftMs)
  }

  /** Wakes the requests that wait for the conversion, so that they read it again. */
  wake(id: ConversionId): void {
    const callbacks = this.waiting.get(id)
    if (callbacks === undefined) return
    this.waiting.delete(id)
    for (const callback of callbacks) callback()
  }

  /** Returns the number of waiting requests. */
  get count(): number {
    return [...this.waiting.values()].reduce((sum, { size }) => sum + size, 0)
  }

  private woken(id: ConversionId, leftMs: number): Promise<void> {
    return new Promise((resolve) => {
      const callbacks = this.waiting.get(id) ?? new Set()
      this.waiting.set(id, callbacks)
      const wake = (): void => {
        clearTimeout(timer)
        callbacks.delete(wake)
        if (callbacks.size === 0 && this.waiting.get(id) === callbacks) this.waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(wake, leftMs)
      callbacks.add(wake)
    })
  }
}
