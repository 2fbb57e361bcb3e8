import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { ConversionMessage } from '../../../src/contract/run.ts'
import { accountOf, newCaller, openAndStart } from '../api/support.ts'

test('a message that dies in the real queues ends its conversion as `internal_error`', async () => {
  const caller = await newCaller()
  await accountOf(caller).saveWebhook('https://hooks.example.com/')
  const id = await openAndStart(caller)
  const poison = {
    accountId: caller.accountId,
    conversionId: id,
    poke: 1,
    poison: true,
  } satisfies ConversionMessage & {
    poison: true
  }
  await env.CONVERSIONS.send(poison)
  const read = async () => (await caller.call('GET', `/v1/conversions/${id}`)).body.data
  await expect.poll(read, { interval: 250 }).toMatchObject({
    status: 'failed',
    error: { code: 'internal_error', problems: [] },
  })
  const deliveries = JSON.parse(await accountOf(caller).listDeliveries()) as {
    type: string
    payload: { data: { id: string } }
  }[]
  expect(deliveries.map(({ type, payload }) => [type, payload.data.id])).toEqual([['conversion.failed', id]])
})
