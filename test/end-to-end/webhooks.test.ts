import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryView } from '../../src/contract/delivery.ts'
import { defaultLimits } from '../../src/contract/limits.ts'
import { Client } from './client.ts'
import { hangMs } from './hang.ts'
import { type Certificates, makeCertificates, type ReceivedCall, Receiver, verifyCall } from './receiver.ts'
import { startService, type StartedService } from './service.ts'

const retrySeconds = [1, 2, 1, 1, 1]
/** This is shorter than the default, and long enough for a receiver on a busy machine. */
const timeoutSeconds = 6
/** Nothing listens on this port. */
const nobody = 'https://127.0.0.1:1'

let certificates: Certificates
let receiver: Receiver
/** A receiver with a certificate from an untrusted authority. */
let impostor: Receiver
const stateFolder = mkdtempSync(join(tmpdir(), 'rowmill-service-'))
let service: StartedService

const startedWith = (webhookTimeoutSeconds: number): Promise<StartedService> =>
  startService({
    stateFolder,
    env: { NODE_EXTRA_CA_CERTS: certificates.authorityFile },
    vars: {
      LOCAL_TRUSTED_ORIGINS: [receiver.origin, impostor.origin, nobody].join(','),
      WEBHOOK_RETRY_SECONDS: retrySeconds.join(','),
      WEBHOOK_TIMEOUT_SECONDS: String(webhookTimeoutSeconds),
    },
  })

beforeAll(async () => {
  certificates = makeCertificates()
  receiver = await Receiver.start(certificates)
  const others = makeCertificates()
  impostor = await Receiver.start(others)
  others.remove()
  service = await startedWith(timeoutSeconds)
})
afterAll(async () => {
  await service.stop()
  rmSync(stateFolder, { recursive: true, force: true })
  await receiver.stop()
  await impostor.stop()
  certificates.remove()
})

interface Account {
  readonly account_id: string
  readonly api_key: string
}

