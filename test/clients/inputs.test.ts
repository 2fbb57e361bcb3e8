import { expect, test } from 'vitest'
import { Rowmill } from '../../clients/javascript/rowmill.ts'

const address = 'https://example.com/orders.csv'

test.each([address, new URL(address)])('convert has the service download the URL %s', async (input) => {
  const bodies: unknown[] = []
  const fetch = (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    bodies.push(JSON.parse(String(init?.body)))
    return Promise.resolve(Response.json({ error: { code: 'invalid_url', message: 'No.' } }, { status: 422 }))
  }
  const rowmill = new Rowmill({ apiKey: 'k', baseUrl: 'http://127.0.0.1/v1', fetch })
  await expect(rowmill.convert(input, { to: 'mysql' })).rejects.toMatchObject({ code: 'invalid_url' })
  expect(bodies).toEqual([{ url: address, spec: { output: { dialect: 'mysql' } } }])
})

test.each([
  [undefined, 'convert needs a path, a URL, bytes, a Blob or a stream; got undefined.'],
  [{ path: 'orders.csv' }, 'convert needs a path, a URL, bytes, a Blob or a stream; got object.'],
  ['id,name\n1,Ann\n', 'convert needs a path; got text with line breaks. To send text, use new Blob([text]).'],
])('the input %j is refused with a TypeError', async (input, message) => {
  const rowmill = new Rowmill({ apiKey: 'k', baseUrl: 'http://127.0.0.1/v1' })
  await expect(rowmill.convert(input as string, { to: 'mysql' })).rejects.toThrow(new TypeError(message))
})

test('left out options are named', async () => {
  const Untyped = Rowmill as unknown as new () => Rowmill
  expect(() => new Untyped()).toThrow('new Rowmill({ apiKey }) needs an API key.')
  const rowmill = new Rowmill({ apiKey: 'k', baseUrl: 'http://127.0.0.1/v1' })
  const convert = rowmill.convert.bind(rowmill) as unknown as (input: string) => Promise<unknown>
  await expect(convert('orders.csv')).rejects.toThrow('convert needs `to`, the database to write for')
})
