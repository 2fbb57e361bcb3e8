import { expect, test } from 'vitest'
import { newCaller, spec } from './support.ts'

test('a string in the spec may have its documented length and is kept whole', async () => {
  const caller = await newCaller()
  const withTable = (table: string) =>
    caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 1, spec: { output: { dialect: 'mysql', table } } })
  const longest = '😀'.repeat(255)
  expect((await withTable(longest)).body.data.spec.output.table).toBe(longest)
  for (const table of [`${longest}a`, 'a\ud800'])
    expect((await withTable(table)).body.error).toMatchObject({
      code: 'invalid_spec',
      message: expect.stringContaining('spec.output.table'),
    })
})

test('half a surrogate pair is refused in a name, so the stored name equals the one sent', async () => {
  const caller = await newCaller()
  for (const name of ['a\ud800.csv', '\udc00', '😀\ud83d'])
    expect((await caller.call('POST', '/v1/conversions', { name, bytes: 1, spec })).body.error).toMatchObject({
      code: 'invalid_request',
      fields: { name: [expect.any(String)] },
    })
  const whole = await caller.call('POST', '/v1/conversions', { name: '\ud83d\ude00', bytes: 1, spec })
  expect(whole.status).toBe(201)
  expect((await caller.call('GET', `/v1/conversions/${whole.body.data.id}`)).body.data.name).toBe('😀')
})

test.each([
  ['a\u0000', 'got "a\\u0000". Did you mean "a"?'],
  ['a\nb', 'got "a\\nb". Did you mean "a b"?'],
  ['\u007f', 'got "\\u007f"'],
  ['\u0085', 'got "\\u0085"'],
  ['a\u009b31mb.csv', 'got "a\\u009b31mb.csv". Did you mean "a 31mb.csv"?'],
])('%j is refused as a name, because it has a control character', async (name, shown) => {
  const caller = await newCaller()
  expect((await caller.call('POST', '/v1/conversions', { name, bytes: 1, spec })).body.error).toMatchObject({
    code: 'invalid_request',
    fields: { name: [`must not contain control characters; ${shown}`] },
  })
})

test.each([
  ['9007199254740993', 413, 'too_big'],
  ['1e300', 413, 'too_big'],
  ['5368709121.0', 413, 'too_big'],
  ['1.5', 422, 'invalid_request'],
  ['-1e300', 422, 'invalid_request'],
  ['1e999', 422, 'invalid_request'],
  ['"5"', 422, 'invalid_request'],
])('a file of %s bytes gets the response %i %s', async (bytes, status, code) => {
  const caller = await newCaller()
  const body = `{"name":"a.csv","bytes":${bytes},"spec":{"output":{"dialect":"mysql"}}}`
  const response = await caller.call('POST', '/v1/conversions', body)
  expect([response.status, response.body.error.code]).toEqual([status, code])
})

test('an impossible size is repeated as it was sent, with the limit', async () => {
  const caller = await newCaller()
  const { body } = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 1e23, spec })
  expect(body.error.message).toBe(
    'This file has 1e+23 bytes. An upload may have at most 5 GiB (5,368,709,120 bytes). Send a file of up to 50 GiB by url.',
  )
})

test('a body with too many levels is refused with the reason', async () => {
  const caller = await newCaller()
  const { status, body } = await caller.call('POST', '/v1/conversions', `{"content":"a","spec":${'['.repeat(30_000)}`)
  expect([status, body.error.message]).toEqual([
    422,
    'body must nest lists and objects at most 100 levels deep; line 1, column 122 begins another level',
  ])
})

test.each([
  ['[]', ['body']],
  ['null', ['body']],
  ['"x"', ['body']],
  ['{}', ['bytes', 'name', 'spec']],
  ['{"spec":{},"name":null,"bytes":true}', ['bytes', 'name']],
  ['{"url":"https://203.0.114.1/a","spec":{},"name":null}', ['name']],
  ['{"url":"https://203.0.114.1/a","bytes":1,"name":"a","spec":{}}', ['bytes', 'url']],
  ['{"url":7,"spec":{}}', ['url']],
  ['{"name":"a","bytes":1}', ['spec']],
  ['{"name":"a","bytes":1,"spec":{},"__proto__":{}}', ['__proto__']],
  ['{"name":"a","bytes":1,"spec":{},"constructor":1,"toString":2}', ['constructor', 'toString']],
])('the response to %s names the wrong fields', async (body, fields) => {
  const response = await (await newCaller()).call('POST', '/v1/conversions', body)
  expect([response.status, response.body.error.code]).toEqual([422, 'invalid_request'])
  expect(Object.keys(response.body.error.fields).toSorted()).toEqual(fields)
  for (const messages of Object.values(response.body.error.fields)) expect(messages).toEqual([expect.any(String)])
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a spec with a field %s is invalid, and the response says so',
  async (name) => {
    const caller = await newCaller()
    for (const odd of [
      `{"output":{"dialect":"mysql"},"${name}":{}}`,
      `{"output":{"dialect":"mysql","${name}":1}}`,
      `{"output":{"dialect":"mysql"},"columns":[{"index":0,"${name}":1}]}`,
    ]) {
      const response = await caller.call('POST', '/v1/conversions', `{"name":"a","bytes":1,"spec":${odd}}`)
      expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
        422,
        'invalid_spec',
        expect.stringContaining(name),
      ])
    }
  },
)

test('unknown names of fields in a case or parameters in a query are refused', async () => {
  const caller = await newCaller()
  const path = '/v1/conversions/01JD0000000000000000000000/cases'
  const response = await caller.call('POST', path, '{"consent":true,"constructor":1,"__proto__":2}')
  expect([response.status, Object.keys(response.body.error.fields)]).toEqual([422, ['constructor', '__proto__']])
  const listed = await caller.call('GET', '/v1/conversions?__proto__=1&constructor=2')
  // Unknown parameters are refused like unknown fields: a typo in `status` would list everything.
  expect([listed.status, Object.keys(listed.body.error.fields)]).toEqual([422, ['__proto__', 'constructor']])
})

test('a body without end gets a response', async () => {
  const caller = await newCaller()
  const megabyte = new Uint8Array(1_000_000)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(sending) {
      sent++
      sending.enqueue(megabyte)
    },
  })
  const response = await caller.call('POST', '/v1/conversions', endless)
  expect([response.status, response.body.error.code]).toEqual([413, 'http_error'])
  expect(sent).toBeLessThan(110)
})

test.each([
  ['unknown fields', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 1]))],
  ['long names', { ['n'.repeat(50_000)]: 1 }],
  ['wrong columns', { spec: { columns: Array.from({ length: 5000 }, () => 1), output: { dialect: 'mysql' } } }],
])('a body with many or large mistakes gets a short response: %s', async (_, mistakes) => {
  const response = await (await newCaller()).call('POST', '/v1/conversions', { name: 'a', bytes: 1, spec, ...mistakes })
  expect(response.status).toBe(422)
  expect(JSON.stringify(response.body).length).toBeLessThan(8000)
})
