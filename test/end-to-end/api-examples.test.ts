import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import type { DeliveryView } from '../../src/contract/delivery.ts'
import { openByUpload, openCase, peopleFile } from '../../src/api/description/requests.ts'
import { specSchema } from '../../src/contract/spec.ts'
import { Contract, type DescribedResponse } from './described.ts'
import { newAccount, ops } from './ops.ts'
import { nobody } from './started-service.ts'

/*
 * The responses in the description of the API come from real conversions. This test repeats them and compares. After an
 * intended change, `RECORD_EXAMPLES=1 npx vitest run --project end-to-end test/end-to-end/api-examples.test.ts` records
 * them again.
 */
const recorded = new URL('../../src/api/description/responses.json', import.meta.url)
const file = new TextEncoder().encode(peopleFile)

const timesByField: Readonly<Record<string, string>> = {
  created_at: '2026-03-01T09:30:00.000Z',
  started_at: '2026-03-01T09:31:00.000Z',
  finished_at: '2026-03-01T09:31:02.000Z',
  expires_at: '2026-03-02T09:31:02.000Z',
  sent_at: '2026-03-01T09:30:00.000Z',
  period_start: '2026-03-01T00:00:00.000Z',
}

/** URLs are valid for an hour or for ten minutes. */
const expiryIn = (holder: object): string | undefined => {
  if ('headers' in holder) return '2026-03-01T10:30:00.000Z'
  return 'rejects_url' in holder ? '2026-03-01T09:41:02.000Z' : undefined
}

function settledPart(holder: object, key: string, part: unknown): unknown {
  // Every conversion has the same spec, which the description adds itself.
  if (key === 'spec') {
    expect(part).toEqual(specSchema.parse(openByUpload.spec))
    return undefined
  }
  if (typeof part !== 'string') return part
  const time = timesByField[key]
  if (time !== undefined) return (key === 'expires_at' ? expiryIn(holder) : undefined) ?? time
  if (/^https?:\/\/.*X-Amz-Signature/.test(part))
    return `https://storage.example/${key === 'rejects_url' ? 'rejects' : 'files'}/01JD0000000000000000000000?X-Amz-Signature=…`
  if (key === 'doc_url') return part.replace(new URL(part).origin, 'https://rowmill.example')
  return part
    .replace(/^((?:evt_|case_)?)[0-9A-HJKMNP-TV-Z]{26}$/, '$101JD0000000000000000000000')
    .replace(/^[0-9a-f]{64}$/, '0'.repeat(64))
}

/** Replaces ids, times and URLs with those of the documentation. */
const settled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), function (this: object, key, part: unknown) {
    return settledPart(this, key, part)
  })

const dataOf = ({ body }: DescribedResponse): unknown => body.data

async function realResponses(): Promise<Record<string, unknown>> {
  const { stateFolder, base_url } = inject('service')
  const { account_id, api_key } = await newAccount(stateFolder)
  const contract = new Contract({ base_url, api_key })
  await contract.readDescription()
  const ask = async (method: string, path: string, body?: unknown) => contract.ask(method, path, body)
  await ops(stateFolder, 'webhook', 'set', account_id, nobody)

  const awaiting = await ask('POST', '/conversions', openByUpload)
  const { id, upload } = awaiting.body.data
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: file })
  expect(put.ok).toBe(true)
  const queued = await ask('POST', `/conversions/${id}/start`)
  const done = await ask('GET', `/conversions/${id}?wait=30`)
  const usage = await ask('GET', '/usage')
  const openedCase = await ask('POST', `/conversions/${id}/cases`, openCase)
  const { spec } = openByUpload
  const failed = await ask('POST', '/conversions?wait=30', {
    name: 'empty.csv',
    content: btoa('\n'),
    content_encoding: 'base64',
    spec,
  })
  const opened = await ask('POST', '/conversions', openByUpload)
  const canceled = await ask('POST', `/conversions/${opened.body.data.id}/cancel`)
  await ops(stateFolder, 'webhook', 'ping', account_id)
  const deliveries = (await ops(stateFolder, 'webhook', 'deliveries', account_id)) as {
    readonly data: readonly DeliveryView[]
  }
  const event = (type: string): unknown => deliveries.data.find((delivery) => delivery.type === type)?.payload
  return {
    awaiting: dataOf(awaiting),
    queued: dataOf(queued),
    done: dataOf(done),
    failed: dataOf(failed),
    canceled: dataOf(canceled),
    usage: dataOf(usage),
    openedCase: dataOf(openedCase),
    events: Object.fromEntries(
      ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping'].map((type) => [type, event(type)]),
    ),
  }
}

test('the examples of the description are responses of the service', async () => {
  const real = settled(await realResponses())
  if (process.env['RECORD_EXAMPLES'] === '1') {
    writeFileSync(recorded, `${JSON.stringify(real, null, 2)}\n`)
    execFileSync('oxfmt', [fileURLToPath(recorded)])
  }
  expect(real).toEqual(JSON.parse(readFileSync(recorded, 'utf8')))
})
