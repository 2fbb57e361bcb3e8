import { readFileSync } from 'node:fs'
import { createServer as createPlain } from 'node:net'
import { createServer } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '../client.ts'
import { ops } from '../ops.ts'
import { startService } from '../service.ts'
import { answerOverHttps, publicHere, resolverName, serveNames } from './names.ts'

// Runs the whole service in its own network, where names resolve to internal addresses right after their check. Prints
// the requests that reached each server.

const privateAddresses = ['127.0.0.1', '169.254.169.254']
const reached: string[] = []
const inside: string[] = []
const certificate = {
  key: readFileSync(process.env['WORLD_KEY'] ?? ''),
  cert: readFileSync(process.env['NODE_EXTRA_CA_CERTS'] ?? ''),
}

const publicServer = createServer(certificate, (incoming, outgoing) => {
  const url = new URL(incoming.url ?? '/', `https://${incoming.headers.host}`)
  if (url.hostname === resolverName) return void outgoing.end(answerOverHttps(url))
  reached.push(`${incoming.method} ${url.hostname}${url.pathname}`)
  incoming.resume()
  const next = url.searchParams.get('to')
  if (next === null) outgoing.writeHead(200, { 'content-type': 'text/csv' }).end('id,name\n1,Zoë\n2,Abe\n')
  else outgoing.writeHead(302, { location: `https://${next}/file.csv` }).end()
})
await new Promise<void>((ready) => publicServer.listen(443, publicHere, ready))
for (const address of privateAddresses) {
  const server = createPlain((socket) => {
    inside.push(address)
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(443, address, ready))
}
await serveNames()

const service = await startService({ vars: { RATE_LIMIT_PER_MINUTE: '100000' } })
const client = new Client(service)
const spec = { output: { dialect: 'postgresql' as const } }
const nameOf = (kind: string, address: string): string => `${kind}-${address.replaceAll('.', '-')}.example.com`

async function convert(url: string): Promise<string> {
  const { id } = await client.openUrl(url, spec)
  const { status, error } = await client.untilEnded(id)
  return error === null ? status : error.code
}

const conversions: Record<string, string> = {}
let insideByService: readonly string[] = []

/** Starts every kind of conversion and one delivery for each of the private addresses. */
async function lead(): Promise<void> {
  for (const address of privateAddresses) {
    conversions[`rebind ${address}`] = await convert(`https://${nameOf('rebind', address)}/file.csv`)
    const second = nameOf('rebind', address).replace('example.com', 'after.example.com')
    conversions[`redirect ${address}`] = await convert(`https://start.example.com/away?to=${second}`)
    conversions[`inside ${address}`] = await convert(`https://${nameOf('inside', address)}/file.csv`)
    await ops(service.stateFolder, 'webhook', 'set', service.account_id, `https://${nameOf('inside', address)}/hook`)
    await ops(service.stateFolder, 'webhook', 'ping', service.account_id)
    const delivery = `POST ${nameOf('inside', address)}/hook`
    for (let waited = 0; waited < 60_000 && !reached.includes(delivery); waited += 100) await wait(100)
  }
  insideByService = [...inside]
  // This control shows that a second lookup of the name does get inside.
  await fetch(`https://${nameOf('inside', '169.254.169.254')}/`).catch(() => null)
}

await lead().finally(() => service.stop())
console.log(JSON.stringify({ conversions, reached, inside: insideByService, control: inside }))
process.exit(0)
