import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caller, newCaller, open } from './support.ts'

const names = fc.oneof(
  fc.constantFrom('name', 'bytes', 'url', 'spec', 'consent', 'share', 'email', 'note', 'input', 'output', 'inference'),
  fc.constantFrom('columns', 'dialect', 'index', 'version', '__proto__', 'constructor', 'toString', 'length', ''),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    1e300,
    2 ** 53,
    '',
    'mysql',
    'file',
    'https://[::1]/',
    'http:',
  ),
  fc.constantFrom<unknown>(
    'https://203.0.114.1:8443/a.csv',
    'https://203.0.114.1/%ff%',
    '\ud800',
    '\u0000',
    'a@b.example',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const { body } = fc.letrec<{ body: unknown }>((tie) => ({
  body: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    values,
    fc.array(tie('body'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('body')), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
  ),
}))
const opening = body.map((odd) => ({
  name: 'a.csv',
  bytes: 1,
  spec: { output: { dialect: 'mysql' } },
  ...(odd as object),
}))
const specced = body.map((odd) => ({
  name: 'a.csv',
  bytes: 1,
  spec: { output: { dialect: 'mysql' }, ...(odd as object) },
}))
const requests = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'),
  path: fc.oneof(
    fc.constantFrom('/conversions', '/conversions/ID', '/conversions/ID/start', '/conversions/ID/cancel', '/usage'),
    fc.constantFrom('/conversions/ID/cases', '/conversions/%E0%A4%A', '/conversions//start', '/usage/', ''),
    fc.constantFrom('/conversions?limit=1&limit=2', '/conversions?cursor=%ff', '/conversions?cursor=AAAA&status=done'),
    fc.string({ unit: 'binary-ascii', maxLength: 12 }).map((text) => `/x${encodeURIComponent(text)}`),
  ),
  sent: fc.oneof(
    fc.oneof(body, opening, specced).map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
  key: fc.option(fc.stringMatching(/^[\x21-\x7e]{1,300}$/)),
})

test('every request gets a documented response without an internal error', async () => {
  let caller: Caller = await newCaller()
  let id = await open(caller)
  let count = 0
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, sent, key }) => {
      if (++count % 100 === 0) {
        caller = await newCaller()
        id = await open(caller)
      }
      const headers = key === null ? {} : { 'idempotency-key': key }
      const isSent = method !== 'GET' && sent !== ''
      // The helper validates the response against the description.
      const response = await caller.call(method, `/v1${path.replace('ID', id)}`, isSent ? sent : undefined, headers)
      expect([method, path, sent, response.status < 500]).toEqual([method, path, sent, true])
      if (response.status >= 400) expect(response.body.error.request_id).toBe(response.headers.get('x-request-id'))
    }),
    { numRuns: 400 },
  )
})
