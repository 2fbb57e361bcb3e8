import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectTo } from '../../container/run/pinned-fetch.ts'
import type { EgressOrder } from '../../src/url-safety/outgoing-fetch.ts'
import { type AddressVerdict, classifyAddress } from '../../src/url-safety/classify-address.ts'

const orderBytesMax = 64 << 20
const requestMs = 60_000

export interface EgressOptions {
  /** Checks one address. The default is the table of special ranges, and a test may use its own network. */
  readonly classify?: (address: string) => AddressVerdict
  /** Additional trusted certificates. */
  readonly ca?: string
}

/**
 * The outgoing connections of a local run. workerd resolves a name again when it connects, and reaches every network of
 * this machine. So the Worker passes its requests to this server with the checked addresses, and they only go to one of
 * those. A deployed Worker does not reach private networks and needs none of this.
 */
export class Egress {
  readonly token = randomBytes(24).toString('base64url')
  private readonly server: Server
  private readonly options: EgressOptions

  private constructor(options: EgressOptions) {
    this.options = options
    this.server = createServer((incoming, outgoing) => {
      this.respond(incoming, outgoing).catch((error: unknown) => {
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end(error instanceof Error ? error.message : String(error))
      })
    })
  }

  static async start(options: EgressOptions = {}): Promise<Egress> {
    const egress = new Egress(options)
    await new Promise<void>((ready, reject) => {
      egress.server.once('error', reject)
      egress.server.listen(0, '127.0.0.1', ready)
    })
    return egress
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`
  }

  stop(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private async respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (!this.isOurs(incoming)) return void outgoing.writeHead(401).end('not the Worker')
    const { url, host, port, addresses, method, headers, body } = JSON.parse(await textOf(incoming)) as EgressOrder
    const refused = addresses.filter((address) => !(this.options.classify ?? classifyAddress)(address).public)
    if (addresses.length === 0 || refused.length > 0) return void outgoing.writeHead(403).end('not a public address')
    const leaving = new AbortController()
    outgoing.on('close', () => leaving.abort())
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(requestMs)])
    const { ca } = this.options
    const response = await connectTo({ url: new URL(url), host, port }, addresses, {
      ...{ method, headers, signal, body },
      ...(ca === undefined ? {} : { ca }),
    })
    outgoing.writeHead(200, {
      'x-egress-status': String(response.statusCode),
      'x-egress-headers': encodeURIComponent(JSON.stringify(response.headersDistinct)),
    })
    response.on('error', () => outgoing.destroy())
    response.pipe(outgoing)
  }

  private isOurs({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers.authorization ?? '')
    const expected = Buffer.from(`Bearer ${this.token}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > orderBytesMax) throw new Error('The order is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
