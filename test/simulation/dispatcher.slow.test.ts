import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Random } from '../../lab/fuzz/random.ts'
import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import { defaultLimits } from '../../src/contract/limits.ts'
import type { SlotRequest } from '../../src/contract/run.ts'
import { DispatcherWorld } from './support/dispatcher-world.ts'

const startMs = Date.UTC(2026, 2, 1)
let nowMs = startMs
beforeEach(() => {
  nowMs = startMs
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
})
afterEach(() => vi.restoreAllMocks())

const slotRequestOf = (account: string, number: number, poke = 1): SlotRequest => ({
  accountId: account as AccountId,
  conversionId: `${account}-${number}` as ConversionId,
  poke,
})

describe('a dispatcher', () => {
  test('grants its number of slots, and sends a message when one is free again', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '2' })
    const [first, second, third] = [slotRequestOf('a', 1), slotRequestOf('a', 2), slotRequestOf('a', 3)]
    expect(await world.request(first)).toBe('granted')
    expect(await world.request(second)).toBe('granted')
    expect(await world.request(third)).toBe('waiting')
    expect(world.takeSent()).toEqual([])
    await world.leave(first)
    expect(world.takeSent()).toEqual([{ ...third, hasSlot: true }])
    expect(await world.request(third)).toBe('granted')
  })

  test('serves the account with the fewest slots first, and then the one that waited longest', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '2' })
    const heavy = Array.from({ length: 5 }, (_, at) => slotRequestOf('heavy', at))
    for (const request of heavy) await world.request(request)
    await world.request(slotRequestOf('late', 1))
    await world.request(slotRequestOf('later', 1))
    await world.leave(slotRequestOf('heavy', 0))
    await world.leave(slotRequestOf('late', 1))
    await world.leave(slotRequestOf('heavy', 1))
    // Both accounts hold nothing by now, and `heavy` was served before any of them began to wait.
    expect(world.takeSent().map(({ conversionId }) => conversionId)).toEqual(['late-1', 'later-1', 'heavy-2'])
  })

  test('accepts a repeated or late message for the same conversion', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '1' })
    await world.request(slotRequestOf('a', 1))
    await world.request(slotRequestOf('b', 1))
    await world.request(slotRequestOf('c', 1))
    expect(await world.request(slotRequestOf('b', 1))).toBe('waiting')
    expect(await world.request(slotRequestOf('b', 1, 2))).toBe('waiting')
    expect(await world.request(slotRequestOf('a', 1))).toBe('granted')
    await world.leave(slotRequestOf('a', 1))
    await world.leave(slotRequestOf('a', 1))
    expect(world.takeSent()).toEqual([{ ...slotRequestOf('b', 1, 2), hasSlot: true }])
  })

  test('counts an engine until it has ended, even if another one has replaced it', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '2' })
    const [silent, replacing, next] = [slotRequestOf('a', 1, 1), slotRequestOf('a', 1, 2), slotRequestOf('b', 1)]
    expect(await world.request(silent)).toBe('granted')
    expect(await world.request(replacing)).toBe('granted')
    expect(await world.request(next)).toBe('waiting')
    await world.leave(silent)
    expect(world.takeSent()).toEqual([{ ...next, hasSlot: true }])
    expect(world.slots()).toHaveLength(2)
    expect(world.counts().kept).toEqual(world.counts().counted)
  })

  test('lets the second engine of a conversion wait while the first one has the last slot', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '1' })
    const [silent, replacing] = [slotRequestOf('a', 1, 1), slotRequestOf('a', 1, 2)]
    await world.request(silent)
    expect(await world.request(replacing)).toBe('waiting')
    await world.leave(silent)
    expect(world.takeSent()).toEqual([{ ...replacing, hasSlot: true }])
  })

  test('frees a slot that is not renewed, and keeps one that is', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '1' })
    await world.request(slotRequestOf('a', 1))
    await world.request(slotRequestOf('b', 1))
    nowMs += 60_000
    await world.renew(slotRequestOf('a', 1))
    nowMs += 60_000
    await world.alarm()
    expect(world.takeSent()).toEqual([])
    nowMs = Math.max(nowMs, world.alarmMs ?? 0)
    await world.alarm()
    expect(world.takeSent()).toEqual([{ ...slotRequestOf('b', 1), hasSlot: true }])
  })

  test('resends messages that the queue refused', async () => {
    const world = new DispatcherWorld({ ENGINE_SLOTS: '1' })
    await world.request(slotRequestOf('a', 1))
    await world.request(slotRequestOf('b', 1))
    world.isQueueDown = true
    await world.leave(slotRequestOf('a', 1))
    world.isQueueDown = false
    expect(world.alarmMs).toBe(nowMs + 2000)
    await world.alarm()
    expect(world.takeSent()).toEqual([{ ...slotRequestOf('b', 1), hasSlot: true }])
  })

  test('grants as many slots as the platform has containers', () => {
    const configured = readFileSync('wrangler.toml', 'utf8').matchAll(/^max_instances = (\d+)$/gm)
    expect(Array.from(configured, ([, count]) => Number(count))).toEqual([
      defaultLimits.ENGINE_SLOTS,
      defaultLimits.ENGINE_SLOTS,
    ])
  })
})

