import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Status } from '../../../src/contract/conversion.ts'
import type { ConversionId, RequestId } from '../../../src/contract/ids.ts'
import costs from '../../../docs/operate/costs.md'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from '../api/support.ts'
import { cursorsOf } from '../metered.ts'
import { noted, rowsOfEverything } from '../rows-of-everything.ts'

const many = rowsOfEverything
const day = 86_400_000
/** Rows that the object may read in the meantime for its alarm and for pending deliveries. */
const othersMax = 200

interface Listed {
  readonly data: readonly { readonly id: string }[]
  readonly meta: { readonly next_cursor: string | null }
}

interface Rows {
  read: number
  written: number
}

/** The rows that the statements of an account's object have read and written since the last call. */
const meters = new WeakMap<object, ReturnType<typeof cursorsOf>>()

const rowsOf = (caller: Caller): Promise<Rows> =>
  runInDurableObject(accountOf(caller), (instance, { storage }) => {
    const known = meters.get(instance)
    if (known !== undefined) {
      const rows = known.splice(0).reduce(
        (sum, { rowsRead, rowsWritten }) => {
          return { read: sum.read + rowsRead, written: sum.written + rowsWritten }
        },
        { read: 0, written: 0 },
      )
      return rows
    }
    meters.set(instance, cursorsOf(storage.sql))
    return { read: 0, written: 0 }
  })

async function measured(caller: Caller, work: () => Promise<unknown>): Promise<Rows> {
  await rowsOf(caller)
  await work()
  return rowsOf(caller)
}

/** The number in docs/operate/costs.md. */
const rowsOfSmallConversion = Number(/^\| rows written, objects \|[^|]*\|[^|]*\| *(\d+) *\|/m.exec(costs)?.[1])

