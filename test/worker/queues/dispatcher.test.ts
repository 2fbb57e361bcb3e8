import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import type { Waiter } from '../../../src/contract/run.ts'
import { cursorsOf } from '../metered.ts'

// The real object in workerd: its triggers, and the rows that a call reads while others wait.

const waiterOf = (account: string, number: number): Waiter => ({
  accountId: account as AccountId,
  conversionId: `${account}-${number}` as ConversionId,
  poke: 1,
})

/** Takes all slots, has so many conversions wait, and returns the rows that one request and one end read. */
async function rowsReadWith(waiting: number): Promise<number> {
  const stub = env.DISPATCHER.get(env.DISPATCHER.idFromName(`with ${waiting}`))
  for (let at = 0; at < 50; at++) expect(await stub.request(waiterOf('first', at))).toBe('granted')
  return runInDurableObject(stub, async (dispatcher, { storage }) => {
    storage.sql.exec(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${waiting})
       insert into waiting (conversion_id, account_id, poke, place)
       select 'account' || (n % 100) || '-' || n, 'account' || (n % 100), 1, 1000 + n from numbers`,
    )
    const cursors = cursorsOf(storage.sql)
    expect(await dispatcher.request(waiterOf('late', 1))).toBe('waiting')
    await dispatcher.renew(waiterOf('first', 1))
    await dispatcher.leave(waiterOf('first', 0))
    return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
  })
}

test('asking for a slot and giving one back reads as many rows with 20,000 waiting as with 100', async () => {
  const few = await rowsReadWith(100)
  expect(few).toBeGreaterThan(0)
  expect(await rowsReadWith(20_000)).toBeLessThanOrEqual(few + 5)
})

test('a returned slot is given to a waiting conversion', async () => {
  const stub = env.DISPATCHER.get(env.DISPATCHER.idFromName('turns'))
  for (let at = 0; at < 50; at++) await stub.request(waiterOf('first', at))
  expect(await stub.request(waiterOf('second', 0))).toBe('waiting')
  await stub.leave(waiterOf('first', 7))
  expect(await stub.request(waiterOf('second', 0))).toBe('granted')
})
