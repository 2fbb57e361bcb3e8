import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { uploadProof } from '../../../src/storage/upload-proof.ts'
import { engineStub } from '../../../src/stubs/engine.ts'
import { begin, type Caller, newCaller, spec } from '../api/support.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

async function gzipped(chunk: Uint8Array, times: number): Promise<Uint8Array> {
  const plain = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < times; at++) controller.enqueue(chunk)
      controller.close()
    },
  })
  return new Uint8Array(await new Response(plain.pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}

/** Returns a conversion that waits for its engine, with these bytes uploaded. */
async function waiting(
  caller: Caller,
  name: string,
  bytes: Uint8Array,
  settings: object = spec,
): Promise<ConversionId> {
  const opened = await caller.call('POST', '/v1/conversions', { name, bytes: bytes.length, spec: settings })
  const id = opened.body.data.id as ConversionId
  const key = uploadKey(caller.accountId, id)
  await env.FILES.put(key, bytes, { customMetadata: { upload: uploadProof(env, key) } })
  expect((await caller.call('POST', `/v1/conversions/${id}/start`)).status).toBe(202)
  return id
}

const convert = async (caller: Caller, conversionId: ConversionId): Promise<string> =>
  engineStub(env, conversionId, 1).convertHere({ accountId: caller.accountId, conversionId, poke: 1, isSmall: true })

async function settled(caller: Caller, id: ConversionId): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await caller.call('GET', `/v1/conversions/${id}`)
    if (body.data.status !== 'running' && body.data.started_at !== null) return body.data
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
}

describe('a small upload', () => {
  test('is converted in the isolate, counted, and can be downloaded', async () => {
    const caller = await newCaller()
    const id = await waiting(caller, 'people.csv', bytesOf('id,name\n1,Ann\n2,Bob\n'))
    expect(await convert(caller, id)).toBe('taken')
    const data = await settled(caller, id)
    expect(data).toMatchObject({ status: 'done', report: { rows: { converted: 2, rejected: 0 } } })
    const output = await env.FILES.get(`outputs/${caller.accountId}/${id}/1`)
    const sql = await output?.text()
    expect(sql).toContain('Ann')
    expect(sql).toContain('Bob')
    expect((await caller.call('GET', '/v1/usage')).body.data.used).toBe(20)
  })

  test('stores its rejected rows in a file, which is deleted with the conversion', async () => {
    const caller = await newCaller()
    const columns = [{ index: 0, type: 'integer' }]
    const bytes = bytesOf('id,name\n1,Ann\nx,Bob\n')
    const id = await waiting(caller, 'people.csv', bytes, { ...spec, columns })
    await convert(caller, id)
    const data = await settled(caller, id)
    expect(data).toMatchObject({ status: 'done', report: { rows: { converted: 1, rejected: 1 } } })
    const url = new URL((data['output'] as { rejects_url: string }).rejects_url)
    expect(url.searchParams.get('response-content-disposition')).toContain('filename="people.rejects.csv"')
    expect(url.searchParams.get('response-content-type')).toBe('text/csv; charset=utf-8')
    const key = `outputs/${caller.accountId}/${id}/1/rejects`
    const rejected = await env.FILES.get(key)
    expect(await rejected?.text()).toMatch(/^row,code,column,message,id,name\r\n3,type_mismatch,id,[^\r]*,x,Bob\r\n$/)
    expect((await caller.call('DELETE', `/v1/conversions/${id}`)).status).toBe(204)
    await expect.poll(() => env.FILES.head(key)).toBeNull()
  })

  test('has no file of rejected rows if it has none', async () => {
    const caller = await newCaller()
    const id = await waiting(caller, 'people.csv', bytesOf('id,name\n1,Ann\n'))
    await convert(caller, id)
    expect(await settled(caller, id)).toMatchObject({ output: { rejects_url: null } })
    expect(await env.FILES.head(`outputs/${caller.accountId}/${id}/1/rejects`)).toBeNull()
  })

  test('fails with the reason if it cannot be converted', async () => {
    const caller = await newCaller()
    const id = await waiting(caller, 'broken.xlsx', bytesOf('PK\u0003\u0004 and nothing else'))
    await convert(caller, id)
    expect(await settled(caller, id)).toMatchObject({ status: 'failed', error: { code: 'corrupt_file' } })
  })

  test('is not converted if it changed after its start', async () => {
    const caller = await newCaller()
    const id = await waiting(caller, 'a.csv', bytesOf('a\n1\n'))
    await env.FILES.put(uploadKey(caller.accountId, id), 'a\n2\n')
    await convert(caller, id)
    expect(await settled(caller, id)).toMatchObject({ status: 'failed', error: { code: 'not_uploaded' } })
  })

  test('is converted in a container if it unpacks to more than an isolate can hold', async () => {
    const caller = await newCaller()
    const id = await waiting(caller, 'large.csv.gz', await gzipped(bytesOf('1,2,3,4,5,6,7\n'.repeat(10_000)), 100))
    await convert(caller, id)
    expect(await settled(caller, id)).toMatchObject({ status: 'queued', error: null })
    expect((await begin(caller, id)).attempt).toBe(2)
  })

  test('is converted in a container if it is compressed with Zstandard', async () => {
    const caller = await newCaller()
    // The output of `zstd` for "a,b\n1,2\n". An isolate only checks the magic number of the first frame.
    const packed = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 8, 0x41, 0, 0, ...bytesOf('a,b\n1,2\n'))
    const id = await waiting(caller, 'small.csv.zst', packed)
    await convert(caller, id)
    expect(await settled(caller, id)).toMatchObject({ status: 'queued', error: null })
    expect((await begin(caller, id)).attempt).toBe(2)
  })

  test('is converted in a container if it is compressed with xz', async () => {
    const caller = await newCaller()
    const mark = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4, 0xe6, 0xd6, 0xb4, 0x46)
    const id = await waiting(caller, 'small.csv.xz', mark)
    await convert(caller, id)
    expect(await settled(caller, id)).toMatchObject({ status: 'queued', error: null })
    expect((await begin(caller, id)).attempt).toBe(2)
  })

  test('is converted once if its message arrives twice', async () => {
    const caller = await newCaller()
    const id = await waiting(caller, 'a.csv', bytesOf('a\n1\n'))
    expect(await Promise.all([convert(caller, id), convert(caller, id)])).toEqual(['taken', 'taken'])
    expect(await settled(caller, id)).toMatchObject({ status: 'done' })
    expect((await caller.call('GET', '/v1/usage')).body.data.used).toBe(4)
  })
})
