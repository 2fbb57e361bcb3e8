// oxlint-disable oxc/no-async-endpoint-handlers -- itty-router awaits its handlers and catches what they throw
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { availableParallelism, totalmem } from 'node:os'
import { AutoRouter, type IRequest, json, status } from 'itty-router'
import * as z from 'zod'
import { type AccountId, type ConversionId, isConversionId } from '../src/contract/ids.ts'
import type { Readiness, EngineStart } from '../src/contract/run.ts'
import { EnginePool } from './run/engine-pool.ts'
import { removeLeftRunFolders } from './run/run-folders.ts'

// The routes of the engine: health, reserve, release, start, status. Only the engine object calls them. A cancel is the
// response to the next report of the run.

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const size = number('ENGINE_PROCESSES', Math.max(2, availableParallelism()))
const memoryBytesMax = number('ENGINE_MEMORY_BYTES', Math.floor((totalmem() * 0.6) / size))
const bodyBytesMax = 1 << 20
/** In a container that serves one conversion, the process ends with its run: an idle container costs as much as a busy one. */
const runsMax = number('ENGINE_RUNS', Number.POSITIVE_INFINITY)
/**
 * The time that runs may continue after SIGTERM. The platform kills a container 15 minutes after it. Locally, runs end
 * at once.
 */
const gracePeriodMs = number('ENGINE_GO_ON_SECONDS', 0) * 1000
const closeWithinMs = 12_000
/**
 * Only a local run sets the token, because every process of the machine can reach its port. Only the Worker can reach a
 * container's port.
 */
const token = process.env['ENGINE_TOKEN'] ?? ''

removeLeftRunFolders()
const pool = new EnginePool({ size, memoryBytesMax, runsMax, onLastRun: () => void close() })
const respond = (readiness: Readiness): Response =>
  json({ answer: readiness }, { status: readiness === 'busy' ? 503 : 200 })

const anyConversionId = z.custom<ConversionId>((id) => typeof id === 'string' && isConversionId(id))
const wishMessage = z.object({
  accountId: z.custom<AccountId>((id) => typeof id === 'string'),
  conversionId: anyConversionId,
})
const startShape = z.object({ order: z.object({ conversionId: anyConversionId }) })
/** Validates the order of a run. Only the Worker can send it, so nothing but its conversion id is checked. */
const startMessage = z.custom<EngineStart>((start) => startShape.safeParse(start).success)

const router = AutoRouter({ missing: () => status(404) })
  .get('/health', () => pool.health)
  .post('/reservations', async (request: IRequest) => {
    const { accountId, conversionId } = wishMessage.parse(await request.json())
    return respond(pool.reserve(accountId, conversionId, Date.now()))
  })
  .delete('/reservations/:id', (request: IRequest) => {
    pool.release(idOf(request))
    return status(204)
  })
  .post('/runs', async (request: IRequest) => {
    return respond(await pool.begin(startMessage.parse(await request.json()), Date.now()))
  })
  .get('/runs/:id', (request: IRequest) => {
    const run = pool.find(idOf(request))
    return run === undefined ? status(404) : { attempt: run.start.order.attempt }
  })

const idOf = (request: IRequest): ConversionId => anyConversionId.parse(request.params['id'])

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isFromWorker({ headers }: IncomingMessage): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return token === '' || (given.length === expected.length && timingSafeEqual(given, expected))
}

async function open(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (!isFromWorker(incoming)) return void outgoing.writeHead(401).end()
  const { method = 'GET' } = incoming
  // A page in a browser on this machine can send forms here, but not JSON.
  const isJson = incoming.headers['content-type'] === 'application/json'
  const body = method === 'POST' ? await bodyOf(incoming) : null
  const request = new Request(`http://engine${incoming.url ?? '/'}`, { method, body })
  const response: Response = method === 'POST' && !isJson ? status(415) : await router.fetch(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}

const server = createServer((incoming, outgoing) => {
  open(incoming, outgoing).catch((error: unknown) => {
    console.error('a door of the engine broke', error)
    outgoing.writeHead(500).end()
  })
})

server.listen(number('PORT', 8080), process.env['HOST'] ?? '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ listening: typeof address === 'object' ? address?.port : address }))
})

let closing = false
async function close(): Promise<void> {
  if (closing) return
  closing = true
  await pool.drain(gracePeriodMs)
  setTimeout(() => process.exit(1), closeWithinMs).unref()
  server.close()
  await pool.close()
  process.exit(0)
}
process.on('SIGTERM', () => void close())
process.on('SIGINT', () => void close())
