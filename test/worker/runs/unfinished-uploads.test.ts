import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from '../api/support.ts'
import { runDurableObjectAlarm } from 'cloudflare:test'

/** An attempt under way that has sent one part of its output. */
async function withPart(caller: Caller) {
  const id = await openAndStart(caller)
  const order = await begin(caller, id)
  const upload = await env.FILES.createMultipartUpload(order.outputKey)
  const reply = await accountOf(caller).reportUpload(order, {
    objectKey: order.outputKey,
    uploadId: upload.uploadId,
  })
  return { id, order, upload, reply, part: await upload.uploadPart(1, new Uint8Array(10)) }
}

type Upload = Awaited<ReturnType<typeof withPart>>['upload']
const isOpen = (upload: Upload): Promise<boolean> =>
  upload.uploadPart(2, new Uint8Array(10)).then(
    () => true,
    () => false,
  )

test('the parts of an attempt that was given back go', async () => {
  const caller = await newCaller()
  const { order, upload, reply } = await withPart(caller)
  expect([reply, await isOpen(upload)]).toEqual(['continue', true])
  await accountOf(caller).endRun(order, { kind: 'given_back' })
  await expect.poll(() => isOpen(upload)).toBe(false)
})

test.each(['cancel', 'delete'])('the parts go when the conversion is ended by %s', async (how) => {
  const caller = await newCaller()
  const { id, upload } = await withPart(caller)
  if (how === 'cancel') await caller.call('POST', `/v1/conversions/${id}/cancel`)
  else await caller.call('DELETE', `/v1/conversions/${id}`)
  await expect.poll(() => isOpen(upload)).toBe(false)
})

test('an upload that was completed stays, and nothing is tried again', async () => {
  const caller = await newCaller()
  const { order, upload, part } = await withPart(caller)
  await upload.complete([part])
  await accountOf(caller).endRun(order, done)
  await runDurableObjectAlarm(accountOf(caller))
  expect((await env.FILES.head(order.outputKey))?.size).toBe(10)
})

test('an attempt that is not the current one begins no upload', async () => {
  const caller = await newCaller()
  const { order } = await withPart(caller)
  await accountOf(caller).endRun(order, { kind: 'given_back' })
  const late = { objectKey: order.outputKey, uploadId: 'late' }
  expect(await accountOf(caller).reportUpload(order, late)).toBe('stop')
})
