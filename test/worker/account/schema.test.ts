import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { migrate } from '../../../durable-objects/account/schema.ts'
import type { DeliveryView } from '../../../src/contract/delivery.ts'
import type { EventId } from '../../../src/contract/ids.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, newCaller, open, openAndStart, spec } from '../api/support.ts'

/** The schema before its tables and columns were renamed, from the new one. */
const oldNames = `alter table deletions rename to doomed;
  drop index deletions_by_time;
  create index doomed_by_time on doomed (due_ms);
  alter table responses rename to answers;
  drop index responses_by_expiry;
  create index answers_by_expiry on answers (expires_ms);
  alter table attempts rename column error to trouble;
  alter table attempts rename column response to answer;`

/** The number of migrations before conversions stored the object key of their file. */
const before = 9
const beforeRenames = 19

test('a conversion from before that migration finds its file where it was uploaded', async () => {
  const caller = await newCaller()
  const started = await openAndStart(caller)
  const awaiting = await open(caller)
  await runInDurableObject(accountOf(caller), (_instance, { storage }) => {
    storage.sql.exec(`${oldNames}
      drop index conversions_by_file;
      drop index cases_by_object;
      alter table conversions drop column file_key;
      alter table conversions drop column unspent;
      alter table pokes drop column waits;
      drop index events_by_end;
      drop index events_by_status;
      drop index sessions_by_visit;
      drop index cases_by_conversion;
      drop index cases_that_wait;
      drop index doomed_by_time;
      drop trigger usage_counted;
      drop table usage_days;
      alter table sessions drop column confirmed_ms;
      alter table sessions drop column place;
      alter table keys drop column expires_ms;
      alter table account drop column suspended_reason;
      alter table account drop column deleted_ms;
      drop table audit;
      drop table second_factor;
      drop table recovery_codes;
      drop table email_change;
      drop table sealed_passwords`)
    storage.kv.put('schema', before)
    migrate(storage)
    const rows = storage.sql.exec<{ id: string; file_key: string | null }>('select id, file_key from conversions')
    expect(Object.fromEntries([...rows].map(({ id, file_key }) => [id, file_key]))).toEqual({
      [started]: uploadKey(caller.accountId, started),
      [awaiting]: null,
    })
  })
  expect((await begin(caller, started)).input).toMatchObject({
    kind: 'upload',
    objectKey: uploadKey(caller.accountId, started),
    etag: expect.stringMatching(/./),
  })
})

test('the rows of the old tables and columns are kept under their new names', async () => {
  const caller = await newCaller()
  const account = accountOf(caller)
  await account.saveWebhook('https://hooks.example/')
  const eventId = (await account.pingWebhook()) as EventId
  const failed = { delivered: false, startedMs: 0, tookMs: 1, status: 500, error: 'It failed.', response: 'no' }
  await account.endDelivery(eventId, 1, failed)
  const opening = { name: 'a.csv', bytes: 3, spec }
  const key = { 'idempotency-key': 'old' }
  const first = await caller.call('POST', '/v1/conversions', opening, key)
  await env.FILES.put('outputs/nobody', 'x')
  await runInDurableObject(account, async (_instance, { storage }) => {
    storage.sql.exec(oldNames)
    storage.sql.exec("insert into doomed (object_key) values ('outputs/nobody')")
    expect(storage.sql.exec('select trouble, answer from attempts').toArray()).toEqual([
      { trouble: 'It failed.', answer: 'no' },
    ])
    expect(storage.sql.exec('select key from answers').toArray()).toEqual([{ key: 'old' }])
    storage.kv.put('schema', beforeRenames)
    migrate(storage)
    await storage.setAlarm(Date.now())
  })
  const deliveries = JSON.parse(await account.listDeliveries()) as DeliveryView[]
  expect(deliveries[0]?.attempts).toMatchObject([{ status: 500, error: 'It failed.', response: 'no' }])
  const again = await caller.call('POST', '/v1/conversions', opening, key)
  expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', first.text])
  await expect.poll(() => env.FILES.head('outputs/nobody')).toBeNull()
})

test('the code works with the schema of a later version, as after a rollback', async () => {
  const caller = await newCaller()
  await runInDurableObject(accountOf(caller), (_instance, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>("select name from sqlite_master where type = 'table'").toArray()
    for (const { name } of tables) {
      if (!/^(_|sqlite_)/.test(name)) storage.sql.exec(`alter table ${name} add column added_later integer default 7`)
    }
  })
  const account = accountOf(caller)
  await account.saveWebhook('https://hooks.example/')
  const id = await openAndStart(caller)
  const order = await begin(caller, id)
  const attempt = { accountId: caller.accountId, conversionId: id, attempt: order.attempt }
  expect(await account.reportProgress(attempt, { rows: 1, bytes_read: 1, bytes_total: 2 })).toBe('continue')
  expect(await account.reportMultipart(attempt, { objectKey: 'key', uploadId: 'upload' })).toBe('continue')
  expect(await account.endRun(attempt, { kind: 'given_back' })).toBe('continue')
  expect((await begin(caller, id)).attempt).toBe(order.attempt + 1)
  await runInDurableObject(account, (_instance, { storage }) => {
    expect(storage.sql.exec('select added_later from conversions').toArray()).toEqual([{ added_later: 7 }])
  })
})
