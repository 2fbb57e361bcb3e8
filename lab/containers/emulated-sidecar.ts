import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { rootCertificates } from 'node:tls'
import type { Container, ContainerWish, EngineProcess } from './emulated-container.ts'

/** The only host that the engine may reach is the Worker. */
const workerHost = 'engine.internal'

/**
 * The network of one emulated container. Inbound, workerd opens a tunnel to the engine with CONNECT. Outbound, the
 * engine connects to a local server, which opens a tunnel to workerd. A process cannot have its own resolver, so the
 * local server's address replaces `http://engine.internal` in every order.
 */
export class EmulatedSidecar implements Container {
  readonly wish: ContainerWish
  readonly ended: Promise<void>
  readonly exitCode = 137
  status: Container['status'] = 'created'
  publishedPort: number | null = null
  private readonly engineOf: () => EngineProcess | null
  private readonly settle: () => void
  private egressPort: number
  private allowedHosts: readonly string[] = []
  private outPort = 0
  private readonly control = createServer((request, response) => void this.configure(request, response))
  private readonly inbound = createServer((request, response) => void this.passIn(request, response))
  private readonly outbound = createServer((request, response) => this.passOut(request, response))

  constructor(wish: ContainerWish, engineOf: () => EngineProcess | null) {
    this.wish = wish
    this.engineOf = engineOf
    const command = wish.Cmd ?? []
    this.egressPort = Number(command[command.indexOf('--http-egress-port') + 1])
    const ended = Promise.withResolvers<void>()
    this.ended = ended.promise
    this.settle = ended.resolve
    this.control.on('connection', (socket: Socket) => {
      socket.allowHalfOpen = true
    })
    this.control.on('connect', (_request, socket: Duplex, head: Buffer) => this.openTunnel(socket, head))
  }

  async start(): Promise<void> {
    this.publishedPort = await listening(this.control)
    this.outPort = await listening(this.outbound)
    this.status = 'running'
  }

  signal(): void {
    this.remove()
  }

  remove(): void {
    for (const server of [this.control, this.outbound]) {
      server.close()
      server.closeAllConnections()
    }
    this.status = 'exited'
    this.settle()
  }

  /**
   * Handles the requests of workerd, which reads the certificate authority and sends its listening port and the allowed
   * hosts.
   */
  private async configure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/ca') {
      response.end(rootCertificates[0])
      return
    }
    const wish = JSON.parse((await bytesOf(request)).toString()) as {
      readonly port?: number
      readonly dns?: { readonly allowHostnames?: readonly string[] }
    }
    this.egressPort = wish.port ?? this.egressPort
    this.allowedHosts = wish.dns?.allowHostnames ?? this.allowedHosts
    response.writeHead(204).end()
  }

  /** Opens a tunnel. A port without a listener refuses its tunnel, as a real container does. */
  private openTunnel(socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const port = this.engineOf()?.port ?? 0
    const probe = connect({ port: port === 0 ? 1 : port, host: '127.0.0.1' }, () => {
      probe.destroy()
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      if (head.length > 0) socket.unshift(head)
      this.inbound.emit('connection', socket)
    })
    probe.on('error', () => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'))
  }

  private async passIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await bytesOf(request)).toString()
    const body = Buffer.from(text.replaceAll(`http://${workerHost}`, `http://127.0.0.1:${this.outPort}`))
    const { 'transfer-encoding': _, ...headers } = request.headers
    const onward = httpRequest({
      host: '127.0.0.1',
      port: this.engineOf()?.port ?? 1,
      method: request.method,
      path: request.url,
      headers: { ...headers, 'content-length': body.length },
      agent: false,
    })
    onward.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end(body)
  }

  private passOut(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (): void => void response.writeHead(502).end()
    if (!this.allowedHosts.includes(workerHost)) return refuse()
    const gate = httpRequest({
      host: '127.0.0.1',
      port: this.egressPort,
      method: 'CONNECT',
      path: '11.0.0.1:80',
      headers: { 'x-hostname': workerHost },
    })
    gate.on('error', refuse)
    gate.on('connect', (opened, socket) => {
      if ((opened.statusCode ?? 500) >= 300) return refuse()
      return exchange(request, response, socket)
    })
    gate.end()
  }
}

function exchange(request: IncomingMessage, response: ServerResponse, socket: Socket): void {
  const onward = httpRequest({
    createConnection: () => socket,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, host: workerHost, connection: 'close' },
  })
  onward.on('response', (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers)
    received.pipe(response)
    received.on('error', () => response.destroy())
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