/** The simulation's events in the order of their times. */
class Agenda {
  private readonly entries: { readonly atMs: number; readonly work: () => Promise<void> }[] = []

  add(delayMs: number, work: () => Promise<void>): void {
    const atMs = nowMs + delayMs
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.entries[middle]?.atMs ?? 0) > atMs) low = middle + 1
      else high = middle
    }
    this.entries.splice(low, 0, { atMs, work })
  }

  async run(): Promise<void> {
    for (let entry = this.entries.pop(); entry !== undefined; entry = this.entries.pop()) {
      nowMs = Math.max(nowMs, entry.atMs)
      await entry.work()
    }
  }
}

interface Luck {
  /** The fraction of engines that die without a report. */
  readonly silentDeathRate: number
  /** The fraction of messages that arrive twice. */
  readonly repeatRate: number
}

/** Ten thousand waiting conversions: half belong to one account, and half to five hundred others. */
class Crowd {
  readonly world = new DispatcherWorld()
  readonly started = new Map<string, number>()
  readonly breaches: string[] = []
  requests = 0
  messages = 0
  peak = 0
  private readonly agenda = new Agenda()
  private readonly random: Random
  private readonly luck: Luck
  private readonly running = new Map<ConversionId, SlotRequest>()
  private readonly waiting = new Map<string, Set<ConversionId>>()
  private alarmSetMs: number | null = null

  constructor(seed: number, luck: Luck) {
    this.random = new Random(seed)
    this.luck = luck
  }

  async live(): Promise<void> {
    const heavy = Array.from({ length: 5000 }, (_, at) => slotRequestOf('heavy', at))
    const light = Array.from({ length: 5000 }, (_, at) => slotRequestOf(`light${at % 500}`, Math.floor(at / 500)))
    for (const request of [...heavy, ...light]) {
      const own = this.waiting.get(request.accountId) ?? new Set()
      this.waiting.set(request.accountId, own.add(request.conversionId))
      // All of them arrive within the same second, those of the heavy account first.
      this.agenda.add(request.accountId === 'heavy' ? this.random.below(500) : 500 + this.random.below(500), () =>
        this.consume(request),
      )
    }
    await this.agenda.run()
  }

  /** Handles a message: the consumer drops a stale one, and the engine object requests its slot. */
  private async consume(request: SlotRequest): Promise<void> {
    if (this.waiting.get(request.accountId)?.has(request.conversionId) === true) {
      this.requests++
      if ((await this.world.request(request)) === 'granted') this.begin(request)
    }
    this.deliver()
  }

