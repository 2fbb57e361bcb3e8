import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { migrate } from '../../../durable-objects/account/schema.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, newCaller, open, openAndStart } from '../api/support.ts'

/** As many migrations had run before conversions were told which object their file is. */
const before = 9

test('a conversion that was started before its row named its file finds it where it was uploaded', async () => {
  const caller = await newCaller()
  const started = await openAndStart(caller)
  const awaiting = await open(caller)
  await runInDurableObject(accountOf(caller), (_instance, { storage }) => {
    storage.sql.exec('alter table conversions drop column file_key')
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
