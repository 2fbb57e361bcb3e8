import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type DownloadOptions, openDownload } from '../../../container/run/download.ts'
import { pinnedFetch } from '../../../container/run/pinned-fetch.ts'
import { type Stranger, stranger } from './support/stranger.ts'

const content = Buffer.alloc(3_000_000).map((_, at) => (at * 7 + (at >> 11)) & 0xff)
const strangers: Stranger[] = []
/** The time limit of a download whose test sets none. */
const defaultLimitMs = 10_000

afterEach(async () => {
  await Promise.all(strangers.splice(0).map((one) => one.close()))
})

async function serve(...args: Parameters<typeof stranger>): Promise<Stranger> {
  const one = await stranger(...args)
  strangers.push(one)
  return one
}

function optionsFor(url: string, trusted: readonly Stranger[], wishes: Partial<DownloadOptions> = {}): DownloadOptions {
  return {
    url,
    fetchHop: pinnedFetch({
      trustedOrigins: trusted.map(({ origin }) => origin),
      resolve: () => Promise.resolve([]),
    }),
    stallMs: 300,
    limitMs: defaultLimitMs,
    bytesMax: 1 << 30,
    allowanceBytes: 1 << 30,
    signal: new AbortController().signal,
    retryWaitsMs: [10, 20],
    ...wishes,
  }
}

