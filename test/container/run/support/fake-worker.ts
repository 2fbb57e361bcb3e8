import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { endMessage } from '../../../../src/runs/messages.ts'
import type { RunOutcome } from '../../../../src/contract/run.ts'

/**
 * The part of a Worker that an engine sees: the routes of its run over a map of objects. Tests inject errors by route.
 */
export class FakeWorker {
  readonly objects = new Map<string, { bytes: Buffer; etag: string }>()
  readonly uploads = new Map<string, { target: string; parts: Map<number, Buffer> }>()
  readonly requests: string[] = []
  readonly ends: RunOutcome[] = []
  readonly progress: { rows: number; bytes_read: number; bytes_total: number }[] = []
  readonly files: { name?: string; bytes: number; etag?: string }[] = []
  /** The reply of the account object from now on. */
  reply: 'continue' | 'stop' = 'continue'
  /** Called before a request is handled: a status is the response, and `drop` cuts the connection. */
  fault: (request: string) => number | 'drop' | null = () => null
  private readonly server = createServer((incoming, outgoing) => {
    this.respond(incoming).then(
      (response) => {
        if (response === 'drop') return outgoing.destroy()
        return outgoing.writeHead(response.status, { 'content-length': response.body.length }).end(response.body)
      },
      // A killed engine closes its connection in the middle of its request, so nobody reads the response.
      () => outgoing.destroy(),
    )
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
    return `http://127.0.0.1:${address.port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  put(target: string, bytes: Uint8Array): { etag: string; bytes: number } {
    const before = this.objects.get(target)
    const etag = before?.bytes.equals(bytes) === true ? before.etag : randomUUID()
    this.objects.set(target, { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), etag })
    return { etag, bytes: bytes.length }
  }

  private async respond(incoming: IncomingMessage): Promise<{ status: number; body: Buffer } | 'drop'> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(incoming.url ?? '/', 'http://worker')
    const request = `${incoming.method} ${url.pathname.replace('/runs', '')}`
    this.requests.push(request)
    const fault = this.fault(request)
    if (fault === 'drop') return 'drop'
    if (fault !== null) return { status: fault, body: Buffer.from('a fault') }
    if (incoming.headers.authorization !== 'Bearer the-capability') return { status: 401, body: Buffer.alloc(0) }
    const body = Buffer.concat(chunks)
    const done = this.handle(request, url.searchParams.get('upload') ?? '', incoming, body)
    return {
      status: done.status ?? 200,
      body: Buffer.isBuffer(done.body) ? done.body : Buffer.from(JSON.stringify(done.body)),
    }
  }

  private handle(
    request: string,
    upload: string,
    incoming: IncomingMessage,
    body: Buffer,
  ): { status?: number; body: unknown } {
    const [, method, target = '', part] = /^(\w+) \/(\w+)(?:\/parts\/(\d+))?/.exec(request) ?? []
    // Only the caller has the type of the message.
    const message = (): never => JSON.parse(body.toString()) as never
    const reply = { status: this.reply === 'stop' ? 409 : 200, body: { reply: this.reply } }
    if (request === 'GET /input') return this.range(incoming)
    if (request === 'PUT /progress') {
      this.progress.push(
        (message() as { progress: { rows: number; bytes_read: number; bytes_total: number } }).progress,
      )
      return reply
    }
    if (request === 'PUT /file') {
      this.files.push(message())
      return reply
    }
    if (request === 'PUT /end') {
      this.ends.push(endMessage.parse(message()))
      return { body: { reply: this.reply } }
    }
    if (method === 'POST' && request.endsWith('/parts')) {
      const id = `upload-${this.uploads.size + 1}`
      this.uploads.set(id, { target, parts: new Map() })
      return { body: { upload: id } }
    }
    const open = this.uploads.get(upload)
    if (part !== undefined) {
      open?.parts.set(Number(part), body)
      return { body: { partNumber: Number(part), etag: `etag-${part}` } }
    }
    if (request.endsWith('/complete')) {
      if (reply.status === 409) return reply
      const parts = (message() as { parts: { partNumber: number }[] }).parts
      const bytes = Buffer.concat(parts.map(({ partNumber }) => open?.parts.get(partNumber) ?? Buffer.from('missing')))
      this.uploads.delete(upload)
      return { body: this.put(target, bytes) }
    }
    if (method === 'DELETE') {
      this.uploads.delete(upload)
      return { body: Buffer.alloc(0) }
    }
    return method === 'PUT' ? { body: this.put(target, body) } : { status: 404, body: 'no such route' }
  }

  private range(incoming: IncomingMessage): { status: number; body: unknown } {
    const object = this.objects.get('input')
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '') ?? []
    if (object === undefined) return { status: 404, body: 'gone' }
    if (incoming.headers['if-match'] !== `"${object.etag}"`) return { status: 412, body: 'changed' }
    return { status: 206, body: object.bytes.subarray(Number(from), Number(to) + 1) }
  }
}
