import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { heartbeatTimes } from '../../../container/run/engine-run.ts'
import { RunApi } from '../../../container/run/run-api.ts'

describe('heartbeats', () => {
  test('time out after 5 s under the usual lease', () => {
    expect(heartbeatTimes(30)).toEqual({ everyMs: 3000, timeoutMs: 5000 })
  })

  test.each([1, 2, 6, 10, 15, 25, 30, 60, 600])(
    'leave time for two more after a lost one, under a lease of %i s',
    (leaseSeconds) => {
      const { everyMs, timeoutMs } = heartbeatTimes(leaseSeconds)
      expect(timeoutMs).toBeLessThanOrEqual(5000)
      expect(() => AbortSignal.timeout(timeoutMs)).not.toThrow()
      expect(timeoutMs + 2 * everyMs).toBeLessThan(leaseSeconds * 1000)
    },
  )

  test('are sent once, and stop at their time limit', async () => {
    let requests = 0
    const silent = createServer(() => requests++)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const api = new RunApi(origin, 'capability', new AbortController().signal)
    try {
      const beat = api.heartbeat({ rows: 0, bytes_read: 0, bytes_total: 0 }, 200)
      await expect(beat).rejects.toMatchObject({ name: 'TimeoutError' })
      expect(requests).toBeLessThanOrEqual(1)
    } finally {
      silent.closeAllConnections()
      await new Promise((resolve) => silent.close(resolve))
    }
  })
})