  private begin(request: SlotRequest): void {
    const { accountId, conversionId } = request
    this.waiting.get(accountId)?.delete(conversionId)
    if (this.waiting.get(accountId)?.size === 0) this.waiting.delete(accountId)
    this.running.set(conversionId, request)
    this.started.set(accountId, (this.started.get(accountId) ?? 0) + 1)
    this.peak = Math.max(this.peak, this.running.size)
    const runMs = 5000 + this.random.below(55_000)
    for (let ms = 15_000; ms < runMs; ms += 15_000) this.agenda.add(ms, () => this.world.renew(request))
    this.agenda.add(runMs, () => this.end(request))
  }

  private async end(request: SlotRequest): Promise<void> {
    this.running.delete(request.conversionId)
    if (this.random.next() >= this.luck.silentDeathRate) await this.world.leave(request)
    this.deliver()
  }

  private deliver(): void {
    for (const message of this.world.takeSent()) {
      this.messages++
      // Checking every account takes longer than serving them, so only some messages are checked.
      if (this.messages % 25 === 0) this.judge(message.accountId)
      const copies = this.random.next() < this.luck.repeatRate ? 2 : 1
      for (let copy = 0; copy < copies; copy++)
        this.agenda.add(this.random.below(500), () => this.consume({ ...message }))
    }
    const { alarmMs } = this.world
    if (alarmMs === null || alarmMs === this.alarmSetMs) return
    this.alarmSetMs = alarmMs
    this.agenda.add(alarmMs - nowMs, async () => {
      if (this.world.alarmMs === null || this.world.alarmMs > nowMs) return
      this.alarmSetMs = null
      await this.world.alarm()
      this.deliver()
    })
  }

  /** Records an account that is served while another one waits with fewer slots. */
  private judge(served: AccountId): void {
    const held = new Map<string, number>()
    for (const { account_id } of this.world.slots()) held.set(account_id, (held.get(account_id) ?? 0) + 1)
    const before = (held.get(served) ?? 0) - 1
    for (const account of this.stillInLine()) {
      if (account !== served && (held.get(account) ?? 0) < before)
        this.breaches.push(`${served} was served with ${before} slots before ${account}`)
    }
  }

  private stillInLine(): readonly string[] {
    return (this.world.counts().kept as { account_id: string; waiting: number }[])
      .filter(({ waiting }) => waiting > 0)
      .map(({ account_id }) => account_id)
  }
}

describe.each([
  ['without failures', { silentDeathRate: 0, repeatRate: 0 }],
  ['when engines die silently and messages come twice', { silentDeathRate: 0.05, repeatRate: 0.1 }],
])('10,000 waiting conversions, %s', (_, luck) => {
  test('all start in fair order, within the slots, and without repeated requests', async () => {
    const crowd = new Crowd(1, luck)
    await crowd.live()
    expect([...crowd.started.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000)
    expect(crowd.breaches).toEqual([])
    expect(crowd.peak).toBeLessThanOrEqual(defaultLimits.ENGINE_SLOTS)
    // Each waiting conversion gets one message, and each message makes one request, so nothing polls.
    expect(crowd.messages).toBeLessThanOrEqual(10_000)
    expect(crowd.requests).toBeLessThanOrEqual(20_000 * (1 + luck.repeatRate))
    expect(crowd.world.counts().kept).toEqual(crowd.world.counts().counted)
  })
})

test('an account with thousands waiting does not delay accounts that come later', async () => {
  const world = new DispatcherWorld({ ENGINE_SLOTS: '4' })
  for (let at = 0; at < 1000; at++) await world.request(slotRequestOf('heavy', at))
  for (let at = 0; at < 8; at++) await world.request(slotRequestOf(`light${at}`, 0))
  const order: string[] = []
  for (let at = 0; at < 12; at++) {
    const [slot] = world.slots()
    if (slot === undefined) break
    const [account = '', number = ''] = slot.conversion_id.split('-')
    await world.leave(slotRequestOf(account, Number(number)))
    order.push(...world.takeSent().map(({ accountId }) => accountId))
  }
  // The eight are served in order. The account with thousands gets one slot among them, at a time when it holds none.
  const eight = Array.from({ length: 8 }, (_, at) => `light${at}`)
  expect(order.slice(0, 9).filter((account) => account !== 'heavy')).toEqual(eight)
})
