import { vi } from 'vitest'
import { EngineObject } from '../../../durable-objects/engine/engine-object.ts'
import { Random } from '../../../lab/fuzz/random.ts'
import type { Readiness, EngineStart, RunIdentity, SlotRequest } from '../../../src/contract/run.ts'
import { DispatcherWorld } from './dispatcher-world.ts'
import { startOf } from '../../container/run/support/start.ts'

/** The time after which the platform removes a container whose object left memory without setting a timeout. */
const removedAfterMs = 10_000
/** The delay before the platform repeats an alarm whose object died. */
const retryAfterMs = 2000
const retriesMax = 6
const never = Number.POSITIVE_INFINITY

/** How a container behaves. Times count from its start, except for `runMs`. */
export interface Nature {
  readonly listensAfterMs: number
  readonly exitsAfterMs: number
  /** From this time the container accepts connections and never responds. */
  readonly freezesAfterMs: number
  readonly runMs: number
}

function drawNature(random: Random): Nature {
  const sometimes = (ms: number, rate: number): number => (random.next() < rate ? random.below(ms) : never)
  return {
    listensAfterMs: random.below(10) === 0 ? never : random.below(20_000),
    exitsAfterMs: sometimes(120_000, 0.2),
    freezesAfterMs: sometimes(120_000, 0.2),
    runMs: random.below(400_000),
  }
}

/** One engine object with its storage, its alarm, its container, and failures from a seed. */
export class EngineWorld {
  readonly breaches: string[] = []
  readonly reports: string[] = []
  readonly random: Random
  readonly nature: Nature
  readonly start: EngineStart
  readonly storage = new Map<string, unknown>()
  readonly dispatcher = new DispatcherWorld({ ENGINE_SLOTS: '1' })
  alarmMs: number | null = null
  isRunning = false
  startedMs = 0
  runEndsMs = never
  finished = false
  /** The start order that the container received. */
  current: EngineStart | null = null
  private life = 0
  private reborn = Promise.withResolvers<'reborn'>()
  private object: EngineObject
  private hasTimeout = false
  private hasRoute = false
  private exited = Promise.withResolvers<void>()

  constructor(seed: number, nature?: Nature) {
    this.random = new Random(seed)
    this.nature = nature ?? drawNature(this.random)
    const drawn = startOf({
      origin: 'https://api.example',
      input: { kind: 'upload', objectKey: 'in', etag: 'e', bytes: 5 },
    })
    this.start = { ...drawn, order: { ...drawn.order, deadlineMs: Date.now() + 3_600_000 } }
    this.object = this.born()
  }

  /** Evicts the object and creates it again, as a deployment or a move to another machine does. */
  rebirth(): void {
    this.hasTimeout = false
    this.hasRoute = false
    this.reborn.resolve('reborn')
    this.reborn = Promise.withResolvers()
    this.object = this.born()
    const { life } = this
    setTimeout(() => {
      if (life === this.life && this.isRunning && !this.hasTimeout) this.die('the platform removed it as idle')
    }, removedAfterMs)
  }

  private get slotRequest(): SlotRequest {
    const { accountId, conversionId } = this.start.order
    return { accountId, conversionId, poke: 1 }
  }

  /** Returns the number of slots that are held and have not expired. */
  get slots(): number {
    return this.dispatcher.slots().filter(({ until_ms }) => until_ms > Date.now()).length
  }

  prepare(): Promise<Readiness> {
    return this.bounded('prepare', 60_000, (object) => object.prepare(this.slotRequest))
  }

  run(): Promise<void> {
    return this.bounded('run', 25_000, (object) => object.run(this.start))
  }

  release(): Promise<void> {
    return this.bounded('release', 25_000, (object) => object.release(this.start.order.conversionId))
  }

