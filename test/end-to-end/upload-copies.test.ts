import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Conversion } from '../../src/contract/conversion.ts'
import { Client } from './client.ts'
import { newAccount, ops } from './ops.ts'

const service = inject('service')
const secret = new TextEncoder().encode('id,secret\n1,of another account\n')
const own = new Uint8Array(secret.length).fill(120)
const spec = { output: { dialect: 'postgresql' } } as const
const created: string[] = []

async function newClient(): Promise<Client> {
  const account = await newAccount(service.stateFolder)
  created.push(account.account_id)
  return new Client({ base_url: service.base_url, api_key: account.api_key })
}

/** Returns the bucket and the key in the URL of a file, as a thief would extract them. */
function sourceOf(url: string): string {
  return new URL(url).pathname.replace('/cdn-cgi/local/r2/s3', '')
}

let victim: Client
let thief: Client
let uploaded: Conversion
let converted: Conversion

beforeAll(async () => {
  victim = await newClient()
  thief = await newClient()
  uploaded = await victim.open('secret.csv', secret.length, spec)
  await victim.upload(uploaded, secret)
  converted = await victim.convert('secret.csv', secret, spec)
})

afterAll(async () => {
  for (const id of created) await ops(service.stateFolder, 'account', 'suspend', id)
})

const copyVariants: readonly (readonly [string, Record<string, string>])[] = [
  ['a plain copy', {}],
  ['a copy that keeps the metadata', { 'x-amz-metadata-directive': 'COPY' }],
  ['a copy that replaces the metadata', { 'x-amz-metadata-directive': 'REPLACE' }],
  ['a copy of a range', { 'x-amz-copy-source-range': 'bytes=0-3' }],
  ['a copy with a condition that is true', { 'x-amz-copy-source-if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  ['a copy of one ETag', { 'x-amz-copy-source-if-match': '*' }],
  ['a copy of one version', { 'x-amz-copy-source-if-unmodified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }],
  ['a copy into another storage class', { 'x-amz-storage-class': 'STANDARD' }],
  ['a copy with an ACL', { 'x-amz-acl': 'public-read' }],
  ['a copy that is tagged', { 'x-amz-tagging-directive': 'COPY' }],
]

const objects: readonly (readonly [string, () => { readonly url: string; readonly bytes: number }])[] = [
  ['an upload', () => ({ url: uploaded.upload?.url ?? '', bytes: secret.length })],
  ['an output', () => ({ url: converted.output?.url ?? '', bytes: converted.output?.bytes ?? 0 })],
]

describe.each(objects)('%s of another account', (_what, objectOf) => {
  test.each(copyVariants)('cannot be copied with %s', async (_variant, headers) => {
    const { url, bytes } = objectOf()
    const source = sourceOf(url)
    for (const spelling of [source, source.slice(1), encodeURIComponent(source)]) {
      const opened = await thief.open('mine.csv', bytes, spec)
      for (const body of [new Uint8Array(bytes), new Uint8Array()]) {
        const put = await fetch(opened.upload?.url ?? '', {
          method: 'PUT',
          headers: { ...opened.upload?.headers, 'x-amz-copy-source': spelling, ...headers },
          body,
        }).catch(() => null)
        await put?.body?.cancel()
      }
      const started = await thief.call('POST', `/conversions/${opened.id}/start`)
      expect(await started.text()).toContain('not_uploaded')
      expect(started.status).toBe(409)
      await thief.call('DELETE', `/conversions/${opened.id}`)
    }
  })

  test.each([
    ['a multipart upload', 'POST', '&uploads='],
    ['a part that is a copy', 'PUT', '&uploadId=x&partNumber=1'],
    ['an ACL', 'PUT', '&acl='],
    ['tags', 'PUT', '&tagging='],
  ])('cannot be copied with the URL turned into %s', async (_variant, method, more) => {
    const opened = await thief.open('mine.csv', secret.length, spec)
    const headers = { ...opened.upload?.headers, 'x-amz-copy-source': sourceOf(objectOf().url) }
    const init: RequestInit = { method, headers, body: own }
    const response = await fetch(`${opened.upload?.url}${more}`, init)
    await response.body?.cancel()
    expect(response.status).toBe(403)
  })
})

test('an object with different metadata, or none, is not the upload', async () => {
  const opened = await thief.open('mine.csv', own.length, spec)
  const { 'x-amz-meta-upload': proof, ...withoutProof } = opened.upload?.headers ?? {}
  expect(proof).toMatch(/^[0-9a-f]{64}$/)
  for (const headers of [withoutProof, { ...withoutProof, 'x-amz-meta-upload': '0'.repeat(64) }]) {
    const put = await fetch(opened.upload?.url ?? '', { method: 'PUT', headers, body: own })
    expect(put.status).toBe(403)
    await put.body?.cancel()
  }
})

test('nobody learns the size of the object at the URL', async () => {
  const opened = await thief.open('mine.csv', own.length, spec)
  const response = await thief.call('POST', `/conversions/${opened.id}/start`)
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  expect(error.code).toBe('not_uploaded')
  await thief.upload(opened, own)
  expect((await thief.start(opened.id)).status).toBe('queued')
})