async function fetched(...args: Parameters<typeof optionsFor>): Promise<Buffer> {
  const { chunks } = await openDownload(optionsFor(...args))
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Breaks off after a million bytes for every request. */
const breaking = (
  headers: { readonly etag?: string; readonly 'last-modified'?: string },
  honoursRanges = true,
): Promise<Stranger> =>
  serve((incoming, out) => {
    const [, offset] = /^bytes=(\d+)-$/.exec(incoming.headers.range ?? '') ?? []
    const isSame = incoming.headers['if-range'] === (headers.etag ?? headers['last-modified'])
    const from = offset !== undefined && honoursRanges && isSame ? Number(offset) : 0
    const range = from === 0 ? {} : { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }
    const rest = content.subarray(from)
    out.writeHead(from === 0 ? 200 : 206, { ...headers, ...range, 'content-length': rest.length })
    if (rest.length <= 1_200_000 || !honoursRanges) out.end(rest)
    else out.write(rest.subarray(0, 1_000_000), () => setTimeout(() => out.destroy(), 20))
  })

describe('a download', () => {
  test('receives every byte, with and without a length', async () => {
    const known = await serve((_, out) => out.writeHead(200, { 'content-length': content.length }).end(content))
    const unknown = await serve((_, out) => {
      out.write(content.subarray(0, 1_000_000))
      out.end(content.subarray(1_000_000))
    })
    expect((await fetched(`${known.origin}/a.csv`, [known])).equals(content)).toBe(true)
    expect((await fetched(`${unknown.origin}/a.csv`, [unknown])).equals(content)).toBe(true)
    expect(known.requests[0]?.headers['accept-encoding']).toBe('identity')
  })

  test('follows five redirects but not a sixth', async () => {
    const hops = await serve((incoming, out) => {
      const left = Number(incoming.url?.slice(1))
      if (left === 0) out.end('here')
      else out.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect((await fetched(`${hops.origin}/5`, [hops])).toString()).toBe('here')
    await expect(fetched(`${hops.origin}/6`, [hops])).rejects.toMatchObject({ code: 'unreachable' })
  })

  test.each([Buffer.from('/zoë.csv').toString('latin1'), '/zo\u00eb.csv', '/zo%C3%AB.csv'])(
    'follows a redirect to %j like a browser, which decodes the URL as UTF-8 if possible',
    async (location) => {
      const one = await serve((incoming, out) =>
        incoming.url === '/zo%C3%AB.csv' ? out.end('here') : out.writeHead(302, { location }).end(),
      )
      expect((await fetched(`${one.origin}/`, [one])).toString()).toBe('here')
    },
  )

  test.each([301, 302, 303, 307, 308])('refuses a redirect by %d to a URL that may not be called', async (status) => {
    const inner = await serve((_, out) => out.end('a secret'))
    for (const location of [
      inner.origin,
      'https://127.0.0.1:8443/',
      'https://169.254.169.254/',
      '//localhost/',
      'ftp://x/',
    ]) {
      const outer = await serve((_, out) => out.writeHead(status, { location }).end())
      await expect(fetched(`${outer.origin}/`, [outer])).rejects.toMatchObject({ code: 'unreachable' })
    }
    expect(inner.requests).toHaveLength(0)
  })

  test('names the redirect when it leads to a URL that may not be called', async () => {
    const outer = await serve((_, out) => out.writeHead(302, { location: 'https://127.0.0.1:8443/' }).end())
    await expect(fetched(`${outer.origin}/`, [outer])).rejects.toMatchObject({
      message: 'The server redirected to a URL that is refused. 127.0.0.1 is not a public address (Loopback).',
    })
  })

  test.each([
    [401, ' Send a URL that needs no sign-in. If it is a signed URL, it may have expired.'],
    [403, ' Send a URL that needs no sign-in. If it is a signed URL, it may have expired.'],
    [404, ''],
    // A proxy responds with this status, whatever the URL is.
    [407, ''],
  ])('advises a URL without a sign-in after status %d alone', async (status, advice) => {
    const one = await serve((_, out) => out.writeHead(status).end())
    await expect(fetched(`${one.origin}/`, [one])).rejects.toMatchObject({
      message: `The server responded with status ${status}.${advice}`,
    })
  })

  test.each([400, 401, 403, 404, 410, 418, 206, 204, 304])(
    'ends as `unreachable` at once after status %d',
    async (status) => {
      const one = await serve((_, out) => out.writeHead(status).end())
      await expect(fetched(`${one.origin}/`, [one])).rejects.toMatchObject({ code: 'unreachable' })
      expect(one.requests).toHaveLength(1)
    },
  )

  test('retries transient errors', async () => {
    const one = await serve((_, out, count) => {
      if (count === 1) out.writeHead(503).end()
      else if (count === 2) out.destroy()
      else out.end('at last')
    })
    expect((await fetched(`${one.origin}/`, [one])).toString()).toBe('at last')
    const never = await serve((_, out) => out.writeHead(503).end())
    await expect(fetched(`${never.origin}/`, [never])).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('ends as `unreachable` if no response comes', async () => {
    const silent = await serve(() => undefined)
    await expect(fetched(`${silent.origin}/`, [silent])).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The file could not be downloaded: no response arrived within 0.3 seconds.',
    })
    await silent.close()
    await expect(fetched(`${silent.origin}/`, [silent])).rejects.toMatchObject({ code: 'unreachable' })
  })
})

const encoders = { gzip: gzipSync, 'x-gzip': gzipSync, GZip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

describe('a file that the server compresses without a request to do so', () => {
  test.each(Object.entries(encoders))('is decoded from %s', async (encoding, encode) => {
    const body = encode(content)
    const one = await serve((_, out) =>
      out.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body),
    )
    expect((await fetched(one.origin, [one])).equals(content)).toBe(true)
    const { bytes } = await openDownload(optionsFor(one.origin, [one]))
    expect(bytes).toBeNull()
  })

  test('resumes where the connection broke', async () => {
    const body = gzipSync(content)
    const one = await serve((incoming, out) => {
      const [, offset] = /^bytes=(\d+)-$/.exec(incoming.headers.range ?? '') ?? []
      const headers = { 'content-encoding': 'gzip', etag: '"v1"' }
      const range = { 'content-range': `bytes ${offset}-${body.length - 1}/${body.length}` }
      if (offset !== undefined) out.writeHead(206, { ...headers, ...range }).end(body.subarray(Number(offset)))
      else out.writeHead(200, headers).write(body.subarray(0, 10_000), () => setTimeout(() => out.destroy(), 20))
    })
    expect((await fetched(one.origin, [one])).equals(content)).toBe(true)
    expect(one.requests).toHaveLength(2)
  })

  test('is `unreachable` when the encoding is unknown or wrongly declared', async () => {
    const half = gzipSync(content).subarray(0, -10)
    for (const [encoding, body] of [
      ['compress', content],
      ['gzip, br', content],
      ['constructor', content],
      ['gzip', content],
      ['br', content],
      ['gzip', half],
    ] as const) {
      const one = await serve((_, out) => out.writeHead(200, { 'content-encoding': encoding }).end(body))
      await expect(fetched(one.origin, [one])).rejects.toMatchObject({ name: 'DownloadFailure', code: 'unreachable' })
    }
  })

  test('counts toward the limit by its decoded size', async () => {
    const body = gzipSync(Buffer.alloc(5_000_000))
    const one = await serve((_, out) => out.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
    await expect(fetched(one.origin, [one], { bytesMax: 1_000_000 })).rejects.toMatchObject({ code: 'too_big' })
    await expect(fetched(one.origin, [one], { allowanceBytes: 1_000_000 })).rejects.toMatchObject({
      code: 'over_quota',
    })
  })

  test('counts its decoded bytes even if the encoded ones are longer', async () => {
    const body = gzipSync('id\n1\n')
    const one = await serve((_, out) =>
      out.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body),
    )
    expect((await fetched(one.origin, [one], { allowanceBytes: 5 })).toString()).toBe('id\n1\n')
  })

  test('is not decoded for `identity`, which is not an encoding', async () => {
    const one = await serve((_, out) => out.writeHead(200, { 'content-encoding': 'identity' }).end('plain'))
    expect((await fetched(one.origin, [one])).toString()).toBe('plain')
  })
})

describe('limits of a download', () => {
  test('stop a file that is too large by its length, or on the way', async () => {
    const withLength = await serve((_, out) => out.writeHead(200, { 'content-length': content.length }).end(content))
    const withoutLength = await serve((_, out) => {
      out.write(content)
      out.end()
    })
    for (const one of [withLength, withoutLength]) {
      const limits = { bytesMax: 1_000_000, allowanceBytes: 2_000_000 }
      await expect(fetched(one.origin, [one], limits)).rejects.toMatchObject({ code: 'too_big' })
      await expect(fetched(one.origin, [one], { allowanceBytes: 1_000_000 })).rejects.toMatchObject({
        code: 'over_quota',
      })
      expect(await fetched(one.origin, [one], { bytesMax: 3_000_000, allowanceBytes: 3_000_000 })).toHaveLength(
        3_000_000,
      )
    }
  })

  test('end a body that stops with `download_stalled`', async () => {
    const one = await serve((_, out) => out.writeHead(200, { 'content-length': 100 }).write('a few'))
    await expect(fetched(one.origin, [one])).rejects.toMatchObject({ code: 'download_stalled' })
  })

  test('end a body that trickles forever with `download_stalled`', async () => {
    const one = await serve((_, out) => {
      const timer = setInterval(() => out.write('x'), 50)
      out.on('close', () => clearInterval(timer))
    })
    const startedMs = Date.now()
    await expect(fetched(one.origin, [one], { limitMs: 800 })).rejects.toMatchObject({ code: 'download_stalled' })
    expect(Date.now() - startedMs).toBeLessThan(defaultLimitMs)
  })

  test('let a cancellation end the download at once without a failure', async () => {
    const one = await serve((_, out) => {
      const timer = setInterval(() => out.write('x'), 50)
      out.on('close', () => clearInterval(timer))
    })
    const cancel = new AbortController()
    setTimeout(() => cancel.abort(new Error('cancelled')), 200)
    const download = fetched(one.origin, [one], { signal: cancel.signal })
    await expect(download).rejects.not.toMatchObject({ name: 'DownloadFailure' })
  })
})

describe('a broken connection', () => {
  test.each([{ etag: '"v1"' }, { 'last-modified': 'Sat, 21 Nov 2026 06:00:00 GMT' }])(
    'resumes where it broke: %j',
    async (validator) => {
      const one = await breaking(validator)
      expect((await fetched(one.origin, [one])).equals(content)).toBe(true)
      expect(one.requests.map((request) => request.headers.range)).toEqual([
        undefined,
        'bytes=1000000-',
        'bytes=2000000-',
      ])
    },
  )

  test('ends as `unreachable` if nothing proves that the file is the same', async () => {
    const one = await breaking({})
    await expect(fetched(one.origin, [one])).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('never joins halves of two files', async () => {
    const one = await serve((_, out, count) => {
      out.writeHead(200, { etag: `"v${count}"`, 'content-length': content.length })
      out.write(content.subarray(0, 1_000_000), () => setTimeout(() => out.destroy(), 20))
    })
    await expect(fetched(one.origin, [one])).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('resumes even if the server sends the same file from its start', async () => {
    const one = await serve((_, out, count) => {
      out.writeHead(200, { etag: '"v1"', 'content-length': content.length })
      if (count > 1) out.end(content)
      else out.write(content.subarray(0, 1_000_000), () => setTimeout(() => out.destroy(), 20))
    })
    expect((await fetched(one.origin, [one])).equals(content)).toBe(true)
  })

  test('is not mistaken for the end of a file of unknown length', async () => {
    const one = await serve((incoming, out) => {
      const [, offset] = /^bytes=(\d+)-$/.exec(incoming.headers.range ?? '') ?? []
      if (offset === undefined) {
        out.writeHead(200, { etag: '"v1"' })
        out.write(content.subarray(0, 1_000_000), () => setTimeout(() => out.destroy(), 20))
        return
      }
      // A server may send less than the requested range, and its response states that.
      const some = content.subarray(Number(offset), Number(offset) + 700_000)
      const last = Number(offset) + some.length - 1
      out.writeHead(206, { etag: '"v1"', 'content-range': `bytes ${offset}-${last}/${content.length}` }).end(some)
    })
    expect((await fetched(one.origin, [one])).equals(content)).toBe(true)
  })

  test.each([
    ['another tag', { etag: '"v2"', 'content-range': 'bytes 1000000-2999999/3000000' }],
    [
      'another day',
      { 'last-modified': 'Sun, 22 Nov 2026 06:00:00 GMT', 'content-range': 'bytes 1000000-2999999/3000000' },
    ],
    ['another length', { 'content-range': 'bytes 1000000-2999999/3000001' }],
    ['another place', { 'content-range': 'bytes 999999-2999999/3000000' }],
    ['no place', {}],
  ])('never resumes with a part of another file: %s', async (_, headers) => {
    const first = { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 06:00:00 GMT', 'content-length': content.length }
    const one = await serve((incoming, out) => {
      // This server ignores `If-Range`.
      if (incoming.headers.range !== undefined) out.writeHead(206, headers).end(content.subarray(1_000_000))
      else out.writeHead(200, first).write(content.subarray(0, 1_000_000), () => setTimeout(() => out.destroy(), 20))
    })
    await expect(fetched(one.origin, [one])).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The file changed while it was being downloaded.',
    })
  })

  test('does not resume if the length of the file is unknown', async () => {
    const one = await serve((incoming, out) => {
      const headers = { etag: '"v1"', 'content-range': 'bytes 1000000-1999999/*' }
      if (incoming.headers.range !== undefined) out.writeHead(206, headers).end(content.subarray(1_000_000, 2_000_000))
      else
        out
          .writeHead(200, { etag: '"v1"' })
          .write(content.subarray(0, 1_000_000), () => setTimeout(() => out.destroy(), 20))
    })
    await expect(fetched(one.origin, [one])).rejects.toMatchObject({ code: 'unreachable' })
  })
})
