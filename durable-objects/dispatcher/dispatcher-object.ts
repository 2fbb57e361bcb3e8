import { DurableObject } from 'cloudflare:workers'
import { readLimits } from '../../src/contract/limits.ts'
import type { SlotRequest } from '../../src/contract/run.ts'
import { logError } from '../../src/logs/log.ts'
import { EngineSlots } from './engine-slots.ts'

const batchMax = 100
const sendAgainMs = 2000
/** The time by which a slot outlives the checks of its run. An engine object checks its run more often than this. */
const spareMs = 60_000

/**
 * Divides engines fairly between accounts. A conversion requests a slot once and waits, and a message starts it when a
 * slot is free. The account object still decides everything about the conversion. A slot only means that an engine may
 * start.
 */
export class DispatcherObject extends DurableObject<Env> {
  private readonly slots: EngineSlots

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const { ENGINE_SLOTS, DISPATCHER_SHARDS, ENGINE_READY_SECONDS } = readLimits({ ...env })
    this.slots = new EngineSlots(ctx.storage, {
      slotsMax: Math.max(1, Math.floor(ENGINE_SLOTS / DISPATCHER_SHARDS)),
      holdMs: ENGINE_READY_SECONDS * 1000 + spareMs,
    })
  }

  /**
   * Requests a slot. `granted` means that an engine may start for this conversion now. Otherwise a message follows when
   * a slot is free.
   */
  async request(request: SlotRequest): Promise<'granted' | 'waiting'> {
    const isGranted = this.decide(() => {
      this.slots.join(request, Date.now())
      this.slots.grantFreeSlots(Date.now())
      this.slots.claim(request)
      return this.slots.holds(request)
    })
    await this.settle()
    return isGranted ? 'granted' : 'waiting'
  }

  async renew(request: SlotRequest): Promise<void> {
    this.decide(() => this.slots.renew(request, Date.now()))
  }

  async leave(request: SlotRequest): Promise<void> {
    this.decide(() => {
      this.slots.leave(request)
      this.slots.grantFreeSlots(Date.now())
    })
    await this.settle()
  }

  override async alarm(): Promise<void> {
    this.decide(() => this.slots.grantFreeSlots(Date.now()))
    await this.settle()
  }

  private decide<T>(decision: () => T): T {
    return this.ctx.storage.transactionSync(decision)
  }

  /** Notifies the conversions that received a slot. A message that could not be sent is sent again soon. */
  private async settle(): Promise<void> {
    try {
      for (let due = this.slots.toSend(batchMax); due.length > 0; due = this.slots.toSend(batchMax)) {
        await this.env.CONVERSIONS.sendBatch(due.map((request) => ({ body: { ...request, hasSlot: true } })))
        this.decide(() => due.forEach((request) => this.slots.claim(request)))
      }
      await this.wakeBy(this.slots.nextMs())
    } catch (error) {
      logError('slots_not_sent', {}, error)
      await this.wakeBy(Date.now() + sendAgainMs)
    }
  }

  private async wakeBy(atMs: number | null): Promise<void> {
    if (atMs === null) return
    const setMs = await this.ctx.storage.getAlarm()
    if (setMs === null || setMs > atMs) await this.ctx.storage.setAlarm(atMs)
  }
}
