import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The connection ends before the request, or after it but before its response, or the response is this status. */
export type Trouble = 'pass' | 'cut' | 'cut after' | number

export interface TroubledProxy {
  readonly url: string
  /** The requests in order. */
  readonly received: readonly { readonly method: string; readonly key: string | undefined }[]
  readonly close: () => void
}

/** Returns a proxy between a client and `origin`: failures first, then the real response. */
export async function troubledProxy(
  origin: string,
  trouble: (attempt: number, incoming: IncomingMessage) => Trouble,
): Promise<TroubledProxy> {
  const received: { readonly method: string; readonly key: string | undefined }[] = []
  const target = new URL(origin)
  const server = createServer((incoming, outgoing) => {
    const attempt = received.push({
      method: incoming.method ?? '',
      key: incoming.headers['idempotency-key']?.toString(),
    })
    const failure = trouble(attempt, incoming)
    if (failure === 'cut') {
      incoming.socket.destroy()
      return
    }
    if (typeof failure === 'number') {
      outgoing
        .writeHead(failure, { 'retry-after': '0' })
        .end('{"error":{"code":"rate_limited","message":"Slow down."}}')
      return
    }
    const options = { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url }
    const headers = { ...incoming.headers, host: target.host }
    incoming.pipe(
      request({ ...options, headers }, (response) => {
        if (failure === 'cut after') {
          response.resume().once('end', () => incoming.socket.destroy())
          return
        }
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
      }),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() }
}
