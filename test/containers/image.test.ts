import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Laboratory } from '../../lab/containers/laboratory.ts'
import type { PodmanHost } from '../../lab/containers/podman/podman-host.ts'
import { Client } from '../end-to-end/client.ts'
import { startPodman } from './podman.ts'
import { type SlowServer, startSlowServer } from '../end-to-end/slow-server.ts'

// The service under workerd with the real image, built from container/Dockerfile and run by podman.

const toPostgresql = { output: { dialect: 'postgresql' } } as const
/** Longer than podman needs for its commands on a busy machine. Each test ends the wait. */
const slow = { rows: 1000, seconds: 100 }

const podman = await startPodman((host) => host.buildEngine())
describe.skipIf(podman === null)('the image of the engine', () => {
  const host = podman as PodmanHost
  let server: SlowServer
  let lab: Laboratory
  let client: Client

  /** Opens a conversion and waits until its container is running it. */
  async function begin(): Promise<{ readonly id: string; readonly container: string }> {
    server.hurry(false)
    const before = await host.engines()
    const { id } = await client.openUrl(server.fileUrl(slow), toPostgresql)
    const container = async (): Promise<string | undefined> =>
      (await host.engines()).find((name) => !before.includes(name))
    await expect.poll(container, { interval: 100 }).toBeDefined()
    // The server waits before it sends the rest of the file, so the run continues from here.
    await expect.poll(() => server.isSending(), { interval: 50 }).toBe(true)
    return { id, container: (await container()) ?? '' }
  }

  async function outcomeOf(id: string): Promise<unknown[]> {
    server.hurry(true)
    const { status, report, error } = await client.untilEnded(id)
    return [status, report?.rows.converted ?? null, error]
  }

  beforeAll(async () => {
    server = await startSlowServer()
    lab = new Laboratory(host, {
      RATE_LIMIT_PER_MINUTE: '100000',
      ISOLATE_BYTES_MAX: '0',
      LEASE_SECONDS: '10',
      LOCAL_TRUSTED_ORIGINS: server.origin,
    })
    client = new Client(await lab.start())
  })

  afterAll(async () => {
    await lab.stop()
    await host.stop()
    await server.close()
  })

  test('converts an upload, and its container ends with the run', async () => {
    const done = await client.convert('a.csv', new TextEncoder().encode('id,name\n1,a\n2,b\n'), toPostgresql)
    expect([done.status, done.report?.rows.converted]).toEqual(['done', 2])
    expect(new TextDecoder().decode(await client.download(done))).toContain('CREATE TABLE')
    await expect.poll(() => host.engines()).toEqual([])
  })

  test('runs as a user who cannot change it, and keeps running after SIGTERM', async () => {
    const { id, container } = await begin()
    expect(await host.podman('exec', container, 'id', '-un')).toBe('node')
    await expect(host.podman('exec', container, 'touch', '/engine/container/server.ts')).rejects.toThrow('denied')
    await host.podman('kill', '--signal', 'SIGTERM', container)
    expect(await host.engines()).toContain(container)
    expect(await outcomeOf(id)).toEqual(['done', slow.rows, null])
  })

  test('is replaced after SIGKILL', async () => {
    const { id, container } = await begin()
    await host.podman('kill', '--signal', 'SIGKILL', container)
    expect(await outcomeOf(id)).toEqual(['done', slow.rows, null])
  })
})
