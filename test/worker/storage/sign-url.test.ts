import { AwsV4Signer } from 'aws4fetch'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signUrl } from '../../../src/storage/sign-url.ts'
import { presignDownload } from '../../../src/storage/presign.ts'
import { env } from 'cloudflare:workers'

const signer = { accessKeyId: 'access', secretAccessKey: 'a/secret+of the=tests' }

interface RequestParts {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly seconds: number
  readonly datetime: string
}

/** Returns the same URL, signed by another program. */
async function refereed(request: RequestParts, keys = signer): Promise<Record<string, string>> {
  const { method, url, headers, seconds, datetime } = request
  const target = new URL(url)
  target.searchParams.set('X-Amz-Expires', String(seconds))
  const signed = await new AwsV4Signer({
    ...{ method, url: target.href, headers, datetime, service: 's3', region: 'auto', ...keys },
    ...{ signQuery: true, allHeaders: true },
  }).sign()
  return partsOf(signed.url.href)
}

function partsOf(href: string): Record<string, string> {
  const url = new URL(href)
  return { at: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) }
}

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })

test('a URL is signed as another signer signs it, whatever its names, headers and day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        origin: fc.constantFrom('https://a.r2.cloudflarestorage.com', 'http://127.0.0.1:8787'),
        before: fc.constantFrom('', '/cdn-cgi/local/r2/s3'),
        disposition: text,
        bytes: fc.integer({ min: 1, max: 2 ** 40 }),
        seconds: fc.integer({ min: 1, max: 604_800 }),
        at: date,
      }),
      async ({ origin, before, disposition, bytes, seconds, at }) => {
        const path = `${before}/bucket/uploads/01KADJ/01KADK`
        const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes) }
        const unsigned = { origin, host: new URL(origin).host, path, seconds, headers }
        const datetime = at.toISOString().replace(/[:-]|\.\d{3}/g, '')
        const query = { 'response-content-disposition': disposition }
        for (const method of ['GET', 'PUT'] as const) {
          const ours = signUrl({ ...unsigned, method, query }, signer, at.getTime())
          const url = new URL(`${origin}${path}`)
          url.searchParams.set('response-content-disposition', disposition)
          expect(partsOf(ours)).toEqual(await refereed({ method, url: url.href, headers, seconds, datetime }))
        }
      },
    ),
    { numRuns: 150 },
  )
})

test.each([
  ['people.sql', 'application/sql; charset=utf-8'],
  ['people.csv', 'text/csv; charset=utf-8'],
  ['people.json', 'application/json'],
  ['people.zip', 'application/zip'],
  ['people.sql.gz', 'application/gzip'],
  ['PEOPLE.CSV', 'text/csv; charset=utf-8'],
  ['people', 'application/octet-stream'],
])('%s is downloaded as %s', async (name, type) => {
  const url = new URL(presignDownload(env, 'outputs/a/b/1', name, 600))
  expect(url.searchParams.get('response-content-type')).toBe(type)
})

test('a download URL signs everything that R2 checks: object, name, type and expiry', async () => {
  const keys = { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
  const place = `${env.S3_ENDPOINT}/${env.S3_BUCKET}/uploads/a/b`
  const down = partsOf(presignDownload(env, 'uploads/a/b', `O'Neil "(ä)".sql`, 600))
  const url = new URL(place)
  for (const name of ['response-content-disposition', 'response-content-type'])
    url.searchParams.set(name, down[name] ?? '')
  expect(down['response-content-type']).toBe('application/sql; charset=utf-8')
  expect(down['response-content-disposition']).toBe(
    // RFC 8187 does not allow the characters ' ( ) and *, which JavaScript leaves unescaped.
    `attachment; filename="O'Neil _(_)_.sql"; filename*=UTF-8''O%27Neil%20%22%28%C3%A4%29%22.sql`,
  )
  expect(down).toEqual(
    await refereed(
      { method: 'GET', url: url.href, headers: {}, seconds: 600, datetime: down['X-Amz-Date'] ?? '' },
      keys,
    ),
  )
})
