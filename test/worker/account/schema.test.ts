import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { migrate } from '../../../durable-objects/account/schema.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, newCaller, open, openAndStart } from '../api/support.ts'

/** The number of migrations before conversions stored the object key of their file. */
const before = 9

test('a conversion from before that migration finds its file where it was uploaded', async () => {
  const caller = await newCaller()
  const started = await openAndStart(caller)
  const awaiting = await open(caller)
  await runInDurableObject(accountOf(caller), (_instance, { storage }) => {
    storage.sql.exec(`drop index conversions_by_file;
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
