import { execFileSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { Rowmill } from '../../clients/javascript/rowmill.ts'

// Mistakes with the URLs of uploads and downloads, made with curl. The statuses are those of the table in docs/guide/api.md.

const service = inject('service')
const rowmill = new Rowmill({ apiKey: service.api_key, baseUrl: service.base_url })
const file = 'id,name\n1,Zoë\n'
const bytes = new TextEncoder().encode(file).length
const key = ['-H', 'Authorization: Bearer rm_key_a']

const curl = (...args: string[]): number =>
  Number(
    execFileSync('curl', ['-s', '-m', '20', '-o', '/dev/null', '-w', '%{http_code}', ...args], { encoding: 'utf8' }),
  )
const statusesOf = (requests: Record<string, string[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(requests).map(([name, args]) => [name, curl(...args)]))

/** Another last digit of the signature. */
const changed = (url: string): string => url.replace(/.$/, (last) => (last === '0' ? '1' : '0'))

test('a wrong upload is refused by the storage, and then start says what is missing', async () => {
  const spec = { output: { dialect: 'sqlite' } } as const
  const { id, upload } = await rowmill.createConversion({ name: 'people.csv', bytes, spec })
  const { url = '', headers = {} } = upload ?? {}
  const signed = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const unsized = signed.filter((part, at) => !`${part}${signed[at + 1] ?? ''}`.includes('content-length'))
  const body = ['--data-binary', file]
  expect(
    statusesOf({
      'another method': ['-X', 'POST', ...signed, ...body, url],
      'a read': [url],
      'no headers': ['-X', 'PUT', ...body, url],
      'a changed signature': ['-X', 'PUT', ...signed, ...body, changed(url)],
      'a longer life': ['-X', 'PUT', ...signed, ...body, url.replace('Expires=3600', 'Expires=86400')],
      'a form': ['-X', 'PUT', '-F', `file=${file}`, url],
      'another length': ['-X', 'PUT', ...unsized, '--data-binary', `${file}2,Al\n`, url],
      chunks: ['-X', 'PUT', ...unsized, '-H', 'transfer-encoding: chunked', ...body, url],
      'an API key': ['-X', 'PUT', ...signed, ...key, ...body, url],
    }),
  ).toEqual({
    'another method': 403,
    'a read': 403,
    'no headers': 403,
    'a changed signature': 403,
    'a longer life': 403,
    'a form': 403,
    'another length': 403,
    chunks: 403,
    'an API key': 400,
  })
  await expect(rowmill.startConversion(id)).rejects.toThrow(
    `No file of ${bytes} bytes has been uploaded. Send it to upload.url with exactly the headers in upload.headers.`,
  )
  expect(curl('-X', 'PUT', ...signed, ...body, url)).toBe(200)
  await rowmill.startConversion(id)
  await expect(rowmill.startConversion(id)).rejects.toThrow(/^A conversion can be started once/)
})

test('a range of one byte tells the size and the ETag, which saves a second download', async () => {
  const { conversion } = await rowmill.convert(new Blob([file]), { to: 'sqlite', name: 'people.csv' })
  const { url = '', bytes: size } = conversion.output ?? {}
  const first = await fetch(url, { headers: { range: 'bytes=0-0' } })
  expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-0/${size}`])
  await first.arrayBuffer()
  const etag = first.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const whole = await fetch(url, { headers: { 'if-none-match': '"another"' } })
  expect([whole.status, whole.headers.get('etag'), (await whole.arrayBuffer()).byteLength]).toEqual([200, etag, size])
})

test('a wrong download is refused by the storage', async () => {
  const { conversion } = await rowmill.convert(new Blob([file]), { to: 'sqlite', name: 'people.csv' })
  const { url = '' } = conversion.output ?? {}
  const range = (value: string): string[] => ['-H', `Range: ${value}`, url]
  expect(
    statusesOf({
      right: [url],
      head: ['-I', url],
      'a changed signature': [changed(url)],
      'an API key': [...key, url],
      'two ranges': range('bytes=0-1,3-4'),
      'a malformed range': range('bytes=b-a'),
      'beyond the end': range('bytes=1000000-'),
    }),
  ).toEqual({
    right: 200,
    head: 403,
    'a changed signature': 403,
    'an API key': 400,
    'two ranges': 400,
    'a malformed range': 400,
    'beyond the end': 416,
  })
})
