import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConvertingProcess } from '../../../container/run/child-process.ts'
import { EnginePool } from '../../../container/run/engine-pool.ts'
import type { EngineStart } from '../../../src/contract/run.ts'
import { FakeWorker } from './support/fake-worker.ts'
import { type StartWishes, startOf } from './support/start.ts'

const program = fileURLToPath(new URL('./support/copying-child.ts', import.meta.url))
const content = Buffer.alloc(40_000_000).map((_, at) => (at * 131 + (at >> 13)) & 0xff)
let worker: FakeWorker
let pool: EnginePool
let origin: string

beforeEach(async () => {
  worker = new FakeWorker()
  origin = await worker.start()
  pool = new EnginePool({
    size: 2,
    memoryBytesMax: 600 << 20,
    newProcess: (memoryBytesMax) => new ConvertingProcess(memoryBytesMax, program),
  })
})
afterEach(async () => {
  await pool.close()
  await worker.stop()
})

const startWith = (bytes: Uint8Array, wishes: Partial<StartWishes> = {}): EngineStart => {
  const { etag } = worker.put('input', bytes)
  return startOf({ origin, input: { kind: 'upload', objectKey: 'in', etag, bytes: bytes.length }, ...wishes })
}

async function finished(start: EngineStart): Promise<void> {
  expect(await pool.begin(start, Date.now())).toBe('ready')
  await pool.find(start.order.conversionId)?.over
}

const id = (last: string): string => `01ARZ3NDEKTSV4RRFFQ69G5FA${last}`
const slow = (conversionId: string, attempt = 1): EngineStart =>
  startWith(content.subarray(0, 10), { name: 'slow.csv', conversionId, attempt })

describe('a run', () => {
  test('reads ranges, writes equal parts and reports its end once', async () => {
    await finished(startWith(content))
    expect(worker.ends).toMatchObject([{ kind: 'done', outputBytes: content.length, outputName: 'file.sql' }])
    expect(worker.objects.get('output')?.bytes.equals(content)).toBe(true)
    expect(worker.requests.filter((request) => request.startsWith('PUT /output/parts/'))).toHaveLength(3)
    expect(pool.health.running).toBe(0)
  })

  test('writes output that fits into one part whole, even if it is empty', async () => {
    await finished(startWith(content.subarray(0, 1000)))
    expect(worker.objects.get('output')?.bytes.equals(content.subarray(0, 1000))).toBe(true)
    await finished(startWith(content.subarray(0, 0)))
    expect(worker.objects.get('output')?.bytes).toHaveLength(0)
    expect(worker.ends).toHaveLength(2)
  })

  test('retries failed requests and produces the same output', async () => {
    const known = new Set<string>()
    let first = true
    worker.fault = (request) => {
      // Every route fails once, alternating between an error and a cut connection.
      if (known.has(request)) return null
      known.add(request)
      first = !first
      return first ? 'drop' : 503
    }
    await finished(startWith(content))
    expect(worker.ends).toMatchObject([{ kind: 'done' }])
    expect(worker.objects.get('output')?.bytes.equals(content)).toBe(true)
  })

  test('fails as `not_uploaded` if its upload has changed or is gone', async () => {
    const start = startWith(content)
    worker.put('input', content.subarray(1))
    await finished(start)
    worker.objects.delete('input')
    await finished(start)
    expect(worker.ends).toMatchObject([{ failure: { code: 'not_uploaded' } }, { failure: { code: 'not_uploaded' } }])
  })

  test('reports why the engine refused the file, and leaves no upload', async () => {
    await finished(startWith(content, { name: 'refused.csv' }))
    expect(worker.ends).toMatchObject([{ kind: 'failed', failure: { code: 'no_columns' } }])
    expect(worker.uploads.size).toBe(0)
    expect(worker.objects.has('output')).toBe(false)
  })
})

