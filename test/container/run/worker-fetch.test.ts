import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { openDownload } from '../../../container/run/download.ts'
import { HopRefused } from '../../../container/run/hop.ts'
import { RunApi } from '../../../container/run/run-api.ts'
import { workerFetch } from '../../../container/run/worker-fetch.ts'
import { type Stranger, stranger } from './support/stranger.ts'

const workers: Stranger[] = []
const running = new AbortController().signal

afterEach(async () => {
  await Promise.all(workers.splice(0).map((one) => one.close()))
})

/** Returns the Worker's side of a run, with the responses that the test gives. */
async function workerThat(...args: Parameters<typeof stranger>) {
  const worker = await stranger(...args)
  workers.push(worker)
  const fetchHop = workerFetch(new RunApi(worker.origin, 'the-capability', running, []))
  /** Returns the URL of each request to the Worker. */
  const requested = (): (string | null)[] =>
    worker.requests.map(({ url }) => new URL(url ?? '', worker.origin).searchParams.get('url'))
  return { worker, fetchHop, requested }
}

/** Passes a response on as the Worker does, with the remote status and headers under their own header names. */
function passOn(out: ServerResponse, status: number, headers: Record<string, string>, body?: string | Buffer): void {
  const headerFields = Object.entries({ status: String(status), ...headers }).map(([name, value]) => [
    `x-download-${name}`,
    value,
  ])
  out.writeHead(200, { ...Object.fromEntries(headerFields), 'content-type': 'application/octet-stream' })
  if (body !== undefined) out.end(body)
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const address = 'https://files.example.com/a b.csv?x=1&y=%20#part'

describe('requests to the Worker', () => {
  test('keep the exact URL and the download’s headers, and carry the identity of this run only', async () => {
    const { worker, fetchHop, requested } = await workerThat((_, out) => passOn(out, 200, {}, 'a file'))
    const headers = { range: 'bytes=5-', 'if-range': '"v1"', authorization: 'Bearer of somebody else' }
    const hop = await fetchHop(address, headers, running)
    expect(await textOf(hop.body)).toBe('a file')
    expect(requested()).toEqual([address])
    expect(worker.requests[0]?.method).toBe('GET')
    expect(worker.requests[0]?.url).toMatch(/^\/runs\/download\?/)
    expect(worker.requests[0]?.headers).toMatchObject({
      ...{ range: 'bytes=5-', 'if-range': '"v1"', authorization: 'Bearer the-capability' },
    })
  })
})

describe('a response of the remote server', () => {
  test.each([200, 206, 301, 302, 403, 404, 409, 422, 429, 500, 503])('passes on its status %i', async (status) => {
    const { fetchHop } = await workerThat((_, out) => passOn(out, status, {}, ''))
    const hop = await fetchHop(address, {}, running)
    expect(hop.status).toBe(status)
    expect(await textOf(hop.body)).toBe('')
  })

  test('passes on the remote headers, not the Worker’s own', async () => {
    const headerFields = { 'content-length': '3', etag: '"v1"', location: '/next', 'content-disposition': 'attachment' }
    const { fetchHop } = await workerThat((_, out) => passOn(out, 200, headerFields, 'a longer file'))
    const hop = await fetchHop(address, {}, running)
    for (const [name, value] of Object.entries(headerFields)) expect(hop.header(name)).toBe(value)
    expect([hop.header('content-type'), hop.header('date')]).toEqual([null, null])
    hop.discard()
  })

  test('passes on its body as it arrives, and breaks where it breaks', async () => {
    let goOn = (): void => {}
    const { fetchHop } = await workerThat((_, out) => {
      passOn(out, 200, {})
      out.write('first')
      goOn = () => out.destroy()
    })
    const hop = await fetchHop(address, {}, running)
    const chunks = hop.body[Symbol.asyncIterator]()
    const first = await chunks.next()
    expect(Buffer.from(first.value ?? []).toString()).toBe('first')
    goOn()
    await expect(chunks.next()).rejects.toThrow('terminated')
  })

  test.each(['unread', 'while it is read', 'read in part'] as const)(
    'is discarded %s, and its connection closed',
    async (state) => {
      const closed = Promise.withResolvers<void>()
      const { fetchHop } = await workerThat((_, out) => {
        out.on('close', closed.resolve)
        passOn(out, 200, {})
        out.write('first')
      })
      const hop = await fetchHop(address, {}, running)
      if (state !== 'unread') {
        const chunks = hop.body[Symbol.asyncIterator]()
        await chunks.next()
        if (state === 'while it is read') chunks.next().catch(() => undefined)
      }
      hop.discard()
      hop.discard()
      await expect(closed.promise).resolves.toBeUndefined()
    },
    5000,
  )
})

describe('a refusal by the Worker itself', () => {
  const saying =
    (status: number, body: string) =>
    (_: unknown, out: ServerResponse): void =>
      void out.writeHead(status).end(body)

  test('is permanent for a URL that may not be called, and gives the reason', async () => {
    const { fetchHop } = await workerThat(saying(422, '{"error":"The address is private."}'))
    const error = await fetchHop(address, {}, running).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HopRefused)
    expect(error).toMatchObject({ message: 'The address is private.' })
  })

  test.each([
    [502, '{"error":"The far side hung up."}', 'The far side hung up.'],
    [404, 'This run has its file already', '404: This run has its file already'],
    [500, '{"error":7}', '500: {"error":7}'],
    [500, '', '500: '],
    [200, '<h1>A page of somebody in between</h1>', '200: <h1>A page of somebody in between</h1>'],
    [503, 'x'.repeat(10_000), `503: ${'x'.repeat(500)}`],
  ])('is a transient error for status %i', async (status, body, message) => {
    const { fetchHop } = await workerThat(saying(status, body))
    const error = await fetchHop(address, {}, running).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(HopRefused)
    expect(error).toMatchObject({ message })
  })

  test('is a timeout if the Worker does not respond in time', async () => {
    const { fetchHop } = await workerThat(() => {})
    await expect(fetchHop(address, {}, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('does not keep a stop from ending the body', async () => {
    const { fetchHop } = await workerThat((_, out) => {
      passOn(out, 200, {})
      out.write('first')
    })
    const stop = new AbortController()
    const hop = await fetchHop(address, {}, stop.signal)
    const text = textOf(hop.body)
    stop.abort()
    await expect(text).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a whole download through the Worker', () => {
  const download = async (fetchHop: ReturnType<typeof workerFetch>): Promise<string> => {
    const opened = await openDownload({
      ...{ url: 'https://files.example.com/a.csv', fetchHop, stallMs: 2000, limitMs: 10_000, signal: running },
      ...{ bytesMax: 1 << 20, allowanceBytes: 1 << 20, retryWaitsMs: [1, 1] },
    })
    return textOf(opened.chunks)
  }

  test('requests each hop, so that the Worker can check it, and resumes after a break', async () => {
    const file = 'id,name\n1,one\n2,two\n'
    const { worker, fetchHop, requested } = await workerThat((incoming, out, count) => {
      if (count === 1) return passOn(out, 302, { location: '//mirror.example.com/b.csv' }, '')
      const [, from = '0'] = /^bytes=(\d+)-$/.exec(incoming.headers.range ?? '') ?? []
      const rest = file.slice(Number(from))
      const headerFields = { etag: '"v1"', 'content-length': String(rest.length) }
      if (count === 2) {
        passOn(out, 200, headerFields)
        out.write(rest.slice(0, 8), () => setTimeout(() => out.destroy(), 20))
      } else
        passOn(out, 206, { ...headerFields, 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }, rest)
    })
    expect(await download(fetchHop)).toBe(file)
    const mirror = 'https://mirror.example.com/b.csv'
    expect(requested()).toEqual(['https://files.example.com/a.csv', mirror, mirror])
    expect(worker.requests[2]?.headers).toMatchObject({ range: 'bytes=8-', 'if-range': '"v1"' })
  })

  test('leaves no connection behind if the file is too large', async () => {
    const closed = Promise.withResolvers<void>()
    const { fetchHop } = await workerThat((_, out) => {
      out.on('close', closed.resolve)
      passOn(out, 200, {})
      out.write(Buffer.alloc((1 << 20) + 1))
    })
    await expect(download(fetchHop)).rejects.toMatchObject({ code: 'too_big' })
    await closed.promise
  })

  test('retries transient errors, but not refusals', async () => {
    const passing = await workerThat((_, out, count) =>
      count < 3 ? void out.writeHead(502).end('{"error":"No answer."}') : passOn(out, 200, {}, 'at last'),
    )
    expect(await download(passing.fetchHop)).toBe('at last')
    const refusing = await workerThat((_, out) => void out.writeHead(422).end('{"error":"The address is private."}'))
    await expect(download(refusing.fetchHop)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('The address is private.') as string,
    })
    expect(refusing.worker.requests).toHaveLength(1)
  })
})
