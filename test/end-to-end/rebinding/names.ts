import { createSocket } from 'node:dgram'

/** The one public address of the small network, assigned to its loopback device. */
export const publicHere = '93.184.216.34'
export const resolverName = 'cloudflare-dns.com'

const types = { A: 1, AAAA: 28 } as const
/**
 * How often each name was looked up by the system's resolver, counting the queries for both address families as one.
 */
const queries = new Map<string, number>()

/**
 * Returns the address that the system's resolver has for a name. `rebind-…` is public the first time and private afterward, and
 * `inside-…` is always private. The rest of the name gives the private address. All other names are public.
 */
function addressBySystem(name: string, isFirst: boolean): string {
  const found = /^(rebind|inside)-([\d-]+)\./.exec(name)
  const isPublic = found === null || (found[1] === 'rebind' && isFirst)
  return isPublic ? publicHere : (found[2] ?? '').replaceAll(/-(?=\d)/g, '.')
}

/**
 * The Worker's resolver over HTTPS returns a public address for every name, so only a second lookup by the system leads
 * inside.
 */
export function answerOverHttps(url: URL): string {
  const isA = url.searchParams.get('type') === 'A'
  return JSON.stringify({ Status: 0, Answer: isA ? [{ type: types.A, data: publicHere }] : [] })
}

/** Returns the machine's resolver, on one UDP socket on port 53. */
export async function serveNames(): Promise<() => void> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    let at = 12
    const labels: string[] = []
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const type = query.readUInt16BE(at + 1)
    const name = labels.join('.').toLowerCase()
    const times = queries.get(name) ?? 0
    if (type === types.A) queries.set(name, times + 1)
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(type === types.A ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const address = addressBySystem(name, times === 0)
      .split('.')
      .map(Number)
    const record = Buffer.from([0xc0, 12, 0, types.A, 0, 1, 0, 0, 0, 0, 0, 4, ...address])
    socket.send([header, query.subarray(12, at + 5), ...(type === types.A ? [record] : [])], from.port, from.address)
  })
  await new Promise<void>((ready) => socket.bind(53, '127.0.0.1', ready))
  return () => socket.close()
}
