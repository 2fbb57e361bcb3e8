import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConvertingProcess } from '../../../container/run/child-process.ts'
import { EnginePool } from '../../../container/run/engine-pool.ts'
import { FakeWorker } from './support/fake-worker.ts'
import { startOf } from './support/start.ts'

/**
 * The test kills the converting process at each of its requests, before and after the Worker handles it. The next
 * attempt must end the conversion once, with the same bytes as an undisturbed run.
 */
const program = fileURLToPath(new URL('./support/copying-child.ts', import.meta.url))
const content = Buffer.alloc(34_000_000).map((_, at) => (at * 131 + (at >> 13)) & 0xff)
/**
 * The process waits for the response to each of these. Heartbeats follow the clock, so their number differs, and the
 * parent reports the end after its process has finished.
 */
const isOfProcess = (request: string): boolean => !['PUT /progress', 'PUT /end'].includes(request)
const processes: ConvertingProcess[] = []
let pool: EnginePool

beforeAll(() => {
  pool = new EnginePool({
    size: 1,
    memoryBytesMax: 1 << 30,
    newProcess: (memoryBytesMax) => {
      const process = new ConvertingProcess(memoryBytesMax, program)
      processes.push(process)
      return process
    },
  })
})
afterAll(() => pool.close())

/** The process that waits for its run is spared, since killing it would test nothing. */
const killRunning = (): void => {
  for (const process of processes.filter(({ isBusy }) => isBusy)) process.kill()
}

async function runUntilEnded(worker: FakeWorker, origin: string): Promise<number> {
  const input = { kind: 'upload', objectKey: 'in', ...worker.put('input', content) } as const
  for (let attempt = 1; attempt <= 3; attempt++) {
    const start = startOf({ origin, input, attempt })
    await pool.begin(start, Date.now())
    await pool.find(start.order.conversionId)?.over
    if (worker.ends.at(-1)?.kind === 'done') return attempt
  }
  throw new Error('no attempt ended as done')
}

async function undisturbedRequests(): Promise<number> {
  const worker = new FakeWorker()
  const origin = await worker.start()
  expect(await runUntilEnded(worker, origin)).toBe(1)
  await worker.stop()
  return worker.requests.filter(isOfProcess).length
}

test('killing a process at any of its requests costs one attempt and nothing else', async () => {
  const requests = await undisturbedRequests()
  expect(requests).toBeGreaterThanOrEqual(10)
  for (let fatal = 1; fatal <= requests; fatal++) {
    const worker = new FakeWorker()
    const origin = await worker.start()
    let count = 0
    worker.fault = (request) => {
      if (!isOfProcess(request) || ++count !== fatal) return null
      killRunning()
      // Half of the kills happen before the Worker handles the request. The other half happen afterward, and the
      // response is lost.
      return fatal % 2 === 0 ? 'drop' : null
    }
    const attempts = await runUntilEnded(worker, origin)
    const outcome = worker.ends.filter(({ kind }) => kind === 'done')
    expect([fatal, outcome.length, worker.objects.get('output')?.bytes.equals(content)]).toEqual([fatal, 1, true])
    expect([fatal, attempts, worker.ends[0]?.kind]).toEqual([fatal, 2, 'given_back'])
    await worker.stop()
  }
})
