import { execFileSync } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { hangMs } from './hang.ts'

/** A test certificate authority, and a certificate for this machine that it signed. */
export interface Certificates {
  /** The file for NODE_EXTRA_CA_CERTS. */
  readonly authorityFile: string
  readonly key: Buffer
  readonly certificate: Buffer
  remove(): void
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-ca-'))
  const file = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    ...['req', '-x509', ...newKey, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-days', '2'],
    ...['-subj', '/CN=Authority of a test'],
  )
  openssl(...['req', ...newKey, '-keyout', file('key.pem'), '-out', file('request.pem'), '-subj', '/CN=127.0.0.1'])
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1')
  openssl(
    ...['x509', '-req', '-in', file('request.pem'), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'],
    ...['-out', file('certificate.pem'), '-days', '2', '-extfile', file('names')],
  )
  return {
    authorityFile: file('ca.pem'),
    key: readFileSync(file('key.pem')),
    certificate: readFileSync(file('certificate.pem')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface ReceivedCall {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The raw body, before any parsing. */
  readonly body: string
  readonly atMs: number
}

const gibibyte = 1024 ** 3
/** A gzip file may have several members: 64 members of 16 MiB each unpack to 1 GiB. */
const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(gibibyte / 64))))

/** A real HTTPS server whose paths define its responses: `/status/503/NAME`, `/hang/NAME`, `/reset/NAME`… */
export class Receiver {
  /** The bytes of responses written so far, by path. */
  readonly bytesWritten = new Map<string, number>()
  private readonly server: Server
  private readonly received = new Map<string, ReceivedCall[]>()

  private constructor(certificates: Pick<Certificates, 'key' | 'certificate'>) {
    this.server = createServer({ key: certificates.key, cert: certificates.certificate }, (request, response) => {
      void this.take(request, response)
    })
  }

  static async start(certificates: Pick<Certificates, 'key' | 'certificate'>): Promise<Receiver> {
    const receiver = new Receiver(certificates)
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  calls(path: string): readonly ReceivedCall[] {
    return this.received.get(path) ?? []
  }

  async until(path: string, count: number, timeoutMs = hangMs): Promise<readonly ReceivedCall[]> {
    for (const started = Date.now(); this.calls(path).length < count; await wait(20))
      if (Date.now() - started > timeoutMs)
        throw new Error(`${path} was called ${this.calls(path).length} times, not ${count}, in ${timeoutMs} ms`)
    return this.calls(path)
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const call = {
      method: request.method ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
      atMs: Date.now(),
    }
    this.received.set(path, [...this.calls(path), call])
    const [, behaviour = '', detail = ''] = path.split('/')
    this.respond(behaviour, detail, path, response)
  }

  private respond(behaviour: string, detail: string, path: string, response: ServerResponse): void {
    switch (behaviour) {
      case 'status':
        response.writeHead(Number(detail), { location: `${this.origin}/redirected` }).end(`response ${detail}`)
        break
      case 'fails-first':
        response.writeHead(this.calls(path).length <= Number(detail) ? 500 : 204).end()
        break
      case 'reset':
        response.socket?.destroy()
        break
      case 'gigabyte':
        response.writeHead(200)
        void this.pour(path, response)
        break
      case 'bomb':
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
        break
      case 'hang':
        break
      default:
        response.writeHead(404).end()
    }
  }

  private async pour(path: string, response: ServerResponse): Promise<void> {
    const part = Buffer.alloc(64 * 1024, 'x')
    for (let written = 0; written < gibibyte && !response.destroyed; written += part.length) {
      this.bytesWritten.set(path, written)
      if (!response.write(part)) while (response.writableNeedDrain && !response.destroyed) await wait(1)
    }
    response.end()
  }
}

/** Verifies a call by the rules for receivers in the specification, written from its text alone. */
export function verifyCall(call: Pick<ReceivedCall, 'headers' | 'body'>, secret: string, nowSeconds: number): boolean {
  const parts = new Map<string, string>()
  for (const part of String(call.headers['service-signature'] ?? '').split(',')) {
    const equals = part.indexOf('=')
    if (equals > 0) parts.set(part.slice(0, equals), part.slice(equals + 1))
  }
  const [t, v1] = [parts.get('t') ?? '', parts.get('v1') ?? '']
  if (!/^\d+$/.test(t) || Math.abs(nowSeconds - Number(t)) > 300) return false
  const expected = Buffer.from(createHmac('sha256', secret).update(`${t}.${call.body}`).digest('hex'))
  const given = Buffer.from(v1)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
