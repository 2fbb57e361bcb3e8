import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from './client.ts'
import { hostileFiles } from './hostile-files.ts'
import { workerMemoryBytes } from './processes.ts'
import { startService, type StartedService } from './service.ts'

/** An isolate has 128 MB, and the memory of two kernels takes 48 MB. workerd dies if a heap exceeds its limit. */
const heapMegabytes = 80
const toPostgresql = { output: { dialect: 'postgresql' } } as const
let service: StartedService
let client: Client

beforeAll(async () => {
  service = await startService({
    vars: { RATE_LIMIT_PER_MINUTE: '100000', ACTIVE_LIMIT: '50' },
    env: { MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${heapMegabytes}` },
  })
  client = new Client(service)
})

afterAll(async () => {
  await service.stop()
  rmSync(service.stateFolder, { recursive: true, force: true })
})

const isLeft = (id: string): boolean =>
  readFileSync(join(service.stateFolder, 'service.log'), 'utf8')
    .split('\n')
    .some((line) => line.includes(id) && line.includes('left_to_a_container'))

/**
 * How the isolate ended with a file. Conversions left to a container are canceled, because this test covers the isolate
 * only.
 */
async function endHere(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const opened = await client.open(name, bytes.length, toPostgresql)
  await client.upload(opened, bytes)
  await client.start(opened.id)
  for (;;) {
    const { status } = await client.read(opened.id)
    if (['done', 'failed', 'canceled'].includes(status)) return status
    if (isLeft(opened.id)) {
      await client.call('POST', `/conversions/${opened.id}/cancel`)
      return 'left'
    }
    await wait(100)
  }
}

test('hostile small files end or are left to a container, while the API keeps responding', async () => {
  const beforeBytes = workerMemoryBytes(service.process.pid ?? 0)
  let peakBytes = 0
  const over = new AbortController()
  const statuses: number[] = []
  const otherRequests = (async () => {
    for (; !over.signal.aborted; await wait(20)) {
      statuses.push((await client.call('GET', '/usage')).status)
      peakBytes = Math.max(peakBytes, workerMemoryBytes(service.process.pid ?? 0))
    }
  })()
  const ends = await Promise.all(
    Object.entries(hostileFiles).map(([name, make]) => endHere(name, new Uint8Array(make()))),
  )
  over.abort()
  await otherRequests
  expect(ends.filter((end) => !['done', 'failed', 'left'].includes(end))).toEqual([])
  expect(ends).toContain('left')
  expect(statuses.length).toBeGreaterThan(5)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(beforeBytes).toBeGreaterThan(0)
  // This includes workerd's own memory and its local storage. The highest measured value is 450 MB.
  expect(peakBytes - beforeBytes).toBeLessThan(2 ** 30)
  console.info(`workerd: ${Math.round(beforeBytes / 1e6)} MB before, ${Math.round(peakBytes / 1e6)} MB at the most`)
})
