import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { accountOf, type Caller, newCaller, openAndStart } from '../api/support.ts'

const count = 450
const tables = ['conversions', 'events', 'attempts', 'responses', 'cases', 'sessions', 'deletions']
const origin = { agent: '', address: '', place: '' }

const rowsLeft = (caller: Caller): Promise<Record<string, number>> =>
  runInDurableObject(accountOf(caller), (_, { storage }) =>
    Object.fromEntries(
      tables.map((table) => [table, Number(storage.sql.exec(`select count(*) as count from ${table}`).one()['count'])]),
    ),
  )

/**
 * Fills an account with copies of a finished conversion, each with an event, an attempt, a stored response, a case and
 * a session.
 */
async function fill(caller: Caller, like: string): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
  const id = (prefix: string): string => `'${prefix}' || printf('%025d', n)`
  const [now, later] = [Date.now(), Date.now() + 86_400_000]
  const old = now - 86_400_000
  await runInDurableObject(accountOf(caller), (_, { storage }) => {
    for (const statement of [
      `insert into conversions (id, status, name, bytes, spec, attempt, created_ms, started_ms, finished_ms, expires_ms)
       ${numbers} select ${id('0')}, 'done', 'a.csv', 3, (select spec from conversions where id = '${like}'), 1, ${old}, ${old}, ${old}, ${later} from numbers`,
      `insert into events (id, type, payload, created_ms, status, attempt, due_ms, poke_ms)
       ${numbers} select ${id('evt_')}, 'conversion.done', '{}', ${old}, case n % 2 when 0 then 'waiting' else 'delivered' end, 1, ${later}, ${later} from numbers`,
      `insert into attempts (event_id, attempt, started_ms, took_ms, response) ${numbers} select ${id('evt_')}, 1, ${old}, 1, '' from numbers`,
      `insert into responses (key, fingerprint, status, headers, expires_ms) ${numbers} select 'k' || n, 'f', 201, '{}', ${later} from numbers`,
      `insert into cases (id, conversion_id, share, status, spec, created_ms, expires_ms) ${numbers}
       select ${id('case_')}, ${id('0')}, 'report', 'open', (select spec from conversions where id = '${like}'), ${old}, ${later} from numbers`,
      `insert into sessions (id, secret_hash, agent, address, created_ms, seen_ms) ${numbers} select ${id('s')}, ${id('h')}, '', '', ${now}, ${now} from numbers`,
    ])
      storage.sql.exec(statement)
  })
}

test('a deleted account refuses access at once, and is empty after a few turns of its alarm', async () => {
  const caller = await newCaller()
  const account = accountOf(caller)
  await account.saveWebhook('https://receiver.example/hook')
  await account.openSession('secret', origin)
  await fill(caller, await openAndStart(caller))
  await account.close()
  expect(await account.visitor('secret')).toBeNull()
  expect(await account.openSession('another', origin)).toBe(false)
  expect((await caller.call('GET', '/v1/conversions')).status).toBe(401)
  expect((await rowsLeft(caller))['conversions']).toBeGreaterThan(0)
  const waiting = await runInDurableObject(account, (_, { storage }) =>
    storage.sql.exec("select id from conversions where status in ('queued', 'running')").toArray(),
  )
  expect(waiting).toEqual([])
  // The alarm fires by itself. Firing it here only saves the wait.
  await expect
    .poll(async () => {
      await runDurableObjectAlarm(account)
      return rowsLeft(caller)
    })
    .toMatchObject({ conversions: 0, events: 0, attempts: 0, responses: 0, cases: 0, sessions: 0 })
})

test('thousands of files without an owner are removed without waiting between turns', async () => {
  const caller = await newCaller()
  const account = accountOf(caller)
  const keys = Array.from({ length: 2500 }, (_, n) => `outputs/${n}/nobody`)
  await env.FILES.put(keys.at(-1) ?? '', 'x')
  await runInDurableObject(account, async (_, { storage }) => {
    for (const key of keys) storage.sql.exec('insert into deletions (object_key) values (?)', key)
    await storage.setAlarm(Date.now())
  })
  const started = Date.now()
  await expect.poll(async () => (await rowsLeft(caller))['deletions']).toBe(0)
  expect(Date.now() - started).toBeLessThan(20_000)
  expect(await env.FILES.head(keys.at(-1) ?? '')).toBeNull()
})