/** Numbers from 1, as rows. */
const numbersTo = (last: number): string =>
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${last})`
const id = (prefix: string): string => `'${prefix}' || printf('%025d', n)`

/** An account after many years, with rows of every kind. None of them are due with the current time. */
async function fill(caller: Caller, like: string, contents: { now: number; count: number }): Promise<void> {
  const { now, count } = contents
  const numbers = numbersTo(count)
  const later = now + day
  const statements = [
    `insert into conversions (id, status, name, bytes, spec, created_ms, started_ms, finished_ms, expires_ms, files_gone, file_key)
     ${numbers} select ${id('0')}, 'done', 'a.csv', 3, (select spec from conversions where id = '${like}'), ${now}, ${now}, ${now} - n, ${later} + n, n % 2, 'uploads/x/' || n from numbers`,
    `insert into usage (conversion_id, bytes, ended_ms) ${numbers} select ${id('0')}, 3, ${now} - n * 1000 from numbers`,
    `insert into events (id, type, payload, created_ms, status, attempt, due_ms, poke_ms) ${numbers}
     select ${id('evt_')}, 'conversion.done', '{}', ${now}, 'delivered', 1, ${now}, ${now} from numbers`,
    `insert into attempts (event_id, attempt, started_ms, took_ms, response) ${numbers} select ${id('evt_')}, 1, ${now}, 1, '' from numbers`,
    `insert into responses (key, fingerprint, status, headers, expires_ms) ${numbers} select 'k' || n, 'f', 201, '{}', ${later} + n from numbers`,
    `insert into cases (id, conversion_id, share, status, spec, created_ms, expires_ms) ${numbers}
     select ${id('case_')}, ${id('0')}, 'report', 'open', (select spec from conversions where id = '${like}'), ${now}, ${later} + n from numbers`,
    `insert into deletions (object_key, due_ms, until_ms) ${numbers} select 'outputs/x/' || n, ${later} + n, ${later} + n from numbers`,
    `insert into sessions (id, secret_hash, agent, address, created_ms, seen_ms) ${numbers} select ${id('s')}, ${id('h')}, '', '', ${now}, ${now} from numbers`,
    `insert into audit (at_ms, action, agent, address, place) ${numbers} select ${now}, 'signed_in', '', '', '' from numbers`,
  ]
  await runInDurableObject(accountOf(caller), (_, { storage }) => {
    for (const statement of statements) storage.sql.exec(statement)
  })
}

describe(`an account with ${many.toLocaleString('en-US')} of everything`, () => {
  let caller: Caller
  let waiting: string

  beforeAll(async () => {
    caller = await newCaller()
    await accountOf(caller).saveWebhook('https://receiver.example/hook')
    waiting = await openAndStart(caller)
    await fill(caller, waiting, { now: Date.now(), count: many })
  })

  const origin = { agent: '', address: '', place: '' }
  const search = (name: string, status: Status | null) => () =>
    accountOf(caller).operate({ kind: 'list', limit: 10, status, before: null, name }, 'req_1' as RequestId)
  const get = (path: string) => () => caller.call('GET', `/v1${path}`)
  test.each([
    ['reads one', get(`/conversions/0${'1'.padStart(25, '0')}`), 20],
    ['lists a page', get('/conversions?limit=10'), 60],
    ['lists a page of a status', get('/conversions?limit=10&status=done'), 60],
    ['lists a status that nothing has', get('/conversions?limit=10&status=failed'), 20],
    ['reads its usage', get('/usage'), 50],
    [
      'opens an upload',
      () =>
        caller.call('POST', '/v1/conversions', {
          name: 'a.csv',
          bytes: 3,
          spec: { output: { dialect: 'postgresql' } },
        }),
      60,
    ],
    [
      'opens an upload under a key',
      () =>
        caller.call(
          'POST',
          '/v1/conversions',
          { name: 'a.csv', bytes: 3, spec: { output: { dialect: 'postgresql' } } },
          { 'idempotency-key': 'one' },
        ),
      90,
    ],
    // A page has 100 events with one attempt each.
    ['lists its deliveries', () => accountOf(caller).listDeliveries(), 320],
    ['lists the deliveries that were dropped', () => accountOf(caller).listDeliveries(null, 'dropped'), 20],
    ['reads a delivery', () => accountOf(caller).readDelivery(`evt_${'1'.padStart(25, '0')}`), 20],
    ['sends a delivery again', () => accountOf(caller).replayDelivery(`evt_${'1'.padStart(25, '0')}`), 60],
    ['pings its webhook', () => accountOf(caller).pingWebhook(), 60],
    ['lists the conversions that are queued', get('/conversions?limit=10&status=queued'), 20],
    ['lists the conversions that are done and have a common name', search('a.csv', 'done'), 200],
    // A search reads 5,000 names at a time.
    ['lists the conversions of a name that none has', search('b.csv', null), 5100],
    ['lists the conversions of a name that none of a status has', search('b.csv', 'done'), 5100],
    // Counts of conversions, deliveries and cases stop at 1,000.
    ['shows itself to the operator', () => accountOf(caller).describe(), 3 * 1000 + 200],
    ['shows the usage of a year', () => accountOf(caller).usageMonths(12), 400],
    ['signs a user in', () => accountOf(caller).openSession('new', origin), 60],
    ['knows a visitor', () => accountOf(caller).visitor('new'), 20],
    ['lists a hundred sessions', () => accountOf(caller).listSessions(), 220],
    ['lists a page of the audit log', () => accountOf(caller).listAudit(null), 120],
    [
      'takes a case',
      () => caller.call('POST', `/v1/conversions/0${'1'.padStart(25, '0')}/cases`, { share: 'report' }),
      60,
    ],
    ['finds the owner of an object', () => accountOf(caller).orphansOf(['uploads/x/2']), 20],
    ['has nothing to do at its alarm', () => runDurableObjectAlarm(accountOf(caller)), 120],
  ] as const)('%s without reading all of them', async (name, work, most) => {
    const rows = await measured(caller, work)
    expect(noted('account', name, rows.read)).toBeLessThanOrEqual(most + othersMax)
  })

  test('finds an old name after some pages', async () => {
    const [oldest] = await runInDurableObject(accountOf(caller), (_, { storage }) =>
      storage.sql
        .exec<{ id: string }>(
          "update conversions set name = 'far.csv' where id = (select min(id) from conversions) returning id",
        )
        .toArray(),
    )
    let [before, pages]: [ConversionId | null, number] = [null, 0]
    const found: string[] = []
    do {
      const operation = { kind: 'list', limit: 10, status: null, before, name: 'FAR' } as const
      const page = JSON.parse((await accountOf(caller).operate(operation, 'req_1' as RequestId)).body ?? '') as Listed
      found.push(...page.data.map(({ id: each }) => each))
      before = page.meta.next_cursor === null ? null : (atob(page.meta.next_cursor) as ConversionId)
      pages++
    } while (before !== null)
    expect(found).toEqual([oldest?.id])
    expect(pages).toBeGreaterThanOrEqual(many / 5000)
  })

  test('converts and deletes without reading all of them', async () => {
    const rows = await measured(caller, async () => {
      const order = await begin(caller, waiting as ConversionId)
      await accountOf(caller).reportProgress(order, { rows: 1, bytes_read: 3, bytes_total: 3 })
      await accountOf(caller).endRun(order, done)
      await caller.call('DELETE', `/v1/conversions/${waiting}`)
    })
    expect(noted('account', 'converts and deletes', rows.read)).toBeLessThanOrEqual(600)
  })
})

/**
 * The rows that one turn of the alarm may read: a few hundred of each kind, and those that their deletion needs from
 * other tables.
 */
const turnMax = 20_000

const dueAtOnce = Math.ceil(many / 10)

async function filledYearsAgo(): Promise<Caller> {
  const caller = await newCaller()
  await accountOf(caller).saveWebhook('https://receiver.example/hook')
  await fill(caller, await openAndStart(caller), { now: Date.now() - 1000 * day, count: dueAtOnce })
  return caller
}

describe(`an account whose ${dueAtOnce.toLocaleString('en-US')} of everything are due at once`, () => {
  const count = (caller: Caller, table: string): Promise<number> =>
    runInDurableObject(accountOf(caller), (_, { storage }) =>
      Number(storage.sql.exec(`select count(*) as count from ${table}`).one()['count']),
    )

  test.each([
    ['sweeps', async () => undefined],
    ['copies its cases again', (caller) => accountOf(caller).copyAgain()],
    ['is deleted', (caller) => accountOf(caller).close()],
  ] satisfies [string, (caller: Caller) => Promise<unknown>][])('%s over several turns', async (name, work) => {
    const caller = await filledYearsAgo()
    const before = await count(caller, 'conversions')
    const { read: begun } = await measured(caller, () => work(caller))
    expect(noted('account', `${name} at once: begins`, begun)).toBeLessThanOrEqual(turnMax)
    for (let alarm = 1; alarm <= 5; alarm++) {
      const { read } = await measured(caller, () => runDurableObjectAlarm(accountOf(caller)))
      expect(noted('account', `${name} at once: alarm ${alarm}`, read)).toBeLessThanOrEqual(turnMax)
    }
    expect(await count(caller, 'conversions')).toBeLessThan(before)
  })

  test('signs a user in', async () => {
    const caller = await filledYearsAgo()
    const { read } = await measured(caller, () =>
      accountOf(caller).openSession('new', { agent: '', address: '', place: '' }),
    )
    expect(noted('account', 'signs a user in after all sessions ended', read)).toBeLessThanOrEqual(4000)
  })
})

test('a small conversion writes as few rows as the cost page says', async () => {
  const caller = await newCaller()
  const first = await openAndStart(caller)
  await accountOf(caller).endRun(await begin(caller, first), done)
  const rows = await measured(caller, async () => {
    const conversion = await openAndStart(caller)
    const order = await begin(caller, conversion)
    await accountOf(caller).reportProgress(order, { rows: 1, bytes_read: 3, bytes_total: 3 })
    await accountOf(caller).endRun(order, done)
    await caller.call('GET', `/v1/conversions/${conversion}`)
  })
  expect(rows.written).toBeLessThanOrEqual(rowsOfSmallConversion)
})

test('a heartbeat writes one row', async () => {
  const caller = await newCaller()
  const order = await begin(caller, await openAndStart(caller))
  const written: number[] = []
  for (let rows = 1; rows <= 8; rows++) {
    const progress = { rows, bytes_read: 1, bytes_total: 3 }
    written.push((await measured(caller, () => accountOf(caller).reportProgress(order, progress))).written)
  }
  // Messages of the start may still be pending. Their writes do not belong to the heartbeat.
  expect(Math.min(...written)).toBe(1)
})

test('a refused request runs no statement', async () => {
  const caller = await newCaller()
  const refused = () => caller.call('POST', '/v1/conversions', { name: 'a.csv' })
  // The first request also records the use of the key and sets the alarm, whose own statements do not count.
  await refused()
  await runDurableObjectAlarm(accountOf(caller))
  const statements = await runInDurableObject(accountOf(caller), (_, { storage }) => cursorsOf(storage.sql))
  expect((await refused()).status).toBe(422)
  expect(statements).toHaveLength(0)
})
