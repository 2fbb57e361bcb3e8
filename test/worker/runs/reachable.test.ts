import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import type { RunIdentity } from '../../../src/contract/run.ts'
import { capabilityOf, signCapability } from '../../../src/runs/capability.ts'
import { isForOwnHost } from '../../../src/api/own-host.ts'
import { accountOf, begin, newCaller, openAndStart } from '../api/support.ts'

const worker = exports as unknown as {
  readonly default: Fetcher
  readonly RunGateway: (options: { readonly props: RunIdentity }) => Fetcher
}
const progress = { rows: 1, bytes_read: 2, bytes_total: 3 }

async function running() {
  const caller = await newCaller()
  const id = await openAndStart(caller)
  const order = await begin(caller, id)
  const token = await signCapability(capabilityOf(order), env.RUN_SECRET)
  const report = {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ progress }),
  }
  return { caller, id, report, gateway: (props: RunIdentity) => worker.RunGateway({ props }) }
}

test('the routes of runs are not reachable from the internet', async () => {
  const { report } = await running()
  for (const path of ['/runs/progress', '/runs/', '/runs', '/runs//progress', '/RUNS/progress', '/v1/../runs/progress'])
    expect((await worker.default.fetch(`https://api.example${path}`, report)).status).toBe(404)
})

test('a container reaches only its own run through the gateway', async () => {
  const [mine, other] = [await running(), await running()]
  const [accountId, conversionId] = [mine.caller.accountId, mine.id]
  const url = 'http://engine.internal/runs/progress'
  expect((await mine.gateway({ accountId, conversionId }).fetch(url, mine.report)).status).toBe(200)
  const foreign: RunIdentity[] = [
    { accountId, conversionId: other.id },
    { accountId: other.caller.accountId, conversionId },
    { accountId: other.caller.accountId, conversionId: other.id },
    { accountId, conversionId: '' as ConversionId },
  ]
  for (const props of foreign) expect((await mine.gateway(props).fetch(url, mine.report)).status).toBe(401)
  const { authorization: _none, ...headers } = mine.report.headers
  const unsigned = await mine.gateway({ accountId, conversionId }).fetch(url, { ...mine.report, headers })
  expect(unsigned.status).toBe(401)
})

test('the gateway serves only the routes of runs', async () => {
  const { caller, id, report, gateway } = await running()
  const own = gateway({ accountId: caller.accountId, conversionId: id })
  for (const path of ['/v1/account', '/ops/health', '/settings/sign-in', '/docs', '/'])
    expect((await own.fetch(`http://engine.internal${path}`, report)).status).toBe(404)
  expect(await accountOf(caller).exists()).toBe(true)
})

test('requests for another host are misdirected', async () => {
  for (const host of [
    'rowmill.workers.dev',
    'api.example:8443',
    'api.example.attacker.example',
    'localhost',
    'API.example.',
  ])
    expect((await worker.default.fetch(`https://${host}/docs`)).status).toBe(421)
  expect((await worker.default.fetch('https://api.example/docs')).status).toBe(200)
})

test('a deployment without an origin responds to nobody, and a local run responds to localhost too', () => {
  expect(isForOwnHost('https://api.example/', undefined, false)).toBe(false)
  expect(isForOwnHost('https://api.example/', '', false)).toBe(false)
  expect(isForOwnHost('http://localhost:8787/v1', 'http://127.0.0.1:8787', true)).toBe(true)
  expect(isForOwnHost('http://rebound.example:8787/v1', 'http://127.0.0.1:8787', true)).toBe(false)
  expect(isForOwnHost('http://localhost:8787/v1', 'http://127.0.0.1:8787', false)).toBe(false)
})
