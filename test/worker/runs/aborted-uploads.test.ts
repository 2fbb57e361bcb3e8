import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { RunOutcome } from '../../../src/contract/run.ts'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from '../api/support.ts'

const noted = (caller: Caller): Promise<number> =>
  runInDurableObject(
    accountOf(caller),
    (_, { storage }) => storage.sql.exec<{ count: number }>('select count(*) as count from multiparts').one().count,
  )

/** Returns a run that has begun to upload its output to R2. */
async function writing(caller: Caller) {
  const id = await openAndStart(caller)
  const order = await begin(caller, id)
  const upload = await env.FILES.createMultipartUpload(order.outputKey)
  const { key: objectKey, uploadId } = upload
  expect(await accountOf(caller).reportMultipart(order, { objectKey, uploadId })).toBe('continue')
  const part = await upload.uploadPart(1, 'first part')
  return { id, order, upload, part }
}

/** R2 refuses new parts of an aborted upload. */
const isOpen = async (upload: R2MultipartUpload): Promise<boolean> => {
  try {
    await upload.uploadPart(2, 'second part')
    return true
  } catch {
    return false
  }
}

const ends: readonly (readonly [
  string,
  (caller: Caller, at: Awaited<ReturnType<typeof writing>>) => Promise<unknown>,
])[] = [
  ['canceled', (caller, { id }) => caller.call('POST', `/v1/conversions/${id}/cancel`)],
  ['deleted', (caller, { id }) => caller.call('DELETE', `/v1/conversions/${id}`)],
  ['failed', (caller, { order }) => accountOf(caller).endRun(order, broken)],
  ['given back', (caller, { order }) => accountOf(caller).endRun(order, { kind: 'given_back' })],
]
const broken: RunOutcome = { kind: 'failed', failure: { code: 'corrupt_file', message: 'broken', problems: [] } }

test.each(ends)('R2 refuses output of a run that was %s', async (_, end) => {
  const caller = await newCaller()
  const at = await writing(caller)
  expect(await isOpen(at.upload)).toBe(true)
  await end(caller, at)
  await expect.poll(() => isOpen(at.upload)).toBe(false)
  await expect.poll(() => noted(caller)).toBe(0)
  expect(await env.FILES.head(at.order.outputKey)).toBeNull()
})

test('a completed output stays, and its upload is forgotten', async () => {
  const caller = await newCaller()
  const { order, upload, part } = await writing(caller)
  await upload.complete([part])
  expect(await accountOf(caller).endRun(order, done)).toBe('continue')
  await expect.poll(() => noted(caller)).toBe(0)
  expect(await (await env.FILES.get(order.outputKey))?.text()).toBe('first part')
})

test('an upload that could not be aborted is aborted when R2 is available again', async () => {
  const caller = await newCaller()
  const { id, upload } = await writing(caller)
  await runInDurableObject(accountOf(caller), (instance) => {
    const { deletionQueue } = instance as unknown as { deletionQueue: { files: R2Bucket } }
    const real = deletionQueue.files
    let refusals = 1
    deletionQueue.files = new Proxy(real, {
      get(target, name) {
        if (name === 'resumeMultipartUpload' && refusals-- > 0) throw new Error('R2 is away')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  })
  await caller.call('POST', `/v1/conversions/${id}/cancel`)
  expect(await noted(caller)).toBe(1)
  expect(await isOpen(upload)).toBe(true)
  await accountOf(caller).removeWebhook()
  await expect.poll(() => isOpen(upload)).toBe(false)
  await expect.poll(() => noted(caller)).toBe(0)
})
