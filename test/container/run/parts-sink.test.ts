import { describe, expect, test } from 'vitest'
import { partBytesFor, PartsSink } from '../../../container/run/parts-sink.ts'
import type { RunApi } from '../../../container/run/run-api.ts'

const mebibyte = 1 << 20
const gibibyte = 2 ** 30
const progress = { rows: 0, bytes_read: 0, bytes_total: 0 }

/** Notes what arrives, as the Worker would. */
function noted(): { readonly api: RunApi; readonly calls: string[] } {
  const calls: string[] = []
  const api = {
    reportProgress: () => Promise.resolve('continue'),
    beginUpload: () => Promise.resolve('upload'),
    putWhole(_: string, bytes: Uint8Array) {
      calls.push(`whole ${bytes.length}`)
      return Promise.resolve({ etag: 'e', bytes: bytes.length })
    },
    putPart(_target: string, _upload: string, partNumber: number, bytes: Uint8Array) {
      calls.push(`part ${partNumber}: ${bytes.length}`)
      return Promise.resolve({ partNumber, etag: 'e' })
    },
    completeUpload(_target: string, _upload: string, parts: readonly unknown[]) {
      calls.push(`complete ${parts.length}`)
      return Promise.resolve({ etag: 'e', bytes: 0 })
    },
  }
  // As much of the routes as the sink uses.
  return { api: api as unknown as RunApi, calls }
}

describe('the size of parts', () => {
  test.each([0, 1, mebibyte, gibibyte, 5 * gibibyte])(
    'holds a hundred times a file of %i bytes in the 10,000 parts that R2 takes',
    (inputBytes) => {
      expect(partBytesFor(inputBytes) * 10_000).toBeGreaterThanOrEqual(inputBytes * 100)
    },
  )

  test.each([0, gibibyte, 50 * gibibyte, 1000 * gibibyte])(
    'for %i bytes is one that R2 takes, and that a request to a Worker may carry',
    (inputBytes) => {
      expect(partBytesFor(inputBytes)).toBeGreaterThanOrEqual(5 * mebibyte)
      expect(partBytesFor(inputBytes)).toBeLessThanOrEqual(100_000_000)
    },
  )
})

describe('output on its way into R2', () => {
  test('goes whole where it fits into a small part', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output')
    await sink.write(new Uint8Array(1000))
    await sink.finish(progress)
    expect(calls).toEqual(['whole 1000'])
  })

  test('goes whole where it is empty', async () => {
    const { api, calls } = noted()
    await new PartsSink(api, 'output').finish(progress)
    expect(calls).toEqual(['whole 0'])
  })

  test('goes as one part where it is larger than the Worker should hold', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output')
    sink.expectFrom(5 * gibibyte)
    await sink.write(new Uint8Array(20 * mebibyte))
    await sink.finish(progress)
    expect(calls).toEqual([`part 1: ${20 * mebibyte}`, 'complete 1'])
  })

  test('goes in equal parts but for the last', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output')
    sink.expectFrom(3 * gibibyte)
    const size = partBytesFor(3 * gibibyte)
    expect(size).toBeGreaterThan(16 * mebibyte)
    for (let written = 0; written < 2 * size + 5; written += 2 * mebibyte)
      await sink.write(new Uint8Array(Math.min(2 * mebibyte, 2 * size + 5 - written)))
    await sink.finish(progress)
    expect(calls).toEqual([`part 1: ${size}`, `part 2: ${size}`, 'part 3: 5', 'complete 3'])
  })
})
