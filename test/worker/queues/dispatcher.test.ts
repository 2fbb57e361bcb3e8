import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import type { SlotRequest } from '../../../src/contract/run.ts'
import { cursorsOf } from '../metered.ts'

// The real object in workerd, with its triggers, and the rows that a call reads while others wait.

const slotRequestOf = (account: string, number: number): SlotRequest => ({
  accountId: account as AccountId,
  conversionId: `${account}-${number}` as ConversionId,
  poke: 1,
})

/** Takes all slots, adds waiting conversions, and returns the rows that one request and one end read. */
async function rowsReadWith(waiting: number): Promise<number> {
  const stub = env.DISPATCHER.get(env.DISPATCHER.idFromName(`with ${waiting}`))
  for (let at = 0; at < 50; at++) expect(await stub.request(slotRequestOf('first', at))).toBe('granted')
  return runInDurableObject(stub, async (dispatcher, { storage }) => {
    storage.sql.exec(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${waiting})
       insert into waiting (conversion_id, account_id, poke, place)
       select 'account' || (n % 100) || '-' || n, 'account' || (n % 100), 1, 1000 + n from numbers`,
    )
    const cursors = cursorsOf(storage.sql)
    expect(await dispatcher.request(slotRequestOf('late', 1))).toBe('waiting')
    await dispatcher.renew(slotRequestOf('first', 1))
    await dispatcher.leave(slotRequestOf('first', 0))
    return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
  })
}

test('requesting and returning a slot reads as many rows with 20,000 waiting as with 100', async () => {
  const few = await rowsReadWith(100)
  expect(few).toBeGreaterThan(0)
  expect(await rowsReadWith(20_000)).toBeLessThanOrEqual(few + 5)
})

test('a returned slot is given to a waiting conversion', async () => {
  const stub = env.DISPATCHER.get(env.DISPATCHER.idFromName('turns'))
  for (let at = 0; at < 50; at++) await stub.request(slotRequestOf('first', at))
  expect(await stub.request(slotRequestOf('second', 0))).toBe('waiting')
  await stub.leave(slotRequestOf('first', 7))
  expect(await stub.request(slotRequestOf('second', 0))).toBe('granted')
})
