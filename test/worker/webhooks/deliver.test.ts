import { describe, expect, test } from 'vitest'
import type { DeliveryOrder } from '../../../src/contract/delivery.ts'
import type { AccountId, EventId } from '../../../src/contract/ids.ts'
import { checkWebhookUrl } from '../../../src/webhooks/check-webhook-url.ts'
import { deliver, type Sending } from '../../../src/webhooks/deliver.ts'
import { hostileUrls } from '../../url-safety/hostile-urls.ts'
import { asId } from '../../container/run/support/start.ts'

const order: DeliveryOrder = {
  accountId: asId<AccountId>('acc'),
  eventId: asId<EventId>('evt_1'),
  attempt: 1,
  url: 'https://8.8.8.8/in',
  secret: 'whsec_x',
  payload: '{"id":"evt_1"}',
}
const env = { LOCAL_TRUSTED_ORIGINS: '' }
const sendingTo = (fetch: Sending['fetch'], timeoutMs = 1000): Sending => ({
  timeoutMs,
  check: (url) => checkWebhookUrl(url, env),
  fetch,
})
const never = (init: { readonly signal: AbortSignal }): Promise<Response> =>
  new Promise((_, reject) => init.signal.addEventListener('abort', () => reject(new Error('aborted'))))

describe('one attempt', () => {
  test('posts the payload with the headers of the specification and follows no redirect', async () => {
    let call: { url: string; init: object } | null = null
    const result = await deliver(
      order,
      sendingTo(({ url }, init) => {
        call = { url: url.href, init }
        return Promise.resolve(new Response('thanks', { status: 202 }))
      }),
    )
    expect(result).toMatchObject({ delivered: true, status: 202, error: null, response: 'thanks' })
    expect(call).toMatchObject({
      url: order.url,
      init: {
        method: 'POST',
        redirect: 'manual',
        body: order.payload,
        headers: {
          'content-type': 'application/json',
          'service-webhook-id': 'evt_1',
          'service-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
        },
      },
    })
  })

  test.each([301, 307, 400, 404, 429, 500, 503])('fails on status %i', async (status) => {
    const result = await deliver(
      order,
      sendingTo(() => Promise.resolve(new Response('no', { status }))),
    )
    expect(result).toMatchObject({ delivered: false, status, response: 'no' })
    expect(result.error).toBe(
      `The receiver responded with status ${status}.${status < 400 ? ' Redirects are not followed.' : ''}`,
    )
  })

  test('fails if the receiver hangs or resets the connection', async () => {
    const hanging = await deliver(
      order,
      sendingTo((_, init) => never(init), 50),
    )
    expect(hanging).toMatchObject({ delivered: false, status: null, error: 'No response within 0.05 seconds.' })
    const reset = await deliver(
      order,
      sendingTo(() => Promise.reject(new Error('reset by peer'))),
    )
    expect(reset).toMatchObject({
      delivered: false,
      status: null,
      error: expect.stringContaining('reset by peer'),
    })
  })

  test('fails if the receiver closes the connection instead of responding', async () => {
    const lost = await deliver(
      order,
      sendingTo(() => Promise.reject(new Error('Network connection lost.'))),
    )
    expect(lost.error).toBe('The connection failed: it was closed before a complete HTTP response.')
  })

  test('stops reading an endless response after 1 KB and a silent one after a short wait, and both count as delivered', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 700
        controller.enqueue(new Uint8Array(700).fill(97))
      },
    })
    const long = await deliver(
      order,
      sendingTo(() => Promise.resolve(new Response(endless))),
    )
    expect([long.delivered, long.response.length]).toEqual([true, 1024])
    expect(pulled).toBeLessThan(5000)
    const silent = await deliver(
      order,
      sendingTo(() => Promise.resolve(new Response(new ReadableStream({})))),
    )
    expect([silent.delivered, silent.response]).toEqual([true, ''])
  })

  test('does not call an address that has become private', async () => {
    let calls = 0
    const fetch: Sending['fetch'] = () => {
      calls++
      return Promise.resolve(new Response())
    }
    const trusting = { LOCAL_TRUSTED_ORIGINS: 'http://127.0.0.1:9000' }
    const check: Sending['check'] = (url) => checkWebhookUrl(url, trusting)
    const urls = ['https://127.0.0.1/in', 'http://127.0.0.1:9000/in', ...Object.values(hostileUrls).flat()]
    for (const url of urls)
      expect(await deliver({ ...order, url }, { timeoutMs: 1000, check, fetch })).toMatchObject({
        delivered: false,
        status: null,
        error: expect.stringMatching(/^.+[.?]$/),
      })
    expect(calls).toBe(0)
  })
})
