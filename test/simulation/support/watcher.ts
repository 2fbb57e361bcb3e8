import type { World } from './world.ts'
import { converted } from './engines.ts'

interface ConversionRow {
  readonly id: string
  readonly status: string
  readonly attempt: number
  readonly finished_ms: number | null
  readonly output: string | null
  readonly error: string | null
}

interface KnownState {
  readonly status: string
  readonly attempt: number
  readonly finishedMs: number | null
  readonly row: string
}

const isEnded = (status: string): boolean => ['done', 'failed', 'canceled'].includes(status)

/** Checks the account's rows after every event, and reports violated invariants. */
export class Watcher {
  private readonly world: World
  private readonly known = new Map<string, KnownState>()
  private readonly endings = new Map<string, string>()
  private writesSeen = -1

  constructor(world: World) {
    this.world = world
  }

  private breach(breach: string): void {
    this.world.breaches.push(`${breach} (after ${this.world.scheduler.history.length} steps)`)
  }

  check(): void {
    const { storage } = this.world.host
    if (storage.writes === this.writesSeen) return
    this.writesSeen = storage.writes
    let active = 0
    const query = 'select id, status, attempt, finished_ms, output, progress from conversions'
    for (const row of storage.rows<ConversionRow>(query)) {
      const { id, status, attempt, finished_ms: finishedMs } = row
      const now: KnownState = { status, attempt, finishedMs, row: JSON.stringify(row) }
      const before = this.known.get(id)
      if (status === 'queued' || status === 'running') active++
      if (before?.row === now.row) continue
      if (before !== undefined) this.compare(id, before, now)
      if (isEnded(status) && !this.endings.has(id)) this.endings.set(id, status)
      this.known.set(id, now)
    }
    if (active > 5) this.breach(`${active} conversions are active`)
  }

  private compare(id: string, before: KnownState, now: KnownState): void {
    if (isEnded(before.status) && (before.status !== now.status || before.finishedMs !== now.finishedMs))
      this.breach(`${id} ended as ${before.status} and again as ${now.status}`)
    if (now.attempt < before.attempt) this.breach(`${id} went back from attempt ${before.attempt} to ${now.attempt}`)
  }

  /** Checks the state after all faults have ended and every limit has passed. */
  judge(): void {
    for (const { id, status, error } of this.world.host.storage.rows<ConversionRow>('select * from conversions')) {
      if (status === 'queued' || status === 'running') this.breach(`${id} is ${status} forever`)
      if (this.world.hasRightClock && error?.includes('timed_out'))
        this.breach(`${id} timed out, although there was an engine`)
    }
    this.judgeUsage()
    this.judgeEvents()
    this.judgeOutputs()
    for (const { story } of this.world.clients) this.judgeStory(story)
  }

  /** Checks the bucket after all files have expired: each remaining object must have an owner. */
  judgeFiles(): void {
    for (const key of this.world.bucket.objects.keys()) this.breach(`${key} is left, and nobody owns it`)
  }

  private judgeUsage(): void {
    const { storage } = this.world.host
    const counted = storage.rows<{ id: string; bytes: number; own: number | null }>(
      'select conversion_id as id, usage.bytes as bytes, conversions.bytes as own from usage left join conversions on conversion_id = id',
    )
    const done = [...this.endings].filter(([, status]) => status === 'done').map(([id]) => id)
    if (counted.length !== done.length || !counted.every(({ id }) => done.includes(id)))
      this.breach(`${counted.length} conversions are counted, ${done.length} were done`)
    for (const { id, bytes, own } of counted)
      if (own !== null && own !== bytes) this.breach(`${id} counts ${bytes} bytes instead of ${own}`)
    const used = counted.reduce((sum, { bytes }) => sum + bytes, 0)
    if (used > this.world.allowanceBytes) this.breach(`${used} of ${this.world.allowanceBytes} bytes are used`)
  }

  /** Checks that each ended conversion has one event, and a deleted one has none. */
  private judgeEvents(): void {
    const query = 'select type, payload from events'
    const rows = this.world.host.storage.rows<{ type: string; payload: string }>(query)
    const deliveries = rows.map(({ type, payload }) => {
      const { data } = JSON.parse(payload) as { data: { id: string; status: string } }
      if (type !== `conversion.${data.status}`)
        this.breach(`event ${type} tells of a conversion that is ${data.status}`)
      return [data.id, data.status] as const
    })
    for (const [id, status] of deliveries)
      if (this.endings.get(id) !== status)
        this.breach(`an event says that ${id} is ${status}, and it is ${this.endings.get(id)}`)
    for (const [id, status] of this.endings) {
      const count = deliveries.filter(([subject]) => subject === id).length
      if (count !== 1) this.breach(`${id} ended as ${status} with ${count} events`)
    }
  }

  private judgeOutputs(): void {
    const { host, bucket, clients } = this.world
    const query = "select * from conversions where status = 'done' and files_gone = 0"
    for (const { id, output } of host.storage.rows<ConversionRow>(query)) {
      const story = clients.find((client) => client.story.id === id)?.story
      const { key } = JSON.parse(output ?? '{}') as { key: string }
      const stored = bucket.objects.get(key)
      if (stored === undefined) this.breach(`the output of ${id} is gone`)
      else if (story?.meddled === false && stored.content !== converted(story.content))
        this.breach(`the output of ${id} is ${stored.content} instead of ${converted(story.content)}`)
    }
  }

  private judgeStory(story: World['clients'][number]['story']): void {
    if (story.progress.some((value, at) => value < (story.progress[at - 1] ?? 0)))
      this.breach(`progress went back: ${story.progress.join(' ')}`)
    if (story.id === null) return
    const ending = this.endings.get(story.id)
    if (story.isStarted && !story.isDeleted && ending === undefined) this.breach(`${story.id} was started and is lost`)
    if (
      this.world.isSound &&
      this.world.allowanceBytes > 5000 &&
      story.isStarted &&
      !story.meddled &&
      ending !== 'done'
    )
      this.breach(`nothing went wrong, and ${story.id} is ${ending}`)
  }

  /** How conversions ended in this world, and in which attempt. */
  get tally(): readonly string[] {
    return this.world.host.storage.rows<ConversionRow>('select * from conversions').map((row) => {
      const code = row.error === null ? '' : ` ${(JSON.parse(row.error) as { code: string }).code}`
      return `${row.status}${code} ${row.attempt}`
    })
  }
}
