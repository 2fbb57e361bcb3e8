/** An alarm that rings at once would interrupt the work that sets it. */
const soonestMs = 50

/** The object's only alarm, set for the next due task. */
export class AlarmClock {
  private readonly storage: DurableObjectStorage
  private readonly timesOf: (nowMs: number) => readonly (number | null)[]
  /** The time for which the alarm was last set. It is null until the storage has been read. */
  private ringsMs: number | null = null

  /** `timesOf` returns the time of the next task of each concern, or null if it has none. */
  constructor(storage: DurableObjectStorage, timesOf: (nowMs: number) => readonly (number | null)[]) {
    this.storage = storage
    this.timesOf = timesOf
  }

  /** Records that the alarm has fired and is not set. */
  rang(): void {
    this.ringsMs = Infinity
  }

  async set(): Promise<void> {
    const nowMs = Date.now()
    const next = Math.min(...this.timesOf(nowMs).filter((time) => time !== null))
    if (!Number.isFinite(next)) return
    this.ringsMs ??= (await this.storage.getAlarm()) ?? Infinity
    if (this.ringsMs <= next && this.ringsMs > nowMs) return
    this.ringsMs = Math.max(next, nowMs + soonestMs)
    await this.storage.setAlarm(this.ringsMs)
  }

  /** Sets an alarm for work that is due by then. An earlier alarm usually exists already, so nothing is looked up. */
  async setBy(atMs: number): Promise<void> {
    if (this.ringsMs === null || this.ringsMs > atMs || this.ringsMs <= Date.now()) await this.set()
  }
}
