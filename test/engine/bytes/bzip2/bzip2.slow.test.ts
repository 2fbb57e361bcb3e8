import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InflateError } from '../../../../container/engine/bytes/byte-source.ts'
import { everyBzip2Stream } from '../../../../container/engine/bytes/bzip2/bzip2.ts'
import { describeStreams, packedBy, unpackedBy } from '../../../container/run/support/describe-streams.ts'
import { textOfPieces } from '../random-text.ts'
import { runs } from '../../../property-runs.ts'

describeStreams('bzip2', everyBzip2Stream)

describe('bzip2', () => {
  test('decompresses the output of the bzip2 command at every level', async () => {
    const level = fc.integer({ min: 1, max: 9 })
    const files = fc.array(fc.tuple(textOfPieces, level), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 70_000 }), async (streams, size) => {
        const packed = Buffer.concat(streams.map(([each, at]) => packedBy(`bzip2 -${at}`, each)))
        const plain = Buffer.concat(streams.map(([each]) => each))
        expect((await unpackedBy(everyBzip2Stream, packed, size)).equals(plain)).toBe(true)
      }),
      { numRuns: runs(15) },
    )
  })

  test('reads a file of many blocks with few repetitions', async () => {
    let seed = 1
    const noise = Buffer.from(
      Uint8Array.from({ length: 3_000_000 }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255),
    )
    expect((await unpackedBy(everyBzip2Stream, packedBy('bzip2 -9', noise), 50_000)).equals(noise)).toBe(true)
  })

  test.each([1, 3, 4, 5, 255, 258, 259, 260, 70_000])('reads %d equal bytes', async (length) => {
    const run = Buffer.concat([Buffer.from('a'), Buffer.alloc(length, 'x'), Buffer.from('b')])
    expect((await unpackedBy(everyBzip2Stream, packedBy('bzip2', run))).equals(run)).toBe(true)
  })

  test('never returns wrong data from a damaged file, and ends', async () => {
    const whole = Buffer.from(Array.from({ length: 4000 }, (_, at) => `${at},name ${at * 7919}\n`).join(''))
    const packed = packedBy('bzip2', whole)
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(packed)
        damaged[at] = (damaged[at] ?? 0) ^ change
        const read = await unpackedBy(everyBzip2Stream, damaged).catch((error: unknown) => error)
        expect(read instanceof InflateError || (read instanceof Buffer && read.equals(whole))).toBe(true)
      }),
      { numRuns: runs(150) },
    )
  })

  test('holds one block at a time of a file that unpacks to 200 MB', async () => {
    const packed = packedBy('bzip2 -9', Buffer.alloc(200_000_000))
    const before = process.memoryUsage().arrayBuffers
    let [most, bytes] = [0, 0]
    async function* once(): AsyncIterable<Uint8Array> {
      yield packed
      await Promise.resolve()
    }
    for await (const chunk of everyBzip2Stream(once())) {
      bytes += chunk.length
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    expect(bytes).toBe(200_000_000)
    expect(most).toBeLessThan(100 << 20)
  })
})
