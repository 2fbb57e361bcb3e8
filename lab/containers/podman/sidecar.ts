import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { rootCertificates } from 'node:tls'

// Replaces the networking sidecar of workerd ("proxy-everything"), without TLS. It owns the network namespace that the
// engine's container joins. Inbound, workerd sends CONNECT to this process, which connects to the engine's port.
// Outbound, every address is local here, so a connection to any host arrives at this process. It forwards the
// connection with CONNECT to workerd's listener on the gateway of the bridge. A small resolver resolves only the
// allowed hosts.

const option = (name: string): string => process.argv[process.argv.indexOf(`--${name}`) + 1] ?? ''
const octets = (option('docker-gateway-cidr').split('/')[0] ?? '').split('.')
const gateway = [...octets.slice(0, 3), Number(octets[3]) + 1].join('.')
/** The address does not matter, since connections to any address end here. */
const everyHost = [11, 0, 0, 1]
const headMax = 65_536
let egressPort = Number(option('http-egress-port'))
let allowedHosts: readonly string[] = []

execFileSync('ip', ['route', 'del', 'default'])
execFileSync('ip', ['route', 'add', 'local', 'default', 'dev', 'lo'])

/**
 * Handles the requests of workerd, which reads the certificate authority and sends its listening address and the
 * allowed hosts.
 */
async function configure(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/ca') {
    response.end(rootCertificates[0])
    return
  }
  let text = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  const wish = JSON.parse(text) as { readonly port?: number; readonly dns?: { readonly allowHostnames?: string[] } }
  egressPort = wish.port ?? egressPort
  allowedHosts = wish.dns?.allowHostnames ?? allowedHosts
  response.writeHead(204).end()
}

function join(a: Duplex, b: Duplex): void {
  a.pipe(b)
  b.pipe(a)
  a.on('close', () => b.destroy())
  b.on('close', () => a.destroy())
}

const control = createHttpServer((request, response) => void configure(request, response))
control.keepAliveTimeout = 0
// An HTTP server closes its side when the other side stops writing, but tunnels must stay half-open.
control.on('connection', (socket: Socket) => {
  socket.allowHalfOpen = true
})
control.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
  const [host = '', port] = String(request.headers['x-dst-addr']).split(':')
  let isOpen = false
  const engine = connect({ host, port: Number(port), allowHalfOpen: true }, () => {
    isOpen = true
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    engine.write(head)
    join(socket, engine)
  })
  engine.on('error', () => {
    if (isOpen) socket.destroy()
    else socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')
  })
  socket.on('error', () => engine.destroy())
})
control.listen(Number(option('http-ingress-address').split(':').at(-1)), '0.0.0.0')

/** Reads an HTTP head, which names the host, and leaves the rest for the joined connection. */
function readHead(socket: Socket, done: (head: Buffer) => void): void {
  let head = Buffer.alloc(0)
  const read = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk])
    if (!head.includes('\r\n\r\n') && head.length < headMax) return
    socket.off('data', read)
    socket.pause()
    done(head)
  }
  socket.on('data', read)
}

function passOut(client: Socket): void {
  client.on('error', () => client.destroy())
  readHead(client, (head) => {
    const host = /\r\nhost: *([^\r:]+)/i.exec(head.toString('latin1'))?.[1]
    const destination = `${client.localAddress}:${client.localPort}`
    const workerd = connect({ host: gateway, port: egressPort, allowHalfOpen: true })
    workerd.on('error', () => client.destroy())
    const lines = [`CONNECT ${destination} HTTP/1.1`, `Host: ${destination}`, 'X-Proto: tcp']
    if (host !== undefined) lines.push(`X-Hostname: ${host}`)
    workerd.write(`${lines.join('\r\n')}\r\n\r\n`)
    readHead(workerd, (answer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 2')) return client.destroy()
      client.write(answer.subarray(answer.indexOf('\r\n\r\n') + 4))
      workerd.write(head)
      return join(client, workerd)
    })
  })
}
for (const port of [80, 443]) createServer({ allowHalfOpen: true }, passOut).listen(port, '0.0.0.0')

const resolver = createSocket('udp4', (query, from) => {
  const labels: string[] = []
  let at = 12
  while ((query[at] ?? 0) !== 0) {
    const end = at + 1 + (query[at] ?? 0)
    labels.push(query.toString('latin1', at + 1, end))
    at = end
  }
  const isAllowed = allowedHosts.includes(labels.join('.'))
  const isForAddress = query.readUInt16BE(at + 1) === 1
  const answers = isAllowed && isForAddress ? 1 : 0
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(isAllowed ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers, 6)
  // The DNS record consists of a pointer to the name, type A, class IN, one second, and four bytes.
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...everyHost])
  const question = query.subarray(12, at + 5)
  resolver.send(Buffer.concat([header, question, ...(answers === 1 ? [record] : [])]), from.port, from.address)
})
resolver.bind(53, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
