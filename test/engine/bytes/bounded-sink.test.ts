import { describe, expect, test } from 'vitest'
import { boundedSink, outputBytesMax } from '../../../container/engine/bytes/bounded-sink.ts'
import { memorySink } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { specSchema } from '../../../src/contract/spec.ts'

describe('a limited output', () => {
  test('has a limit that depends on the size of the file, and is at least 1 GiB', () => {
    expect(outputBytesMax(110_000)).toBe(2 ** 30)
    expect(outputBytesMax(5_000_000)).toBe(5_000_000_000)
  })

  test('may reach its limit, and not one byte more', async () => {
    const sink = memorySink()
    const bounded = boundedSink(sink, 10, 6)
    await bounded.write(new Uint8Array(4))
    await bounded.write(new Uint8Array(2))
    await expect(bounded.write(new Uint8Array(1))).rejects.toMatchObject({ code: 'corrupt_file' })
    expect(sink.bytes().length).toBe(6)
  })

  test('is counted from zero when it starts again', async () => {
    const sink = memorySink()
    const bounded = boundedSink(sink, 10, 6)
    await bounded.write(new Uint8Array(6))
    await bounded.restart?.()
    await bounded.write(new Uint8Array(6))
    expect(sink.bytes().length).toBe(6)
  })

  test('cannot start again if its sink cannot', () => {
    expect('restart' in boundedSink({ write: () => Promise.resolve() }, 10)).toBe(false)
  })
})

test('a file that grows more than a thousandfold ends as corrupt_file, and a problem gives the reason', async () => {
  // The source reports a size of 100 bytes and delivers far more than 1 GiB, as a hostile package does.
  const line = new TextEncoder().encode(`1,${'x'.repeat(1 << 20)}\n`)
  const head = new TextEncoder().encode('id,name\n')
  let written = 0
  const outcome = await convert({
    name: 't.csv',
    source: {
      size: 100,
      read: (offset, length) => Promise.resolve(Buffer.concat([head, line]).subarray(offset, offset + length)),
      async *stream() {
        yield head
        for (let count = 0; count < 1100; count++) yield line
      },
    },
    sink: {
      write: (chunk) => {
        written += chunk.length
        return Promise.resolve()
      },
      restart: () => Promise.resolve(),
    },
    spec: specSchema.parse({ output: { dialect: 'sqlite' } }),
    inflate: nodeInflate,
  })
  expect(outcome).toMatchObject({
    kind: 'failed',
    failure: { code: 'corrupt_file', problems: [{ code: 'output_too_large' }] },
  })
  expect(written).toBeLessThanOrEqual(2 ** 30)
})