async function operator<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(new URL(`/ops${path}`, service.base_url), {
    method,
    headers: { authorization: `Bearer ${service.operator_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

const newAccount = (): Promise<Account> =>
  operator('POST', '/accounts', { email: `${crypto.randomUUID()}@example.com` })

async function accountCalling(url: string): Promise<Account & { readonly secret: string }> {
  const account = await newAccount()
  const { secret } = await operator<{ secret: string }>('PUT', `/accounts/${account.account_id}/webhook`, { url })
  return { ...account, secret }
}

const ping = async (account: Account): Promise<string> =>
  (await operator<{ event_id: string }>('POST', `/accounts/${account.account_id}/webhook/ping`)).event_id

const log = async (account: Account): Promise<readonly DeliveryView[]> =>
  (await operator<{ data: DeliveryView[] }>('GET', `/accounts/${account.account_id}/webhook/deliveries`)).data

async function untilLogged(account: Account, isEnough: (event: DeliveryView) => boolean): Promise<DeliveryView> {
  for (const started = Date.now(); ; await wait(50)) {
    const [event] = await log(account)
    if (event !== undefined && isEnough(event)) return event
    if (Date.now() - started > hangMs) throw new Error(`still ${JSON.stringify(event)}`)
  }
}

const oneAttempt = (event: DeliveryView): boolean => event.attempts.length > 0
const csv = new TextEncoder().encode('id,name\n1,Zoë\n2,Bo\n')
const spec = { output: { dialect: 'postgresql' } } as const
const isGood = (call: ReceivedCall, secret: string): boolean => verifyCall(call, secret, Math.floor(Date.now() / 1000))

describe('webhooks report how conversions ended', () => {
  test('with the conversion as the API shows it, signed, and a working URL of its output', async () => {
    const account = await accountCalling(`${receiver.origin}/status/200/done`)
    const client = new Client({ base_url: service.base_url, api_key: account.api_key })
    const conversion = await client.convert('people.csv', csv, spec)
    const [call] = await receiver.until('/status/200/done', 1)
    if (call === undefined) throw new Error('no call')
    const event = JSON.parse(call.body)
    expect(isGood(call, account.secret)).toBe(true)
    expect([isGood(call, 'whsec_wrong'), isGood({ ...call, body: `${call.body} ` }, account.secret)]).toEqual([
      false,
      false,
    ])
    expect(call.method).toBe('POST')
    expect(call.headers).toMatchObject({ 'content-type': 'application/json', 'service-webhook-id': event.id })
    expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'data'])
    expect(event).toMatchObject({ type: 'conversion.done', created_at: conversion.finished_at })
    expect(event.id).toMatch(/^evt_/)
    const { output, ...rest } = event.data
    const { output: shown, ...shownRest } = conversion
    expect(rest).toEqual(shownRest)
    expect([output.bytes, Object.keys(output)]).toEqual([shown?.bytes, Object.keys(shown ?? {})])
    expect(await client.download(event.data)).toEqual(await client.download(conversion))
  })

  test('with the error of a failed one, and for a canceled one, but not for a deleted one', async () => {
    const path = '/status/204/ends'
    const account = await accountCalling(`${receiver.origin}${path}`)
    const client = new Client({ base_url: service.base_url, api_key: account.api_key })
    const failed = await client.convert('empty.csv', new TextEncoder().encode('\n'), spec)
    const canceled = await client.open('a.csv', 5, spec)
    await client.call('POST', `/conversions/${canceled.id}/cancel`)
    const deleted = await client.open('b.csv', 5, spec)
    await client.call('DELETE', `/conversions/${deleted.id}`)
    const calls = await receiver.until(path, 2)
    const events = calls.map((call) => JSON.parse(call.body))
    expect(calls.every((call) => isGood(call, account.secret))).toBe(true)
    expect(failed.status).toBe('failed')
    expect(events.find((event) => event.type === 'conversion.failed')?.data).toEqual(failed)
    expect(events.find((event) => event.type === 'conversion.canceled')?.data).toEqual(await client.read(canceled.id))
    await wait(1000)
    expect(receiver.calls(path).length).toBe(2)
  })
})

describe('a delivery', () => {
  test.each([301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])(
    'fails on status %i, and follows no redirect',
    async (status) => {
      const account = await accountCalling(`${receiver.origin}/status/${status}`)
      await ping(account)
      const event = await untilLogged(account, oneAttempt)
      expect(event.status).toBe('waiting')
      expect(event.attempts[0]).toMatchObject({ number: 1, status, response: `response ${status}` })
      expect(receiver.calls('/redirected')).toEqual([])
    },
  )

  test.each([200, 201, 202, 204, 299])('succeeds on status %i', async (status) => {
    const account = await accountCalling(`${receiver.origin}/status/${status}`)
    await ping(account)
    const event = await untilLogged(account, oneAttempt)
    expect([event.status, event.attempts[0]?.status]).toEqual(['delivered', status])
  })

  test.each(['gigabyte', 'bomb'])('does not read a response of a gigabyte (%s)', async (kind) => {
    const path = `/${kind}/in`
    const account = await accountCalling(`${receiver.origin}${path}`)
    await ping(account)
    const event = await untilLogged(account, oneAttempt)
    // The time limit would end an attempt that reads all of it.
    expect(event.status).toBe('delivered')
    expect(event.attempts[0]?.response.length).toBeLessThanOrEqual(1024)
    await wait(500)
    expect(receiver.bytesWritten.get(path) ?? 0).toBeLessThan(64 * 1024 ** 2)
  })

  test('fails if the connection is reset, or refused', async () => {
    for (const url of [`${receiver.origin}/reset/in`, `${nobody}/in`]) {
      const account = await accountCalling(url)
      await ping(account)
      const event = await untilLogged(account, oneAttempt)
      expect(event).toMatchObject({
        status: 'waiting',
        attempts: [{ status: null, error: expect.stringMatching(/^The connection failed/) }],
      })
    }
  })

  test('fails on a certificate of an unknown authority', async () => {
    const account = await accountCalling(`${impostor.origin}/status/200`)
    await ping(account)
    const event = await untilLogged(account, oneAttempt)
    expect(event).toMatchObject({
      status: 'waiting',
      attempts: [{ status: null, error: expect.stringContaining('certificate') }],
    })
    expect(impostor.calls('/status/200')).toEqual([])
  })

  test('ends at the time limit of the specification if the receiver hangs', async () => {
    const account = await accountCalling(`${receiver.origin}/hang/in`)
    await ping(account)
    const event = await untilLogged(account, oneAttempt)
    expect(event.attempts[0]).toMatchObject({ status: null, error: `No response within ${timeoutSeconds} seconds.` })
    expect(event.attempts[0]?.took_ms).toBeGreaterThanOrEqual(timeoutSeconds * 1000 - 50)
    expect(event.attempts[0]?.took_ms).toBeLessThan(defaultLimits.WEBHOOK_TIMEOUT_SECONDS * 1000)
  })
})

describe('the retry schedule', () => {
  test('sends the same bytes to a recovering receiver, each time with a new signature', async () => {
    const path = '/fails-first/2/in'
    const account = await accountCalling(`${receiver.origin}${path}`)
    const id = await ping(account)
    const calls = await receiver.until(path, 3)
    const event = await untilLogged(account, (each) => each.status === 'delivered')
    expect(event.attempts.map((attempt) => [attempt.number, attempt.status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 204],
    ])
    expect(new Set(calls.map((call) => call.body)).size).toBe(1)
    expect(new Set(calls.map((call) => call.headers['service-signature'])).size).toBe(3)
    expect(calls.every((call) => call.headers['service-webhook-id'] === id && isGood(call, account.secret))).toBe(true)
    const waits = calls.slice(1).map((call, at) => (call.atMs - (calls[at]?.atMs ?? 0)) / 1000)
    for (const [at, waited] of waits.entries()) {
      expect(waited).toBeGreaterThan((retrySeconds[at] ?? 0) - 1)
      expect(waited).toBeLessThan(defaultLimits.WEBHOOK_RETRY_SECONDS[at] ?? 0)
    }
  })

  test('drops an event after six attempts, and a replay starts again', async () => {
    const path = '/status/500/six'
    const account = await accountCalling(`${receiver.origin}${path}`)
    const id = await ping(account)
    const dropped = await untilLogged(account, (event) => event.status === 'dropped')
    expect(dropped.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6])
    await wait(2500)
    expect(receiver.calls(path).length).toBe(6)
    await operator('PUT', `/accounts/${account.account_id}/webhook`, { url: `${receiver.origin}/status/200/replayed` })
    await operator('POST', `/accounts/${account.account_id}/webhook/deliveries/${id}/replay`)
    const [replayed] = await receiver.until('/status/200/replayed', 1)
    expect(replayed?.body).toBe(receiver.calls(path)[0]?.body)
    expect(replayed !== undefined && isGood(replayed, account.secret)).toBe(true)
  })
})

test('a stopped service keeps waiting events and sends them after its restart', async () => {
  const path = '/fails-first/1/restart'
  const account = await accountCalling(`${receiver.origin}${path}`)
  await ping(account)
  await receiver.until(path, 1)
  // The in-memory queue forgets the second attempt, but the account's rows and alarm keep it.
  await service.stop()
  // The tests after this one need a longer timeout.
  service = await startedWith(60)
  const calls = await receiver.until(path, 2)
  expect(calls.map((call) => call.body)).toEqual([calls[0]?.body, calls[0]?.body])
  expect(calls.every((call) => isGood(call, account.secret))).toBe(true)
})

// The timeout is longer than any delay of a busy machine, so waiting for even one of these calls would show.
test('receivers that hang delay no other deliveries', async () => {
  const hanging = 100
  const slow = await Promise.all(Array.from({ length: 20 }, (_, at) => accountCalling(`${receiver.origin}/hang/${at}`)))
  const fastReceiver = await accountCalling(`${receiver.origin}/status/200/quick`)
  await Promise.all(slow.flatMap((account) => Array.from({ length: hanging / slow.length }, () => ping(account))))
  const startedMs = Date.now()
  await ping(fastReceiver)
  const [call] = await receiver.until('/status/200/quick', 1, 50_000)
  expect(call).toMatchObject({ method: 'POST' })
  console.log(`behind ${hanging} calls that hang, a webhook arrived after ${(call?.atMs ?? 0) - startedMs} ms`)
})
