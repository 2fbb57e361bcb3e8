import { env } from 'cloudflare:workers'
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { afterEach, describe, expect, test, vi } from 'vitest'
import worker from '../../../src/worker.ts'
import { type Caller, newCaller, openAndStart, send } from '../api/support.ts'

const ops = (method: string, path: string) => send('operator-token-of-the-tests', method, `/ops/dead-letters${path}`)
const metrics = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }

afterEach(() => void vi.restoreAllMocks())

async function die(queue: string, id: string, body: unknown) {
  const batch = createMessageBatch(queue, [{ id, timestamp: new Date(), attempts: 1, body }])
  const context = createExecutionContext()
  await worker.queue(batch, env, context)
  return getQueueResult(batch, context)
}

async function queuedConversion(): Promise<{ caller: Caller; body: { accountId: string; conversionId: string } }> {
  vi.spyOn(env.CONVERSIONS, 'sendBatch').mockResolvedValue(metrics)
  const caller = await newCaller()
  return { caller, body: { accountId: caller.accountId, conversionId: await openAndStart(caller) } }
}

describe('a dead message', () => {
  test('ends its conversion, is counted, and is listed until it is replayed', async () => {
    const points = vi.spyOn(env.METRICS, 'writeDataPoint')
    const { caller, body } = await queuedConversion()
    const id = crypto.randomUUID()
    expect((await die('rowmill-conversions-dead', id, body)).explicitAcks).toEqual([id])
    await die('rowmill-conversions-dead', id, body)
    const read = await caller.call('GET', `/v1/conversions/${body.conversionId}`)
    expect(read.body.data).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
    expect(points).toHaveBeenCalledWith(
      expect.objectContaining({ indexes: [caller.accountId], blobs: ['dead_letter', 'conversions'] }),
    )
    const letters = async () => (await ops('GET', '')).body.data.filter((letter: { id: string }) => letter.id === id)
    expect(await letters()).toMatchObject([{ queue: 'conversions', body, replayed_at: null }])

    const sent = vi.spyOn(env.CONVERSIONS, 'send').mockResolvedValue(metrics)
    expect((await ops('POST', `/${id}/replay`)).status).toBe(200)
    expect(sent).toHaveBeenCalledWith(body)
    expect(await letters()).toMatchObject([{ replayed_at: expect.stringMatching(/^\d{4}-/) }])
  })

  test('returns to its own queue if it is about a webhook', async () => {
    const caller = await newCaller()
    const [id, body] = [crypto.randomUUID(), { accountId: caller.accountId, eventId: 'evt_1', attempt: 2 }]
    expect((await die('rowmill-deliveries-dead', id, body)).ackAll).toBe(true)
    const sent = vi.spyOn(env.DELIVERIES, 'send').mockResolvedValue(metrics)
    expect((await ops('POST', `/${id}/replay`)).status).toBe(200)
    expect(sent).toHaveBeenCalledWith(body)
  })

  test('ends its conversion even if the directory is unavailable', async () => {
    const { caller, body } = await queuedConversion()
    vi.spyOn(env.DIRECTORY, 'batch').mockRejectedValue(new Error('no directory'))
    const id = crypto.randomUUID()
    expect((await die('rowmill-conversions-dead', id, body)).explicitAcks).toEqual([id])
    expect((await caller.call('GET', `/v1/conversions/${body.conversionId}`)).body.data.status).toBe('failed')
  })

  test('cannot be replayed if it is unknown', async () => {
    expect((await ops('POST', '/nothing/replay')).status).toBe(404)
  })
})
