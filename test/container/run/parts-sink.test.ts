import { describe, expect, test } from 'vitest'
import { outputBytesMax } from '../../../container/engine/bytes/bounded-sink.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { partBytesFor, PartsSink, TooManyParts } from '../../../container/run/parts-sink.ts'
import type { RunApi } from '../../../container/run/run-api.ts'
import { runConversion } from '../../../container/run/run-conversion.ts'
import { FakeWorker } from './support/fake-worker.ts'
import { startOf } from './support/start.ts'

const mebibyte = 1 << 20
const gibibyte = 2 ** 30
const progress = { rows: 0, bytes_read: 0, bytes_total: 0 }

/** Returns a fake Worker that records what arrives. */
function noted(): { readonly api: RunApi; readonly calls: string[] } {
  const calls: string[] = []
  const api = {
    reportProgress: () => Promise.resolve('continue'),
    beginUpload: () => Promise.resolve('upload'),
    putWhole(_: string, bytes: Uint8Array) {
      calls.push(`whole ${bytes.length}`)
      return Promise.resolve({ etag: 'e', bytes: bytes.length })
    },
    async putPart(_target: string, _upload: string, partNumber: number, bytes: Uint8Array) {
      calls.push(`part ${partNumber}: ${bytes.length}`)
      // One part is still being uploaded when the next one is full.
      await new Promise(setImmediate)
      return { partNumber, etag: 'e' }
    },
    completeUpload(_target: string, _upload: string, parts: readonly unknown[]) {
      calls.push(`complete ${parts.length}`)
      return Promise.resolve({ etag: 'e', bytes: 0 })
    },
  }
  // The fake has the routes that the sink uses.
  return { api: api as unknown as RunApi, calls }
}

describe('the size of parts', () => {
  test.each([0, 1, mebibyte, 100 * mebibyte, 500 * mebibyte, 0.85 * gibibyte])(
    'fits everything that a file of %i bytes may become into the 10,000 parts of R2',
    (inputBytes) => {
      expect(partBytesFor(inputBytes) * 10_000).toBeGreaterThanOrEqual(outputBytesMax(inputBytes))
    },
  )

  test.each([gibibyte, 5 * gibibyte, 50 * gibibyte])('is the largest one for %i bytes', (inputBytes) => {
    expect(partBytesFor(inputBytes)).toBe(90 * mebibyte)
  })

  test.each([0, gibibyte, 50 * gibibyte, 1000 * gibibyte])(
    'suits R2 and a request to a Worker for %i bytes',
    (inputBytes) => {
      expect(partBytesFor(inputBytes)).toBeGreaterThanOrEqual(5 * mebibyte)
      expect(partBytesFor(inputBytes)).toBeLessThanOrEqual(100_000_000)
    },
  )
})

describe('output on its way into R2', () => {
  test('is sent whole if it fits into a small part', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output')
    await sink.write(new Uint8Array(1000))
    await sink.finish(progress)
    expect(calls).toEqual(['whole 1000'])
  })

  test('is sent whole if it is empty', async () => {
    const { api, calls } = noted()
    await new PartsSink(api, 'output').finish(progress)
    expect(calls).toEqual(['whole 0'])
  })

  test('is sent as one part if it is larger than the Worker should buffer', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output')
    sink.expectFrom(5 * gibibyte)
    await sink.write(new Uint8Array(20 * mebibyte))
    await sink.finish(progress)
    expect(calls).toEqual([`part 1: ${20 * mebibyte}`, 'complete 1'])
  })

  test('is sent in equal parts except for the last', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output')
    sink.expectFrom(300 * mebibyte)
    const size = partBytesFor(300 * mebibyte)
    expect(size).toBeGreaterThan(16 * mebibyte)
    for (let written = 0; written < 2 * size + 5; written += 2 * mebibyte)
      await sink.write(new Uint8Array(Math.min(2 * mebibyte, 2 * size + 5 - written)))
    await sink.finish(progress)
    expect(calls).toEqual([`part 1: ${size}`, `part 2: ${size}`, 'part 3: 5', 'complete 3'])
  })

  test('is sent as 10,000 parts if it fills them', async () => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, 'output', 1)
    await sink.write(new Uint8Array(10_000))
    await sink.finish(progress)
    expect(calls.at(-1)).toBe('complete 10000')
  })

  test.each([
    ['output', /^The output is larger than 10,000 bytes, .* Split the file, or set `output.compression` to `gzip`\.$/],
    ['rejects', /^The file of rejected rows is larger than 10,000 bytes/],
  ] as const)('is refused if it needs one more part (%s)', async (target, message) => {
    const { api, calls } = noted()
    const sink = new PartsSink(api, target, 1)
    const writing = sink.write(new Uint8Array(10_001)).then(() => sink.finish(progress))
    await expect(writing).rejects.toThrow(message)
    await expect(writing).rejects.toBeInstanceOf(TooManyParts)
    expect(calls.at(-1)).toBe('part 10000: 1')
  })
})

test('a run whose output is too large fails with a code, and leaves no upload', async () => {
  const worker = new FakeWorker()
  try {
    const origin = await worker.start()
    const input = { kind: 'upload', objectKey: 'in', ...worker.put('input', Buffer.from('a\n1\n')) } as const
    const end = await runConversion(startOf({ origin, input }), {
      // The engine throws the error of its sink if the sink refuses a chunk.
      async convert({ sink }) {
        await sink.write(new Uint8Array(17 * mebibyte))
        throw new TooManyParts('output', 1)
      },
      inflate: nodeInflate,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    })
    expect(end).toMatchObject({ kind: 'failed', failure: { code: 'output_too_large', message: expect.any(String) } })
    expect(worker.uploads.size).toBe(0)
  } finally {
    await worker.stop()
  }
})