describe('a run is watched from outside', () => {
  test('renews its lease while the conversion is too busy to report anything', async () => {
    const start = startWith(content.subarray(0, 1000), { name: 'busy.csv', leaseSeconds: 1 })
    await finished(start)
    // The process is busy for four seconds, so a lease of one second needs at least four renewals.
    expect(worker.progress.length).toBeGreaterThanOrEqual(4)
    expect(worker.ends).toMatchObject([{ kind: 'done' }])
  })

  test('reports progress that never decreases', async () => {
    await finished(startWith(content, { leaseSeconds: 0.05 }))
    const bytes = worker.progress.map(({ bytes_read }) => bytes_read)
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
    expect(bytes.at(-1)).toBe(content.length)
  })

  test('stops when it is canceled, aborts its upload and reports nothing more', async () => {
    const start = startWith(content, { name: 'slow.csv', leaseSeconds: 0.5 })
    await pool.begin(start, Date.now())
    await wait(500)
    worker.reply = 'stop'
    await pool.find(start.order.conversionId)?.over
    expect(worker.ends).toEqual([])
    expect(worker.uploads.size).toBe(0)
    expect(worker.objects.has('output')).toBe(false)
  })

  test('leaves no output behind after its lease went to another attempt', async () => {
    worker.reply = 'stop'
    await finished(startWith(content, { leaseSeconds: 30 }))
    expect(worker.ends).toEqual([])
    expect(worker.uploads.size).toBe(0)
    expect(worker.objects.has('output')).toBe(false)
  })

  test('ends as `timed_out` after its time limit, however busy it is', async () => {
    await finished(startWith(content.subarray(0, 1000), { name: 'busy.csv', msLeft: 300 }))
    expect(worker.ends).toMatchObject([{ failure: { code: 'timed_out' } }])
  })

  test('ends with the reason if it takes too much memory', async () => {
    await finished(startWith(content.subarray(0, 1000), { name: 'hungry.csv' }))
    expect(worker.ends).toMatchObject([
      { failure: { code: 'internal_error', message: expect.stringContaining('memory') } },
    ])
  })

  test.each(['dying.csv', 'buggy.csv', 'unreadable.csv'])(
    'gives its attempt back if its process breaks (%s)',
    async (name) => {
      await finished(startWith(content.subarray(0, 1000), { name }))
      expect(worker.ends).toEqual([{ kind: 'given_back' }])
    },
  )

  test('gives its attempt back when the engine receives a stop signal', async () => {
    await pool.begin(startWith(content, { name: 'slow.csv' }), Date.now())
    await wait(300)
    await pool.close()
    expect(worker.ends).toEqual([{ kind: 'given_back', isSpent: false }])
    expect(worker.uploads.size).toBe(0)
  })
})

describe('a pool', () => {
  test('runs no more conversions than it has slots', async () => {
    expect(await pool.begin(slow(id('A')), Date.now())).toBe('ready')
    expect(await pool.begin(slow(id('B')), Date.now())).toBe('ready')
    expect(await pool.begin(slow(id('C')), Date.now())).toBe('busy')
    expect(pool.health).toMatchObject({ size: 2, running: 2 })
  })

  test('treats the same attempt twice as one run, and replaces an attempt by a newer one', async () => {
    await pool.begin(slow(id('A')), Date.now())
    const first = pool.find(slow(id('A')).order.conversionId)
    expect(await pool.begin(slow(id('A')), Date.now())).toBe('ready')
    expect(pool.find(slow(id('A')).order.conversionId)).toBe(first)
    expect(await pool.begin(slow(id('A'), 2), Date.now())).toBe('ready')
    expect(pool.find(slow(id('A')).order.conversionId)?.start.order.attempt).toBe(2)
    expect(pool.health.running).toBe(1)
  })

  test('gives the next free slot to an account without a run, before an account with five', async () => {
    const startFor = (accountId: string, last: string): EngineStart =>
      startWith(content.subarray(0, 10), { name: 'slow.csv', accountId, conversionId: id(last) })
    const greedy = ['A', 'B', 'C', 'D', 'E'].map((last) => startFor('greedy', last))
    const modest = startFor('modest', 'F')
    const answers: string[] = []
    for (const start of [...greedy, modest]) answers.push(await pool.begin(start, Date.now()))
    expect(answers).toEqual(['ready', 'ready', 'busy', 'busy', 'busy', 'busy'])
    await pool.find(greedy[0]?.order.conversionId ?? modest.order.conversionId)?.stop()
    // All requests of the greedy account come first.
    for (const start of greedy.slice(2)) expect(await pool.begin(start, Date.now())).toBe('busy')
    expect(await pool.begin(modest, Date.now())).toBe('ready')
    expect(pool.health.running).toBe(2)
  })
})
