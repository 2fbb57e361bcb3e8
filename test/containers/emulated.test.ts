import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DockerEmulator } from '../../lab/containers/docker-emulator.ts'
import type { EngineProcess } from '../../lab/containers/emulated-container.ts'
import { Laboratory } from '../../lab/containers/laboratory.ts'
import type { Conversion } from '../../src/contract/conversion.ts'
import { Client } from '../end-to-end/client.ts'
import { type SlowFile, type SlowServer, startSlowServer } from '../end-to-end/slow-server.ts'

// The service runs under workerd with its real container API, lifetimes included. Containers are Node processes, so
// this runs everywhere. The image itself runs in image.test.ts.

const engine = fileURLToPath(new URL('../../container/server.ts', import.meta.url))
const misbehaving = (name: string): string =>
  fileURLToPath(new URL(`../../lab/containers/engines/${name}.mjs`, import.meta.url))
const docker = new DockerEmulator(engine)
const socketFolder = mkdtempSync(join(tmpdir(), 'rowmill-docker-'))
let server: SlowServer
let lab: Laboratory
let client: Client
let longRun: { readonly id: string; readonly engine: EngineProcess }

/** A restart on a busy machine takes longer than the lease for whose end the other tests wait. */
const leaseThatOutlastsARestart = { LEASE_SECONDS: '120' }
const shortLease = { LEASE_SECONDS: '25' }

const toPostgresql = { output: { dialect: 'postgresql' } } as const
const done = (rows: number): unknown[] => ['done', rows, null]
const outcomeOf = ({ status, report, error }: Conversion): unknown[] => [
  status,
  report?.rows.converted ?? null,
  error?.code ?? null,
]

/** Opens a conversion and waits until its container has started. */
async function begin(file: SlowFile): Promise<{ readonly id: string; readonly engine: EngineProcess }> {
  const before = docker.engines.length
  const { id } = await client.openUrl(server.fileUrl(file), toPostgresql)
  return { id, engine: await docker.nextEngine(before) }
}

/** Waits until rows of the file have arrived, so that the run is in progress. */
async function untilUnderWay(id: string): Promise<void> {
  const bytesRead = async (): Promise<number> => (await client.read(id)).progress?.bytes_read ?? 0
  await expect.poll(bytesRead, { interval: 100 }).toBeGreaterThan(0)
}

beforeAll(async () => {
  server = await startSlowServer()
  const socketPath = join(socketFolder, 'docker.sock')
  await docker.listen(socketPath)
  const dockerCommand = fileURLToPath(new URL('../../lab/containers/docker-nothing.sh', import.meta.url))
  lab = new Laboratory(
    { socketPath, dockerCommand, sidecarImage: 'localhost/rowmill-sidecar:1', env: {} },
    {
      RATE_LIMIT_PER_MINUTE: '100000',
      ACTIVE_LIMIT: '50',
      ISOLATE_BYTES_MAX: '0',
      ...leaseThatOutlastsARestart,
      ENGINE_READY_SECONDS: '15',
      ENGINE_SLOTS: '4',
      LOCAL_TRUSTED_ORIGINS: server.origin,
    },
  )
  client = new Client(await lab.start())
})

afterEach(() => {
  docker.program = engine
})

afterAll(async () => {
  await lab.stop()
  await docker.close()
  await server.close()
  rmSync(socketFolder, { recursive: true, force: true })
})

describe('containers', () => {
  test('keep running while the Worker and its objects restart', async () => {
    const { id, engine: kept } = await begin({ rows: 1000, seconds: 600 })
    await untilUnderWay(id)
    await lab.restart(shortLease)
    server.hurry(true)
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(1000))
    expect(docker.engines).toEqual([kept])
    server.hurry(false)
    longRun = await begin({ rows: 100_000, seconds: 62 })
  })

  test('end with the conversion that they ran', async () => {
    const { id, engine: small } = await begin({ rows: 10, seconds: 0 })
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(10))
    await expect.poll(() => small.status).toBe('exited')
  })

  test('are replaced at the end of the lease if they are killed during a run', async () => {
    const { id, engine: killed } = await begin({ rows: 1000, seconds: 4 })
    await untilUnderWay(id)
    killed.remove()
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(1000))
  })

  test('finish their run after a stop signal', async () => {
    const before = docker.engines.length
    const { id, engine: stopping } = await begin({ rows: 1000, seconds: 5 })
    await untilUnderWay(id)
    stopping.signal('SIGTERM')
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(1000))
    expect(docker.engines).toHaveLength(before + 1)
  })

  test('are replaced at the end of the lease if they freeze', async () => {
    const { id, engine: frozen } = await begin({ rows: 1000, seconds: 4 })
    await untilUnderWay(id)
    frozen.freeze()
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(1000))
    await expect.poll(() => frozen.status).toBe('exited')
  })

  test.each(['never-listens', 'hangs', 'exits'])('are replaced if the engine %s', async (name) => {
    docker.program = misbehaving(name)
    const { id, engine: broken } = await begin({ rows: 10, seconds: 0 })
    docker.program = engine
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(10))
    await expect.poll(() => broken.status).toBe('exited')
  })

  test('write an output of several parts', async () => {
    const { id } = await begin({ rows: 2_000_000, seconds: 0 })
    const ended = await client.untilEnded(id)
    expect(outcomeOf(ended)).toEqual(done(2_000_000))
    expect((await client.download(ended)).length).toBeGreaterThan(20 << 20)
  })

  test('complete a download without a length when all of it has arrived', async () => {
    const { id } = await begin({ rows: 1000, seconds: 1, hasLength: false })
    expect(outcomeOf(await client.untilEnded(id))).toEqual(done(1000))
  })

  test('never accept a broken download of unknown length as complete', async () => {
    const { id } = await begin({ rows: 1000, seconds: 1, hasLength: false, breaksAfterRows: 500 })
    expect(outcomeOf(await client.untilEnded(id))).toEqual(['failed', null, 'unreachable'])
  })

  test('never outnumber the slots, and the end of one starts the next waiting conversion', async () => {
    const running = (): number => docker.engines.filter(({ status }) => status === 'running').length
    const files = Array.from({ length: 9 }, () => ({ rows: 100, seconds: 2 }))
    const opened = await Promise.all(files.map((file) => client.openUrl(server.fileUrl(file), toPostgresql)))
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, running())), 20)
    const ended = await Promise.all(opened.map(({ id }) => client.untilEnded(id)))
    clearInterval(watch)
    expect(ended.map(outcomeOf)).toEqual(files.map(() => done(100)))
    expect(most).toBe(4)
  })

  test('run a conversion of more than a minute in one attempt', async () => {
    expect(outcomeOf(await client.untilEnded(longRun.id))).toEqual(done(100_000))
    await longRun.engine.ended
    expect(longRun.engine.exitCode).toBe(0)
    expect(longRun.engine.livedMs).toBeGreaterThan(60_000)
  })
})
