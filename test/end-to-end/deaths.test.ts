import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { killedMessage } from '../../scripts/local/child.ts'
import { portErrorOf } from '../../scripts/local/ports.ts'
import { Client } from './client.ts'
import { enginePid, killAll } from './processes.ts'
import { bytesOf, type SlowFile, type SlowServer, startSlowServer } from './slow-server.ts'
import { ownPort, startService, type StartedService } from './service.ts'

const toPostgresql = { output: { dialect: 'postgresql' } } as const
/** The download of this file lasts until the server is in a hurry, so a test decides how long a run takes. */
const slowFile: SlowFile = { rows: 1000, seconds: 3600 }
const smallFile = new TextEncoder().encode('id,name\n1,Anna\n2,Bo\n')

/** A lease that ends after everything that a test waits for, so an attempt that continues earlier was given back. */
const longLease = 600
/** A lease that outlives a late heartbeat of a busy machine. */
const shortLease = 8

const stateFolder = mkdtempSync(join(tmpdir(), 'rowmill-service-'))
let server: SlowServer
let port: number
let service: StartedService
let client: Client

/** Every test begins with the service that was started last, because a start takes seconds. */
async function start(leaseSeconds: number): Promise<void> {
  const vars = {
    LOCAL_TRUSTED_ORIGINS: server.origin,
    LEASE_SECONDS: String(leaseSeconds),
    // No file is converted in the Worker, and two conversions run at a time.
    ISOLATE_BYTES_MAX: '0',
    ENGINE_SLOTS: '2',
    // Tests that poll often need a higher rate limit.
    RATE_LIMIT_PER_MINUTE: '100000',
  }
  service = await startService({ stateFolder, port, vars })
  client = new Client(service)
}

/** Sends the signal to the service's own process and waits for its end. */
async function end(signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => service.process.once('exit', resolve))
  service.process.kill(signal)
  await ended
}

beforeAll(async () => {
  server = await startSlowServer()
  port = await ownPort()
  await start(longLease)
})

afterAll(async () => {
  await service.stop()
  await server.close()
  rmSync(stateFolder, { recursive: true, force: true })
})

beforeEach(() => server.hurry(false))

/** Opens a conversion of the slow file and waits until the engine reads it. */
async function running(): Promise<string> {
  const { id } = await client.openUrl(server.fileUrl(slowFile), toPostgresql)
  await expect.poll(async () => (await client.read(id)).progress?.bytes_read ?? 0, { interval: 50 }).toBeGreaterThan(0)
  expect((await client.read(id)).status).toBe('running')
  return id
}

/** Uploads a small file and starts its conversion, which waits while others run. */
async function uploaded(): Promise<string> {
  const opened = await client.open('small.csv', smallFile.length, toPostgresql)
  await client.upload(opened, smallFile)
  await client.start(opened.id)
  expect((await client.read(opened.id)).status).toBe('queued')
  return opened.id
}

const usedBytes = async (): Promise<number> => {
  const usage = (await (await client.call('GET', '/usage')).json()) as { readonly data: { readonly used: number } }
  return usage.data.used
}

/** How the conversion ended, and whether its output has the reported length. The server sends the rest at once. */
async function outcomeOf(id: string): Promise<unknown[]> {
  server.hurry(true)
  const ended = await client.untilEnded(id)
  const output = await client.download(ended)
  return [
    ended.status,
    ended.report?.rows.converted,
    ended.report?.rows.rejected,
    output.length === ended.output?.bytes,
  ]
}
const whole = ['done', slowFile.rows, 0, true]

describe('the service', () => {
  test('gives an attempt back long before the lease ends if its engine receives a stop signal', async () => {
    const id = await running()
    process.kill(enginePid(service.process.pid ?? 0), 'SIGTERM')
    expect(await outcomeOf(id)).toEqual(whole)
  })

  test('stops in the middle of a conversion, and keeps conversions and keys over a restart', async () => {
    const before = service
    const kept = await client.convert('small.csv', smallFile, toPostgresql)
    const id = await running()
    await end('SIGINT')
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    expect(() => readFileSync(join(stateFolder, 'service.json'))).toThrow('ENOENT')
    expect(readFileSync(join(stateFolder, 'service.log'), 'utf8')).not.toContain(killedMessage)

    await start(shortLease)
    expect(service.api_key).toBe(before.api_key)
    expect({ ...(await client.read(kept.id)), output: null }).toEqual({ ...kept, output: null })
    expect(await outcomeOf(id)).toEqual(whole)
  }, 400_000)

  test('takes its processes with it, even after SIGKILL, and starts again', async () => {
    service.process.kill('SIGKILL')
    await expect.poll(() => portErrorOf(port)).toBe(null)
    await start(shortLease)
    expect((await client.call('GET', '/usage')).status).toBe(200)
  })

  test('loses one attempt and nothing else when its engine is killed during a conversion', async () => {
    let logged = ''
    service.process.stderr?.on('data', (chunk: Buffer) => (logged += chunk.toString()))
    const usedBefore = await usedBytes()
    const id = await running()
    process.kill(enginePid(service.process.pid ?? 0), 'SIGKILL')
    expect(await outcomeOf(id)).toEqual(whole)
    expect((await usedBytes()) - usedBefore).toBe(bytesOf(slowFile))
    expect(logged).toMatch(/^The engine stopped unexpectedly and is started again\. .+\n$/)
  })

  test('loses no running or waiting conversion in a power failure', async () => {
    const usedBefore = await usedBytes()
    const ids = [await running(), await running()]
    const waiting = await uploaded()
    killAll(service.process.pid ?? 0)
    await wait(1000)

    await start(shortLease)
    for (const id of ids) expect(await outcomeOf(id)).toEqual(whole)
    expect(await outcomeOf(waiting)).toEqual(['done', 2, 0, true])
    expect((await usedBytes()) - usedBefore).toBe(bytesOf(slowFile) * ids.length + smallFile.length)
  }, 400_000)
})
