import { AccountObject } from '../../../durable-objects/account/account-object.ts'
import { migrate } from '../../../durable-objects/account/schema.ts'
import type { ConversionMessage } from '../../../src/contract/run.ts'
import type { Bucket, Stored } from './bucket.ts'
import type { Faults } from './faults.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import { SqliteStorage } from './sqlite-storage.ts'

type SendBatch = (messages: readonly { body: unknown; delaySeconds?: number }[]) => void

export interface HostWorld {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly faults: Faults
  readonly bucket: Bucket
  readonly vars: Readonly<Record<string, string>>
  readonly sendConversions: SendBatch
  readonly sendDeliveries: SendBatch
  readonly convertHere: (message: ConversionMessage) => 'taken' | 'declined'
  /** Whether the object's tables exist before its first call. */
  readonly isMigrated: boolean
}

/** Creating the tables takes a large part of the time of a world. */
let migrated: Uint8Array | null = null
function migratedCopy(): Uint8Array {
  if (migrated !== null) return migrated
  const storage = new SqliteStorage(() => undefined)
  migrate(storage.forObject)
  storage.endTurn()
  migrated = storage.copy()
  storage.close()
  return migrated
}

/**
 * The platform around the real account object. It builds the object for a call, fires its alarm, kills it with
 * everything in its memory, and gives it a clock that may be wrong.
 */
export class AccountHost {
  readonly storage: SqliteStorage
  private readonly world: HostWorld
  private object: AccountObject | null = null
  private generation = 0
  private clockErrorMs = 0
  private alarmPlan = 0
  private timers = 0
  private readonly waiting = new Set<(error: Error) => void>()
  /** Responses leave the object only after its earlier writes are stored. */
  private held: (() => void)[] = []
  private crashedInStep = -1

  constructor(world: HostWorld) {
    this.world = world
    this.storage = new SqliteStorage(() => this.planAlarm(), world.isMigrated ? migratedCopy() : undefined)
  }

  get clockMs(): number {
    return this.world.scheduler.nowMs + this.clockErrorMs
  }

  /** Makes one call from outside. It fails if the object dies before it responds. */
  invoke<T>(call: (object: AccountObject) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.add(reject)
      const hold = (answer: () => void): void => {
        this.held.push(() => {
          this.waiting.delete(reject)
          answer()
        })
      }
      this.answered(call).then(
        (answer) => hold(() => resolve(answer)),
        (error: unknown) => hold(() => reject(error)),
      )
    })
  }

  /** A constructor that dies is a response too. */
  private async answered<T>(call: (object: AccountObject) => T | Promise<T>): Promise<T> {
    return call(this.alive())
  }

  /** Stores the writes of this turn, or kills the object. Returns true if a caller has received a response. */
  endTurn(): boolean {
    const answers = this.held
    this.held = []
    if (this.storage.endTurn()) {
      for (const answer of answers) answer()
      return answers.length > 0
    }
    this.crashedInStep = this.world.scheduler.step
    this.die()
    this.planAlarm()
    return true
  }

  die(): void {
    this.object = null
    this.generation++
    const waiting = [...this.waiting]
    this.waiting.clear()
    for (const fail of waiting) fail(new Error('the object was reset'))
  }

  stepClock(byMs: number): void {
    this.clockErrorMs += byMs
    this.planAlarm()
  }

  /** Timers end with the object. */
  setTimer(work: () => void, delayMs: number): number {
    const { generation } = this
    const timer = ++this.timers
    this.world.scheduler.after(delayMs, 'timer', () => {
      if (generation === this.generation) work()
    })
    return timer
  }

  private alive(): AccountObject {
    const ctx = {
      storage: this.storage.forObject,
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    }
    // The fake implements the part of the platform that the object uses.
    this.object ??= new AccountObject(ctx as unknown as DurableObjectState, this.bindings())
    return this.object
  }

  private planAlarm(): void {
    const atMs = this.storage.nextAlarmMs
    if (atMs === null) return
    const plan = ++this.alarmPlan
    this.world.scheduler.after(atMs - this.clockMs, 'alarm', () => {
      if (plan !== this.alarmPlan || this.storage.nextAlarmMs === null) return
      if (this.storage.nextAlarmMs > this.clockMs) this.planAlarm()
      else this.fireAlarm(0)
    })
  }

  /** Fires at least once: an alarm fires again if it failed or its object died. */
  private fireAlarm(tries: number): void {
    this.storage.takeAlarm()
    this.invoke((object) => object.alarm()).catch(() => {
      if (tries < 6) this.world.scheduler.after(2000 * 2 ** tries, 'alarm again', () => this.fireAlarm(tries + 1))
    })
  }

  /**
   * Runs an effect of the object on the world. The request of a dead object may still arrive, but its response never does.
   */
  private effect<T>(label: string, work: () => T): Promise<T> {
    const { scheduler, network, faults } = this.world
    const { generation } = this
    const { step } = scheduler
    return new Promise((resolve, reject) => {
      scheduler.after(network.delayMs(), `account → ${label}`, () => {
        // Messages of a step are sent together with its writes.
        if (step === this.crashedInStep) return
        if (generation !== this.generation && scheduler.random.below(2) === 0) return
        const refused = network.chance(faults.refusal)
        // An error may be returned although the work was done.
        const done = refused && scheduler.random.below(2) === 0 ? null : { value: work() }
        scheduler.after(network.delayMs(), `account ← ${label}${refused ? ': error' : ''}`, () => {
          if (generation !== this.generation) return
          if (refused || done === null) reject(new Error(`${label} failed`))
          else resolve(done.value)
        })
      })
    })
  }

  private bindings(): Env {
    const { bucket, sendConversions, sendDeliveries, convertHere, vars } = this.world
    const head = (key: string): (Stored & { body: Stored }) | null => {
      const stored = bucket.objects.get(key)
      return stored === undefined ? null : { ...stored, body: stored }
    }
    const bindings: unknown = {
      ...vars,
      FILES: {
        head: (key: string) => this.effect(`head ${key}`, () => head(key)),
        get: (key: string) => this.effect(`get ${key}`, () => head(key)),
        put: (key: string, { content, size }: Stored) =>
          this.effect(`put ${key}`, () => bucket.put(key, content, size)),
        delete: (keys: readonly string[]) =>
          this.effect(`delete ${keys.join(' ')}`, () => {
            for (const key of keys) bucket.objects.delete(key)
          }),
      },
      // The copies are for the operator. The simulation only needs copying to fail sometimes.
      DIRECTORY: {
        prepare: () => ({ bind: () => ({}) }),
        batch: (statements: readonly object[]) =>
          this.effect('copy to the directory', () => statements.map(() => ({ results: [] }))),
      },
      ENGINE: {
        idFromName: (name: string) => name,
        get: () => ({
          convertHere: (message: ConversionMessage) => this.effect('convert here', () => convertHere(message)),
        }),
      },
      CONVERSIONS: {
        sendBatch: (sent: Parameters<SendBatch>[0]) => this.effect('send conversions', () => sendConversions(sent)),
      },
      DELIVERIES: {
        sendBatch: (sent: Parameters<SendBatch>[0]) => this.effect('send deliveries', () => sendDeliveries(sent)),
      },
    }
    // The fake has the bindings that the object uses.
    return bindings as Env
  }
}
