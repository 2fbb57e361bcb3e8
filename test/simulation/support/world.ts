import { Random } from '../../../lab/fuzz/random.ts'
import type { AccountObject } from '../../../durable-objects/account/account-object.ts'
import type { AttemptRef, ConversionMessage, RunAccount, RunReply, SlotRequest } from '../../../src/contract/run.ts'
import type { DeliveryMessage } from '../../../src/contract/delivery.ts'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import { consumeConversions, consumeDeadConversions } from '../../../src/queues/conversions.ts'
import { sweepOrphans } from '../../../src/retention/sweep-orphans.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { AccountHost } from './account-host.ts'
import { Bucket } from './bucket.ts'
import { Client, type Plain } from './client.ts'
import { Engines } from './engines.ts'
import { drawFaults, noFaults } from './faults.ts'
import { Life, Network } from './network.ts'
import { type Handed, Queue } from './queue.ts'
import { Scheduler } from './scheduler.ts'

const accountId = '01ARZ3NDEKTSV4RRFFQ69G5FAV' as AccountId
const startMs = Date.UTC(2026, 2, 1, 12)

/** A bug planted on purpose, to prove that the invariants detect it. */
export interface Mistake {
  /** Triggers in the object's database. */
  readonly sql?: string
  /** Whether reports count for the current attempt, whichever attempt sends them. */
  readonly isUnfenced?: boolean
  /** Whether files of the account are never swept. */
  readonly isUnswept?: boolean
}

export interface WorldOptions {
  readonly mistake?: Mistake
  /** A world without faults, with one client that follows the guide. */
  readonly plain?: Plain | null
  /** Whether the tables of the account object exist. Otherwise the object creates them, and may die while doing so. */
  readonly isMigrated?: boolean
}

export const deaths = [
  'the account object dies',
  'Workers die',
  'engines die',
  'engines are told to stop',
  'queues forget',
  'the machine dies',
] as const
export type Death = (typeof deaths)[number]

/** One account with its object, files, queues, engines, clients and faults, all from one seed. */
export class World {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults
  readonly host: AccountHost
  readonly bucket = new Bucket()
  readonly web = new Map<string, { content: string; size: number }>()
  readonly network: Network
  readonly engines: Engines
  readonly clients: readonly Client[]
  readonly allowanceBytes: number
  readonly isSound: boolean
  readonly hasRightClock: boolean
  /** The violations found so far. */
  readonly breaches: string[] = []
  private readonly conversions: Queue<ConversionMessage>
  private readonly deliveries: Queue<DeliveryMessage>
  private readonly dead: Queue<ConversionMessage>
  private readonly mistake: Mistake

  constructor(seed: number, { mistake = {}, plain = null, isMigrated = false }: WorldOptions = {}) {
    this.random = new Random(seed)
    this.scheduler = new Scheduler(this.random, startMs)
    this.faults = plain === null ? drawFaults(this.random) : { ...noFaults }
    this.hasRightClock = this.faults.clockStepMs === 0
    this.isSound = Object.entries(noFaults).every(([name, value]) => Object(this.faults)[name] === value)
    this.network = new Network(this.scheduler, this.faults)
    const { scheduler, network, faults, bucket, web } = this
    const parts = { scheduler, network, faults, bucket, web }
    this.host = new AccountHost({
      ...parts,
      isMigrated,
      vars: { RATE_LIMIT_PER_MINUTE: '100000', LOCAL_TRUSTED_ORIGINS: '' },
      sendConversions: (sent) => {
        for (const { body, delaySeconds } of sent) this.conversions.send(body as ConversionMessage, delaySeconds)
      },
      convertHere: (message) => {
        if (this.random.below(3) === 0) return 'declined'
        void this.convertHere(message).catch(() => undefined)
        return 'taken'
      },
      sendDeliveries: (sent) => {
        for (const { body, delaySeconds } of sent) this.deliveries.send(body as DeliveryMessage, delaySeconds)
      },
    })
    this.mistake = mistake
    const accountCalls = this.callsOfAccount()
    this.engines = new Engines({ ...parts, account: accountCalls }, 1 + this.random.below(3))
    this.conversions = new Queue(
      'conversions',
      parts,
      (message, worker) => consumeConversions(batchOf(message), this.workerEnv(worker, accountCalls)),
      this.random.pick([2, 5, 100]),
      (body) => this.dead.send(body),
    )
    this.dead = new Queue('dead conversions', parts, (message, worker) =>
      consumeDeadConversions(batchOf(message), this.workerEnv(worker, accountCalls)),
    )
    this.deliveries = new Queue('deliveries', parts, (message) => this.deliver(message.body))
    this.allowanceBytes = plain === null ? this.random.pick([500, 100_000]) : 100_000
    const uploadKeyOf = (id: ConversionId): string => uploadKey(accountId, id)
    const callAccount: ConstructorParameters<typeof Client>[0]['callAccount'] = (call) =>
      this.host.invoke((object) => object.call(call))
    this.clients = Array.from(
      { length: plain === null ? 1 + this.random.below(4) : 1 },
      (_, number) => new Client({ ...parts, uploadKeyOf, callAccount }, number, plain),
    )
  }

