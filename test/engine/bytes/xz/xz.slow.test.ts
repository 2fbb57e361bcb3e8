import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InflateError } from '../../../../container/engine/bytes/byte-source.ts'
import { everyXzStream } from '../../../../container/engine/bytes/xz/xz.ts'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { describeStreams, packedBy, unpackedBy } from '../../../container/run/support/describe-streams.ts'
import { textOfPieces } from '../random-text.ts'
import { runs } from '../../../property-runs.ts'

const unxz = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  everyXzStream(chunks, (bytes, previous) => crc32(bytes, previous))
describeStreams('xz', unxz)

const commands = fc.constantFrom(
  'xz -0',
  'xz -1 --check=none',
  'xz -6 --check=crc32',
  'xz -9e --check=sha256',
  'xz -2 --block-size=40000',
  'xz -T2 --block-size=100000',
  'xz --lzma2=dict=4096,lc=0,lp=4,pb=0',
  'xz --lzma2=dict=64KiB,lc=4,lp=0,pb=4,mode=fast',
)

describe('xz', () => {
  test('decompresses the output of the xz command with any options', async () => {
    const files = fc.array(fc.tuple(textOfPieces, commands), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 70_000 }), fc.nat(3), async (streams, size, zeros) => {
        const packed = streams.flatMap(([each, command]) => [packedBy(command, each), Buffer.alloc(zeros * 4)])
        const plain = Buffer.concat(streams.map(([each]) => each))
        expect((await unpackedBy(unxz, Buffer.concat(packed), size)).equals(plain)).toBe(true)
      }),
      { numRuns: runs(15) },
    )
  })

  test('refers back across a window that fills many times', async () => {
    const rows = Buffer.from(Array.from({ length: 60_000 }, (_, at) => `${at % 977},${(at * at) % 10_007}\n`).join(''))
    for (const window of ['4096', '100000', '1MiB'])
      expect((await unpackedBy(unxz, packedBy(`xz --lzma2=dict=${window}`, rows))).equals(rows)).toBe(true)
  })

  test.each(['xz --check=crc32', 'xz --check=crc64', 'xz --check=sha256'])(
    'never returns wrong data from a damaged file of %s, and ends',
    async (command) => {
      const whole = Buffer.from(Array.from({ length: 4000 }, (_, at) => `${at},name ${at * 7919}\n`).join(''))
      const packed = packedBy(command, whole)
      await fc.assert(
        fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
          const damaged = Buffer.from(packed)
          damaged[at] = (damaged[at] ?? 0) ^ change
          const read = await unpackedBy(unxz, damaged).catch((error: unknown) => error)
          expect(read instanceof InflateError || read instanceof EngineFailure).toBe(true)
        }),
        { numRuns: runs(100) },
      )
    },
  )

  test.each([
    ['a window of 256 MiB', 'xz --lzma2=dict=256MiB', /more than 128 MiB/],
    ['a filter for programs', 'xz --x86 --lzma2=dict=4096', /filter for executable files/],
  ])('refuses %s', async (_, command, message) => {
    await expect(unpackedBy(unxz, packedBy(command, Buffer.from('a,b\n')))).rejects.toThrow(message)
  })

  test('needs no more memory for a file than its window', async () => {
    const packed = packedBy('xz -9', Buffer.alloc(200 << 20))
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    async function* once(): AsyncIterable<Uint8Array> {
      yield packed
      await Promise.resolve()
    }
    let bytes = 0
    for await (const chunk of unxz(once())) {
      bytes += chunk.length
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    expect(bytes).toBe(200 << 20)
    expect(most).toBeLessThan(170 << 20)
  })
})
