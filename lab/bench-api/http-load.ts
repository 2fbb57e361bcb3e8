import { connect, type Socket } from 'node:net'

export interface Load {
  /** The requests, head and body, sent in a cycle. `{n}` becomes the number of the request. */
  readonly requests: readonly string[]
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly expectedStatus: number
  /** The maximum number of requests. */
  readonly most?: number
}

export interface LoadResult {
  readonly perSecond: number
  /** The duration of every request in milliseconds, ascending. */
  readonly times: readonly number[]
}

/**
 * Sends requests as fast as the server responds, one at a time on each connection. It uses plain sockets, because an
 * HTTP client costs more than the measured Worker.
 */
export async function putLoad(load: Load): Promise<LoadResult> {
  const times: number[] = []
  const next = requestsInCycle(load.requests, load.most)
  const started = performance.now()
  const until = started + load.seconds * 1000
  await Promise.all(Array.from({ length: load.connections }, () => askUntil(until, load, next, times)))
  const seconds = (performance.now() - started) / 1000
  return { perSecond: times.length / seconds, times: times.toSorted((a, b) => a - b) }
}

let sent = 0

/** Returns the next request, or null after the maximum. */
function requestsInCycle(requests: readonly string[], most = Infinity): () => string | null {
  let left = most
  return () => (left-- <= 0 ? null : (requests[sent++ % requests.length] ?? '').replace('{n}', String(sent)))
}

function askUntil(
  until: number,
  { port, expectedStatus }: Load,
  next: () => string | null,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let received = ''
    let askedAt = 0
    const ask = (): void => {
      const request = performance.now() >= until ? null : next()
      if (request === null) {
        socket.destroy()
        resolve()
        return
      }
      received = ''
      askedAt = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      times.push(performance.now() - askedAt)
      if (received.startsWith(`HTTP/1.1 ${expectedStatus} `)) ask()
      else {
        socket.destroy()
        reject(new Error(`Not ${expectedStatus}: ${received.slice(0, 600)}`))
      }
    })
  })
}

/** Tests whether a response is complete, by its length or its last chunk. */
function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1]
  return length === undefined ? received.endsWith('\r\n0\r\n\r\n') : received.length >= headEnd + 4 + Number(length)
}

export function requestText(method: string, url: URL, headers: Record<string, string>, body = ''): string {
  const all = { host: url.host, ...headers, ...(body === '' ? {} : { 'content-length': String(body.length) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