  async setUp(): Promise<void> {
    await this.step('set up', () =>
      this.host.invoke(async (object) => {
        await object.create({
          accountId,
          email: 'a@example.com',
          plan: 'pro',
          allowanceBytes: this.allowanceBytes,
          billingDay: 1,
        })
        await object.addKey('key', 'hash')
        await object.saveWebhook('https://hooks.example.com/')
      }),
    )
    const { sql } = this.mistake
    if (sql !== undefined) await this.step('make a mistake', () => this.host.storage.rows(sql))
    for (const client of this.clients) void client.play()
    this.dieNowAndThen()
    this.stepClockNowAndThen()
  }

  /** Runs an event at the current time. */
  private async step(label: string, work: () => unknown): Promise<void> {
    this.scheduler.after(0, label, () => void work())
    await this.scheduler.runUntil(this.scheduler.nowMs)
  }

  /** The nightly sweep, which deletes objects without an owner. */
  async sweep(): Promise<void> {
    const listed = (prefix: string) => {
      const objects = [...this.bucket.objects.keys()].filter((key) => key.startsWith(prefix))
      return Promise.resolve({ objects: objects.map((key) => ({ key, uploaded: new Date(0) })), truncated: false })
    }
    const bindings: unknown = {
      FILES: {
        list: ({ prefix }: { prefix: string }) => listed(prefix),
        delete: (keys: readonly string[]) => {
          for (const key of keys) this.bucket.objects.delete(key)
          return Promise.resolve()
        },
      },
      ACCOUNT: {
        idFromName: (name: string) => name,
        get: () => ({ orphansOf: (keys: string[]) => this.host.invoke((object) => object.orphansOf(keys)) }),
      },
    }
    // The fake has the bindings that the sweep uses.
    await this.step('sweep', () => sweepOrphans(bindings as Env))
  }

  /** Ends all faults. */
  heal(): void {
    Object.assign(this.faults, noFaults)
  }

  private dieNowAndThen(): void {
    if (this.faults.deathMs === 0) return
    this.scheduler.after(this.random.below(2 * this.faults.deathMs), 'somebody dies', () => {
      if (this.faults.deathMs === 0) return
      this.let(this.random.pick(['the account object dies', ...deaths]))
      this.dieNowAndThen()
    })
  }

  let(death: Death): void {
    this.scheduler.history.push(death)
    const isAll = death === 'the machine dies'
    if (isAll || death === 'the account object dies') this.host.die()
    if (isAll || death === 'engines die') this.engines.die(false)
    if (death === 'engines are told to stop') this.engines.die(true)
    for (const queue of [this.conversions, this.dead, this.deliveries]) {
      if (isAll || death === 'queues forget') queue.forget()
      if (isAll || death === 'Workers die') for (const worker of queue.workers) worker.alive = false
    }
  }

  private stepClockNowAndThen(): void {
    if (this.faults.clockStepMs === 0) return
    this.scheduler.after(this.random.below(2 * this.faults.clockStepMs), 'clock steps', () => {
      if (this.faults.clockStepMs === 0) return
      const largestMs = this.random.pick([1000, 60_000, 3_600_000])
      this.host.stepClock(Math.floor((this.random.next() - 0.5) * 2 * largestMs))
      this.stepClockNowAndThen()
    })
  }

