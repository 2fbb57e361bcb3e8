import { afterEach, beforeEach, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { EnginePool } from '../../../container/run/engine-pool.ts'
import { FakeWorker } from './support/fake-worker.ts'
import { startOf } from './support/start.ts'
import { stranger } from './support/stranger.ts'

/** This test starts the real engine in its own process, so it covers exactly what the image contains. */
const csv = 'id,name\n1,Zoë\n2,"O\'Neil"\n'
let worker: FakeWorker
let pool: EnginePool
let origin: string

beforeEach(async () => {
  worker = new FakeWorker()
  origin = await worker.start()
  pool = new EnginePool({ size: 1, memoryBytesMax: 1 << 30 })
})
afterEach(async () => {
  await pool.close()
  await worker.stop()
})

test('an upload becomes SQL', async () => {
  const input = { kind: 'upload', objectKey: 'in', ...worker.put('input', Buffer.from(csv)) } as const
  const start = startOf({ origin, input, name: 'people.csv' })
  await pool.begin(start, Date.now())
  await pool.find(start.order.conversionId)?.over
  expect(worker.ends).toMatchObject([
    { kind: 'done', outputName: 'people.sql', report: { rows: { converted: 2, rejected: 0 } } },
  ])
  const sql = worker.objects.get('output')?.bytes.toString() ?? ''
  expect(sql).toContain('CREATE TABLE')
  expect(sql).toContain("O''Neil")
  expect(worker.objects.has('rejects')).toBe(false)
})

test('rejected rows become a second object, which is absent if there are none', async () => {
  const rows = `${'1,2\n'.repeat(20)}1,x,3\n`
  const input = { kind: 'upload', objectKey: 'in', ...worker.put('input', Buffer.from(`a,b\n${rows}`)) } as const
  const start = startOf({ origin, input, name: 'people.csv' })
  await pool.begin(start, Date.now())
  await pool.find(start.order.conversionId)?.over
  const rejected = worker.objects.get('rejects')?.bytes.toString() ?? ''
  expect(rejected).toMatch(/^row,code,column,message,a,b\r\n22,too_many_cells,,.*,1,x,3\r\n$/)
  expect(worker.ends).toMatchObject([{ kind: 'done', rejectsBytes: rejected.length }])
})

test('a `url` file is stored like an upload, reported with its name and size, and converted', async () => {
  const file = gzipSync(csv)
  const host = await stranger((_, out) => out.writeHead(200, { 'content-length': file.length }).end(file))
  const start = startOf({
    origin,
    input: { kind: 'url', url: `${host.origin}/exports/people.csv.gz`, objectKey: 'in' },
    name: 'given.csv',
    trustedOrigins: [host.origin],
  })
  await pool.begin(start, Date.now())
  await pool.find(start.order.conversionId)?.over
  await host.close()
  expect(worker.ends).toMatchObject([{ kind: 'done', outputName: 'people.sql', report: { rows: { converted: 2 } } }])
  expect(worker.objects.get('input')?.bytes.equals(file)).toBe(true)
  const { etag } = worker.objects.get('input') ?? {}
  expect(worker.files).toEqual([
    { name: 'people.csv.gz', bytes: file.length },
    { name: 'people.csv.gz', bytes: file.length, etag },
  ])
})

test('a `url` file that is too large is refused before it arrives', async () => {
  const host = await stranger((_, out) => out.writeHead(200, { 'content-length': 5000 }).end(Buffer.alloc(5000)))
  for (const [limits, code] of [
    [{ urlMaxBytes: 4999 }, 'too_big'],
    [{ allowanceLeftBytes: 4999 }, 'over_quota'],
  ] as const) {
    const input = { kind: 'url', url: `${host.origin}/a.csv`, objectKey: 'in' } as const
    const start = startOf({ origin, input, trustedOrigins: [host.origin], ...limits })
    await pool.begin(start, Date.now())
    await pool.find(start.order.conversionId)?.over
    expect(worker.ends.at(-1)).toMatchObject({ kind: 'failed', failure: { code } })
  }
  await host.close()
  expect(worker.objects.has('input')).toBe(false)
})
