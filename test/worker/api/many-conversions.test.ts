import { runInDurableObject } from 'cloudflare:test'
import { ulid } from 'ulidx'
import { expect, test } from 'vitest'
import { accountOf, type Caller, newCaller, open } from './support.ts'

/** Copies the account's one conversion under other ids, most of them done. */
async function fill(caller: Caller, count: number): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: count }, (_, number) => ulid(1_700_000_000_000 + number)))
  await runInDurableObject(accountOf(caller), (_, { storage }) => {
    const columns = storage.sql
      .exec<{ name: string }>("select name from pragma_table_info('conversions')")
      .toArray()
      .map(({ name }) => name)
    const copied = columns.map((name) => {
      if (name === 'id') return 'value'
      if (name === 'status') return "case when key % 100 = 0 then 'failed' else 'done' end"
      return name === 'finished_ms' ? 'created_ms' : name
    })
    storage.sql.exec(
      `insert into conversions (${columns.join(', ')}) select ${copied.join(', ')} from conversions, json_each(?)`,
      ids,
    )
  })
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

test('every page of 10,000 conversions is listed at the speed of 10, with a filter too', async () => {
  const [few, many] = [await newCaller(), await newCaller()]
  await open(few)
  await open(many)
  await fill(few, 10)
  await fill(many, 10_000)
  const paths = ['?limit=10', '?limit=10&status=done', '?limit=10&status=queued', '?limit=1&status=failed']
  for (const query of paths) {
    const took = async (caller: Caller): Promise<number> => {
      const started = performance.now()
      expect((await caller.call('GET', `/v1/conversions${query}`)).status).toBe(200)
      return performance.now() - started
    }
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    for (let round = 0; round < 12; round++) {
      times.few.push(await took(few))
      times.many.push(await took(many))
    }
    // A scan of 10,000 rows takes more than ten times as long. The margin is for a busy machine.
    expect([query, median(times.many) < median(times.few) * 3 + 2]).toEqual([query, true])
  }
})

test('no query for a list, an expiry or an active conversion scans the whole table', async () => {
  const caller = await newCaller()
  await open(caller)
  await fill(caller, 2000)
  await runInDurableObject(accountOf(caller), (instance, { storage }) => {
    const inner = instance as unknown as {
      conversions: {
        list(listing: { limit: number; status: string | null; before: string | null }): unknown
        active(): unknown
        nextExpiryMs(): unknown
        nextRunEventMs(): unknown
        nextUnlistingMs(listedMs: number): unknown
      }
    }
    const queries: { query: string; args: unknown[] }[] = []
    const sql = new Proxy(storage.sql, {
      get: (target, name) =>
        name === 'exec'
          ? (query: string, ...args: unknown[]) => {
              queries.push({ query, args })
              return target.exec(query, ...args)
            }
          : Reflect.get(target, name),
    })
    const conversions = Object.assign(
      Object.create(Object.getPrototypeOf(inner.conversions) as object),
      inner.conversions,
      { sql, activeNow: null },
    ) as typeof inner.conversions
    conversions.list({ limit: 50, status: null, before: null })
    conversions.list({ limit: 50, status: 'done', before: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
    conversions.active()
    conversions.nextExpiryMs()
    conversions.nextRunEventMs()
    conversions.nextUnlistingMs(1)
    expect(queries.length).toBeGreaterThanOrEqual(6)
    for (const { query, args } of queries) {
      const plan = storage.sql.exec<{ detail: string }>(`explain query plan ${query}`, ...args).toArray()
      for (const { detail } of plan)
        expect([query, detail.startsWith('SCAN conversions') && !detail.includes('INDEX')]).toEqual([query, false])
    }
  })
})