  private callsOfAccount(): RunAccount {
    const { host } = this
    return {
      isWaiting: (conversionId, poke) => host.invoke((object) => object.isWaiting(conversionId, poke)),
      beginRun: (conversionId) => host.invoke((object) => object.beginRun(conversionId)),
      reportProgress: (attempt, progress) =>
        this.fenced(attempt, (object, ref) => object.reportProgress(ref, progress)),
      reportInput: (attempt, input) => this.fenced(attempt, (object, ref) => object.reportInput(ref, input)),
      checkAttempt: (attempt) => this.fenced(attempt, (object, ref) => object.checkAttempt(ref)),
      orphansOf: (keys) => this.host.invoke((object) => object.orphansOf(keys)),
      reportMultipart: (attempt, upload) => this.fenced(attempt, (object, ref) => object.reportMultipart(ref, upload)),
      endRun: (attempt, outcome) => this.fenced(attempt, (object, ref) => object.endRun(ref, outcome)),
      waitForEngine: (conversionId, poke, why) =>
        host.invoke((object) => object.waitForEngine(conversionId, poke, why)),
      abandonRun: (conversionId, reason) => host.invoke((object) => object.abandonRun(conversionId, reason)),
    }
  }

  /** An outdated attempt must stop, and its reports have no effect. */
  private async fenced(
    attempt: AttemptRef,
    report: (object: AccountObject, ref: AttemptRef) => Promise<RunReply>,
  ): Promise<RunReply> {
    const row = (): Record<string, unknown> | undefined =>
      this.host.storage.rows('select * from conversions where id = ?', [attempt.conversionId])[0]
    const before = row()
    const isCurrent = before?.['status'] === 'running' && before['attempt'] === attempt.attempt
    const current = Number(before?.['attempt'] ?? attempt.attempt)
    const ref = this.mistake.isUnfenced === true ? { ...attempt, attempt: current } : attempt
    const reply = await this.host.invoke((object) => report(object, ref))
    if (!isCurrent && (reply !== 'stop' || JSON.stringify(row()) !== JSON.stringify(before)))
      this.breaches.push(`attempt ${attempt.attempt} wrote after it had lost its turn`)
    return reply
  }

  /** An isolate runs the one attempt that it begins, and may die with the engines at any time. */
  private async convertHere({ conversionId }: ConversionMessage): Promise<void> {
    const isolate = new Life('isolate')
    const begun = await this.network.call(isolate, 'begin here', () => this.callsOfAccount().beginRun(conversionId))
    if (begun.kind === 'nothing') return
    const download = { via: 'direct', trustedOrigins: [], limitSeconds: 60, stallSeconds: 60 } as const
    this.engines.runInIsolate({ order: begun.order, origin: '', capability: '', download })
  }

  /** Returns the bindings of one Worker, which does nothing more after its death. */
  private workerEnv(worker: Life, owner: RunAccount): Env {
    const { network, engines } = this
    const account: Partial<RunAccount> = {
      isWaiting: (id, poke) => network.call(worker, 'is waiting', () => owner.isWaiting(id, poke)),
      beginRun: (id) => network.call(worker, 'begin', () => owner.beginRun(id)),
      endRun: (attempt, outcome) => network.call(worker, 'give back', () => owner.endRun(attempt, outcome)),
      waitForEngine: (id, poke, why) =>
        network.call(worker, 'wait for engine', () => owner.waitForEngine(id, poke, why)),
      abandonRun: (id, reason) => network.call(worker, 'abandon', () => owner.abandonRun(id, reason)),
    }
    const engine = {
      prepare: ({ conversionId }: SlotRequest) => network.call(worker, 'prepare', () => engines.prepare(conversionId)),
      run: (start: Parameters<Engines['run']>[0]) => network.call(worker, 'run', () => engines.run(start)),
      release: (id: ConversionId) => network.call(worker, 'release', () => engines.release(id)),
    }
    const bindings: unknown = {
      RUN_SECRET: 'secret',
      LOCAL_TRUSTED_ORIGINS: '',
      ACCOUNT: { idFromName: (name: string) => name, get: () => account },
      ENGINE: { idFromName: (name: string) => name, get: () => engine },
    }
    // The fake has the bindings that the consumers use.
    return bindings as Env
  }

  /** A receiver that accepts every second call. */
  private async deliver({ eventId, attempt }: DeliveryMessage): Promise<void> {
    const order = await this.host.invoke((object) => object.beginDelivery(eventId, attempt))
    if (order === null) return
    const delivered = this.random.below(2) === 0
    const status = delivered ? 200 : 500
    const result = { delivered, startedMs: this.host.clockMs, tookMs: 1, status, error: null, response: '' }
    await this.host.invoke((object) => object.endDelivery(eventId, attempt, result))
  }
}

function batchOf(message: Handed<ConversionMessage>): MessageBatch<ConversionMessage> {
  const batch: unknown = { messages: [message] }
  // The fake has the part of a batch that the consumers use.
  return batch as MessageBatch<ConversionMessage>
}
