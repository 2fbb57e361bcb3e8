import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversion } from '../../src/contract/conversion.ts'
import { Client } from './client.ts'
import { engineMemoryBytes } from './processes.ts'
import { type StartedService, startService } from './service.ts'

/** LARGE_MIB=1024 npm run test:end-to-end -- large-files runs the same tests with files of 1 GiB. */
const mebibytes = Number(process.env['LARGE_MIB'] ?? 64)
const header = 'id,name,day,amount,note\n'
const line = '1234567,Zoë Ørsted,2024-02-29,1234.50,"said ""later"" and left"\n'
const block = Buffer.from(line.repeat(Math.ceil((1 << 20) / Buffer.byteLength(line))))
const rowsOfBlock = block.length / Buffer.byteLength(line)
const bytes = header.length + block.length * mebibytes
const rows = rowsOfBlock * mebibytes
const seconds = (1 + mebibytes / 64) * 120
const memoryBytesMax = 640 << 20
/** The server takes this long to send the file on any machine, so that progress becomes visible. */
const sendingMs = 20_000
const toPostgresql = { output: { dialect: 'postgresql' } } as const

async function* file(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(header)
  for (let sent = 0; sent < mebibytes; sent++) yield block
}

let service: StartedService
let stranger: Server
let address: string

beforeAll(async () => {
  stranger = createServer(async (_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': bytes, etag: '"one"' })
    for await (const chunk of file()) {
      if (!outgoing.write(chunk)) await new Promise((resolve) => outgoing.once('drain', resolve))
      await wait(sendingMs / mebibytes)
    }
    outgoing.end()
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const bound = stranger.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  service = await startService({ vars: { LOCAL_TRUSTED_ORIGINS: address } })
})
afterAll(async () => {
  await service.stop()
  stranger.close()
})

interface Watched {
  readonly ended: Conversion
  readonly progress: readonly { readonly rows: number; readonly bytes_read: number; readonly bytes_total: number }[]
  readonly memoryBytes: number
}

/** Polls far below the rate limit, and measures the engine's memory more often. */
async function watch(client: Client, id: string): Promise<Watched> {
  const progress: Watched['progress'][number][] = []
  let memoryBytes = 0
  for (const untilMs = Date.now() + seconds * 1000; Date.now() < untilMs;) {
    for (let attempt = 0; attempt < 6; attempt++) {
      await wait(125)
      memoryBytes = Math.max(memoryBytes, engineMemoryBytes(service.process.pid ?? 0))
    }
    const read = await client.read(id)
    if (read.progress !== null) progress.push(read.progress)
    if (['done', 'failed', 'canceled'].includes(read.status)) return { ended: read, progress, memoryBytes }
  }
  throw new Error(`still not ended after ${seconds} s`)
}

async function linesOf(url: string): Promise<{ lines: number; bytes: number }> {
  const response = await fetch(url)
  let lines = 0
  let arrived = 0
  for await (const chunk of response.body ?? []) {
    const buffer = Buffer.from((chunk as Uint8Array).buffer, chunk.byteOffset, chunk.byteLength)
    arrived += buffer.length
    for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, at + 1)) lines++
  }
  return { lines, bytes: arrived }
}

async function expectWhole({ ended, progress, memoryBytes }: Watched, how: string, startedMs: number): Promise<void> {
  const took = (Date.now() - startedMs) / 1000
  console.log(
    `${mebibytes} MiB by ${how}: ${took.toFixed(1)} s, the engine held ${(memoryBytes / 2 ** 20).toFixed(0)} MiB at most`,
  )
  expect([ended.status, ended.error]).toEqual(['done', null])
  expect(ended.bytes).toBe(bytes)
  expect(ended.report?.rows).toMatchObject({ converted: rows, rejected: 0 })
  // Every row has its own line in the output, whatever surrounds it.
  const { lines, bytes: outputBytes } = await linesOf(ended.output?.url ?? '')
  expect(outputBytes).toBe(ended.output?.bytes)
  expect(lines).toBeGreaterThanOrEqual(rows)
  expect(lines).toBeLessThan(rows * 1.02 + 100)
  expect(memoryBytes).toBeGreaterThan(1 << 20)
  expect(memoryBytes).toBeLessThan(memoryBytesMax)
  for (const key of ['rows', 'bytes_read', 'bytes_total'] as const) {
    const values = progress.map((one) => one[key])
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  }
}

describe(`a file of ${mebibytes} MiB`, () => {
  test(
    'is uploaded, converted in bounded memory, and reports its progress',
    async () => {
      const client = new Client(service)
      const startedMs = Date.now()
      const opened = await client.open('large.csv', bytes, toPostgresql)
      await client.upload(opened, ReadableStream.from(file()))
      await client.start(opened.id)
      const watched = await watch(client, opened.id)
      await expectWhole(watched, 'upload', startedMs)
      expect(watched.ended.name).toBe('large.csv')
    },
    seconds * 1000,
  )

  test(
    'is downloaded from its URL, stored, and converted whole in bounded memory',
    async () => {
      const client = new Client(service)
      const startedMs = Date.now()
      const opened = await client.openUrl(`${address}/exports/large.csv`, toPostgresql)
      const watched = await watch(client, opened.id)
      await expectWhole(watched, 'url', startedMs)
      expect(watched.ended.name).toBe('large.csv')
      // Progress advances during both the download and the conversion.
      expect(new Set(watched.progress.map((one) => one.bytes_read)).size).toBeGreaterThan(2)
      expect(watched.progress.some((one) => one.bytes_read > 0 && one.bytes_read < bytes)).toBe(true)
    },
    seconds * 1000,
  )
})