  /** Calls the object, which must return in bounded time. If the object dies, the caller gets an error. */
  private async bounded<T>(name: string, ms: number, call: (object: EngineObject) => Promise<T>): Promise<T> {
    const outcome = await Promise.race([
      call(this.object).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
      this.reborn.promise,
      new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), ms)),
    ])
    if (outcome === 'late') {
      this.breaches.push(`${name} did not answer within ${ms} ms`)
      throw new Error('late')
    }
    if (outcome === 'reborn') throw new Error('the object was reset')
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  private die(reason: string): void {
    if (!this.isRunning) return
    this.reports.push(reason)
    this.isRunning = false
    this.exited.resolve()
    this.exited = Promise.withResolvers<void>()
  }

  private get ageMs(): number {
    return Date.now() - this.startedMs
  }

  private get isFrozen(): boolean {
    return this.ageMs >= this.nature.freezesAfterMs
  }

  /** Runs the container's program. */
  private async serve(path: string, body: string): Promise<Response> {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (!this.isRunning || this.ageMs < this.nature.listensAfterMs) throw new Error('connection refused')
    if (this.isFrozen) return new Promise(() => undefined)
    if (path.endsWith('/runs')) this.takeRun(JSON.parse(body) as EngineStart)
    if (path.includes('/runs/') && this.runEndsMs === never) return new Response(null, { status: 404 })
    return new Response('{}')
  }

  private takeRun(start: EngineStart): void {
    this.current = start
    if (this.runEndsMs !== never) return
    this.runEndsMs = Date.now() + this.nature.runMs
    setTimeout(() => {
      if (!this.isRunning || this.isFrozen) return
      if (this.hasRoute) this.finished = true
      this.die('the run is over')
    }, this.nature.runMs)
  }

  private born(): EngineObject {
    const life = ++this.life
    const isAlive = (): boolean => life === this.life
    /** A dead object waits forever, and its writes are not stored. */
    const alive = <T>(work: () => T): Promise<T> => (isAlive() ? Promise.resolve(work()) : new Promise(() => undefined))
    const container = {
      start: () => {
        if (isAlive()) this.startContainer()
      },
      monitor: () => this.exited.promise.then(() => alive(() => undefined)),
      destroy: () => alive(() => this.die('destroyed')),
      setInactivityTimeout: () => alive(() => void (this.hasTimeout = true)),
      interceptOutboundHttp: (_host: string, gateway: { props: RunIdentity }) =>
        alive(() => void (this.hasRoute = gateway.props.conversionId === this.start.order.conversionId)),
      getTcpPort: () => ({
        fetch: (url: string, { body = '{}' }: { body?: string }) => this.serve(new URL(url).pathname, body),
      }),
    }
    Object.defineProperty(container, 'running', { get: () => this.isRunning })
    const ctx = {
      container,
      exports: { RunGateway: ({ props }: { props: RunIdentity }) => ({ props }) },
      storage: this.storageOf(isAlive, alive),
      blockConcurrencyWhile: (work: () => Promise<unknown>) => work(),
    }
    const endRun = (_: unknown, { kind }: { kind: string }): Promise<string> => {
      this.reports.push(kind)
      return Promise.resolve('continue')
    }
    const named = { idFromName: (name: string) => name }
    const dispatcher = {
      request: (slotRequest: SlotRequest) => alive(() => this.dispatcher.request(slotRequest)),
      renew: (slotRequest: SlotRequest) => alive(() => this.dispatcher.renew(slotRequest)),
      leave: (slotRequest: SlotRequest) => alive(() => this.dispatcher.leave(slotRequest)),
    }
    const env = { ACCOUNT: { ...named, get: () => ({ endRun }) }, DISPATCHER: { ...named, get: () => dispatcher } }
    // The fake implements the part of the platform that the object uses.
    return new EngineObject(ctx as unknown as DurableObjectState, env as unknown as Env)
  }

  private startContainer(): void {
    if (this.isRunning) this.breaches.push('a running container was started')
    this.isRunning = true
    this.startedMs = Date.now()
    this.runEndsMs = never
    if (this.nature.exitsAfterMs !== never) {
      setTimeout(() => this.die('it ended by itself'), this.nature.exitsAfterMs)
    }
  }

  private storageOf(isAlive: () => boolean, alive: <T>(work: () => T) => Promise<T>): object {
    return {
      kv: {
        get: (key: string) => this.storage.get(key),
        put: (key: string, value: unknown) => isAlive() && this.storage.set(key, value),
        delete: (key: string) => isAlive() && this.storage.delete(key),
      },
      getAlarm: () => alive(() => this.alarmMs),
      setAlarm: (atMs: number) => alive(() => this.setAlarm(atMs)),
      deleteAll: () =>
        alive(() => {
          this.storage.clear()
          this.alarmMs = null
        }),
    }
  }

  private setAlarm(atMs: number): void {
    if (this.alarmMs !== null && atMs > this.alarmMs) this.breaches.push('an alarm was moved to a later time')
    this.alarmMs = atMs
    setTimeout(() => {
      if (this.alarmMs !== atMs) return
      this.alarmMs = null
      void this.fire(0)
    }, atMs - Date.now())
  }

  /**
   * The platform runs an alarm at least once. It repeats the alarm if the object dies before its handler has returned.
   */
  private async fire(tries: number): Promise<void> {
    const outcome = await Promise.race([this.object.alarm(), this.reborn.promise])
    if (outcome !== 'reborn' || tries === retriesMax) return
    setTimeout(() => {
      if (this.alarmMs === null) void this.fire(tries + 1)
    }, retryAfterMs)
  }
}

/** Runs work in fake time until it has ended and the given time has passed. */
export async function inFakeTime(work: () => Promise<void>, ms: number): Promise<void> {
  const working = work()
  await vi.advanceTimersByTimeAsync(ms)
  await working
}
