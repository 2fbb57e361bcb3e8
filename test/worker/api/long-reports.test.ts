import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from './support.ts'

const accepted = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(env.CONVERSIONS, 'sendBatch').mockResolvedValue(accepted)
  vi.spyOn(env.DELIVERIES, 'sendBatch').mockResolvedValue(accepted)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const column = (index: number) => ({
  ...{ index, name: `column_${index}_🦆`, source_name: `Column ${index} 🦆` },
  ...{ type: 'text' as const, sql_type: 'text', nullable: true },
})
/**
 * The report of a dump with a thousand tables has several megabytes, too many for one row of the platform's database.
 */
const tables = Array.from({ length: 1000 }, (_, at) => ({
  ...{ name: `table_${at}`, source_name: `table_${at}`, rows: { converted: 1, rejected: 0 } },
  columns: Array.from({ length: 40 }, (__, index) => column(index)),
}))
const long = { ...done, report: { ...done.report, tables } }

async function converted(caller: Caller): Promise<string> {
  const id = await openAndStart(caller)
  expect(await accountOf(caller).endRun(await begin(caller, id), long)).toBe('continue')
  return id
}

test('a conversion with a report of several megabytes ends as done, and its webhook carries the complete report', async () => {
  expect(JSON.stringify(long.report).length).toBeGreaterThan(4_000_000)
  const caller = await newCaller()
  await accountOf(caller).saveWebhook('https://8.8.8.8/in')
  const id = await converted(caller)
  const { data } = (await caller.call('GET', `/v1/conversions/${id}`)).body
  expect(data.status).toBe('done')
  expect(data.report).toEqual(JSON.parse(JSON.stringify(long.report)))
  // The page of deliveries refreshes every two seconds, so it must not read data that it does not show.
  const event = await runInDurableObject(accountOf(caller), (instance) => {
    const { deliveries } = instance as unknown as { deliveries: { longTexts: { read: (column: string) => string } } }
    const reading = vi.spyOn(deliveries.longTexts, 'read')
    return instance.listDeliveries().then((listed) => {
      expect(reading).not.toHaveBeenCalled()
      return JSON.parse(listed)[0]
    })
  })
  const order = await accountOf(caller).beginDelivery(event.event_id, 1)
  expect(JSON.parse(order?.payload ?? '').data.report).toEqual(data.report)
  const bytes = new TextEncoder().encode(order?.payload).length
  expect([event.payload, event.payload_bytes, bytes > 4_000_000]).toEqual([null, bytes, true])
  const read = JSON.parse((await accountOf(caller).readDelivery(event.event_id)) ?? 'null')
  expect(read.payload.data.report).toEqual(data.report)
  const sent = await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true })
  expect(JSON.parse((await accountOf(caller).readCase(sent.body.data.id)) ?? '').report).toEqual(data.report)
  // Deployed objects refuse rows over 2 MB, but the local database does not, so the test checks the size.
  await runInDurableObject(accountOf(caller), (_, { storage }) => {
    const columns = ['conversions.report', 'events.payload', 'cases.report', 'long_texts.text']
    for (const [table, name] of columns.map((place) => place.split('.'))) {
      const row = storage.sql.exec(
        `select count(*) as rows, max(length(cast(${name} as blob))) as longest from ${table}`,
      )
      const { rows, longest } = row.one()
      expect([Number(rows) > 0, Number(longest) < 1_900_000]).toEqual([true, true])
    }
  })
})

test('many long reports are listed once each over several pages, and are deleted when they expire', async () => {
  const caller = await newCaller()
  const ids: string[] = []
  for (let left = 9; left > 0; left--) ids.unshift(await converted(caller))
  const listed: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const query: string = cursor === '' ? '?limit=9' : `?limit=9&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await caller.call('GET', `/v1/conversions${query}`)
    expect(status).toBe(200)
    // The platform transfers at most 32 MiB at once from an object to its caller.
    expect(JSON.stringify(body).length).toBeLessThan(16_000_000)
    listed.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.meta.next_cursor
  }
  expect(listed).toEqual(ids)
  expect(pages).toBeGreaterThan(2)
  vi.setSystemTime(Date.now() + 91 * 86_400_000)
  for (let alarms = 0; alarms < 20; alarms++) await runDurableObjectAlarm(accountOf(caller))
  expect((await caller.call('GET', '/v1/conversions')).body.data).toEqual([])
})

test('nothing of a long report stays after its owners are deleted', async () => {
  const caller = await newCaller()
  await accountOf(caller).saveWebhook('https://8.8.8.8/in')
  const id = await converted(caller)
  await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true })
  await accountOf(caller).removeWebhook()
  await caller.call('DELETE', `/v1/conversions/${id}`)
  vi.setSystemTime(Date.now() + 91 * 86_400_000)
  await runDurableObjectAlarm(accountOf(caller))
  await runInDurableObject(accountOf(caller), (_, state) => {
    expect(state.storage.sql.exec('select owner from long_texts').toArray()).toEqual([])
  })
})
