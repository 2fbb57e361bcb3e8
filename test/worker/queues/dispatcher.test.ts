import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { EngineSlots } from '../../../durable-objects/dispatcher/engine-slots.ts'
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

test('the slots of an earlier version go, and an engine that still runs gets its slot back', async () => {
  const stub = env.DISPATCHER.get(env.DISPATCHER.idFromName('earlier version'))
  await runInDurableObject(stub, (_, { storage }) => {
    const [running, ended] = [slotRequestOf('first', 1), slotRequestOf('second', 1)]
    storage.sql.exec(
      `drop table engine_slots;
       create table slots (
         conversion_id text primary key, account_id text not null, poke integer not null, until_ms integer not null,
         is_sent integer not null
       );
       create trigger slot_taken after insert on slots begin
         insert into accounts (account_id, waiting, held, turn) values (new.account_id, 0, 1, 0);
       end;`,
    )
    for (const { conversionId, accountId } of [running, ended])
      storage.sql.exec('insert into slots values (?, ?, 1, 0, 1)', conversionId, accountId)
    const slots = new EngineSlots(storage, { slotsMax: 1, holdMs: 1000 })
    slots.renew(running, 0)
    expect([slots.holds(running), slots.holds(ended)]).toEqual([true, false])
    expect(storage.sql.exec('select account_id, held from accounts').toArray()).toEqual([
      { account_id: 'first', held: 1 },
    ])
  })
})
