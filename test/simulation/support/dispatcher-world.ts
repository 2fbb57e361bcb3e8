import { DispatcherObject } from '../../../durable-objects/dispatcher/dispatcher-object.ts'
import type { ConversionMessage, SlotRequest } from '../../../src/contract/run.ts'
import { SqliteStorage } from './sqlite-storage.ts'

/** One dispatcher with its storage, in the test's time. Its messages are kept until the test takes them. */
export class DispatcherWorld {
  readonly sent: ConversionMessage[] = []
  /** Counts the calls of the object and the batches that it sent. */
  calls = 0
  batches = 0
  isQueueDown = false
  private readonly storage = new SqliteStorage(() => undefined)
  private readonly object: DispatcherObject

  constructor(vars: Readonly<Record<string, string>> = {}) {
    const env = {
      ...vars,
      CONVERSIONS: {
        sendBatch: (messages: readonly { readonly body: ConversionMessage }[]) => {
          if (this.isQueueDown) return Promise.reject(new Error('the queue is down'))
          this.batches++
          this.sent.push(...messages.map(({ body }) => body))
          return Promise.resolve()
        },
      },
    }
    // The fake implements the part of the platform that the object uses.
    const ctx = { storage: this.storage.forObject } as unknown as DurableObjectState
    this.object = new DispatcherObject(ctx, env as unknown as Env)
  }

  request(slotRequest: SlotRequest): Promise<'granted' | 'waiting'> {
    return this.call(() => this.object.request(slotRequest))
  }

  renew(slotRequest: SlotRequest): Promise<void> {
    return this.call(() => this.object.renew(slotRequest))
  }

  leave(slotRequest: SlotRequest): Promise<void> {
    return this.call(() => this.object.leave(slotRequest))
  }

  get alarmMs(): number | null {
    return this.storage.nextAlarmMs
  }

  async alarm(): Promise<void> {
    this.storage.takeAlarm()
    await this.call(() => this.object.alarm())
  }

  takeSent(): readonly ConversionMessage[] {
    return this.sent.splice(0)
  }

  slots(): readonly { readonly account_id: string; readonly conversion_id: string; readonly until_ms: number }[] {
    return this.storage.rows('select account_id, conversion_id, until_ms from engine_slots')
  }

  /** Returns the accounts with their waiting and held slots, as kept by the triggers and as counted from the rows. */
  counts(): { readonly kept: unknown; readonly counted: unknown } {
    return {
      kept: this.storage.rows('select account_id, waiting, held from accounts order by account_id'),
      counted: this.storage.rows(
        `select account_id, sum(waits) as waiting, sum(1 - waits) as held from
           (select account_id, 1 as waits from waiting union all select account_id, 0 from engine_slots)
         group by account_id order by account_id`,
      ),
    }
  }

  private async call<T>(work: () => Promise<T>): Promise<T> {
    this.calls++
    const working = work()
    try {
      return await working
    } finally {
      this.storage.endTurn()
    }
  }
}
