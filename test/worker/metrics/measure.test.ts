import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { measure } from '../../../src/metrics/measure.ts'
import { accountOf, begin, done, newCaller, openAndStart, send } from '../api/support.ts'

interface Point {
  readonly indexes: string[]
  readonly blobs: string[]
  readonly doubles: number[]
}
let points: Point[] = []
const ofKind = (kind: string): Point[] => points.filter((point) => point.blobs[0] === kind)

beforeEach(() => {
  points = []
  vi.spyOn(env.METRICS, 'writeDataPoint').mockImplementation((point) => void points.push(point as Point))
  vi.spyOn(env.CONVERSIONS, 'sendBatch').mockResolvedValue({
    metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
  })
})
afterEach(() => void vi.restoreAllMocks())

describe('measurements', () => {
  test('record every request by its route, not by its ids', async () => {
    const caller = await newCaller()
    await caller.call('GET', '/v1/usage')
    await caller.call('GET', '/v1/conversions/01ARZ3NDEKTSV4RRFFQ69G5FAV')
    await caller.call('GET', '/v1/..%2Fetc/passwd')
    await send(null, 'GET', '/v1/usage')
    expect(ofKind('request').map(({ blobs, doubles }) => [...blobs.slice(1), doubles[1]])).toEqual([
      ['GET', '/v1/usage', '', 200],
      ['GET', '/v1/conversions/:id', 'not_found', 404],
      ['GET', 'other', 'not_found', 404],
      ['GET', '/v1/usage', 'unauthenticated', 401],
    ])
    expect(ofKind('request').map(({ indexes }) => indexes[0])).toEqual([...Array(3).fill(caller.accountId), ''])
  })

  test('record every end of a conversion once', async () => {
    const caller = await newCaller()
    const finished = await openAndStart(caller, 3)
    await accountOf(caller).endRun(await begin(caller, finished), done)
    const failed = await openAndStart(caller, 4)
    await accountOf(caller).endRun(await begin(caller, failed), {
      kind: 'failed',
      failure: { code: 'empty_file', message: 'The file is empty.', problems: [] },
    })
    const canceled = await openAndStart(caller, 5)
    await caller.call('POST', `/v1/conversions/${canceled}/cancel`)
    await caller.call('POST', `/v1/conversions/${canceled}/cancel`)
    expect(ofKind('conversion').map(({ blobs, doubles }) => [...blobs.slice(1), doubles[0], doubles[1]])).toEqual([
      ['done', '', 'csv', 'postgresql', 3, 5],
      ['failed', 'empty_file', '', 'postgresql', 4, 0],
      ['canceled', '', '', 'postgresql', 5, 0],
    ])
  })

  test('never make a request fail', () => {
    vi.spyOn(env.METRICS, 'writeDataPoint').mockImplementation(() => {
      throw new Error('no metrics')
    })
    expect(() => measure(env, { kind: 'dead_letter', accountId: null, queue: 'deliveries' })).not.toThrow()
  })
})
