import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import type { ConversionRecord } from '../../../src/conversions/record.ts'
import { accountOf, newCaller, open, openAndStart } from '../api/support.ts'

interface Inner {
  readonly transactions: { run<T>(decision: () => T): T }
  readonly accounts: {
    get(): { readonly plan: string } | null
    change(to: { plan: 'free' | 'pro' }): void
  }
  readonly conversions: {
    peek(id: ConversionId): ConversionRecord | null
    find(id: ConversionId): ConversionRecord | null
    save(record: ConversionRecord): void
    active(): { readonly count: number; readonly bytes: number }
  }
}

const undone = new Error('undone')

test('writes of a rolled-back transaction are not cached', async () => {
  const caller = await newCaller()
  const id = await open(caller, 3)
  await openAndStart(caller, 4)
  await runInDurableObject(accountOf(caller), (instance) => {
    const { transactions, accounts, conversions } = instance as unknown as Inner
    const before = conversions.peek(id)
    expect(conversions.active()).toEqual({ count: 1, bytes: 4 })
    if (before?.status !== 'awaiting_upload') throw new Error('the conversion is there')
    const decide = (): never => {
      conversions.save({ ...before, status: 'queued', deadlineMs: Date.now() + 60_000, name: 'other' })
      accounts.change({ plan: 'free' })
      expect([conversions.active(), conversions.peek(id)?.name, accounts.get()?.plan]).toEqual([
        { count: 2, bytes: 7 },
        'other',
        'free',
      ])
      throw undone
    }
    expect(() => transactions.run(decide)).toThrow(undone)
    expect([conversions.active(), conversions.peek(id), accounts.get()?.plan]).toEqual([
      { count: 1, bytes: 4 },
      before,
      'pro',
    ])
    expect(conversions.peek(id)).toEqual(conversions.find(id))
  })
})
