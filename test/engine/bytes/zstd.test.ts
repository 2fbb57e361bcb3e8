import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InflateError } from '../../../container/engine/bytes/byte-source.ts'
import { everyZstdFrame } from '../../../container/engine/bytes/zstd.ts'
import { describeUnzstd } from '../../container/run/support/describe-unzstd.ts'
import { runs } from '../../property-runs.ts'

describeUnzstd(everyZstdFrame)

const unpacked = async (...chunks: readonly Uint8Array[]): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  async function* source(): AsyncIterable<Uint8Array> {
    yield* chunks
  }
  for await (const piece of everyZstdFrame(source())) parts.push(piece.slice())
  return Buffer.concat(parts)
}

const { ZSTD_c_checksumFlag: checksum, ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: windowLog } = constants
/** Rows that repeat, random letters, and long spans of one byte, to produce every kind of block. */
const pieceOfText = fc.oneof(
  fc.tuple(fc.string({ maxLength: 60 }), fc.nat(3000)).map(([line, times]) => Buffer.from(`${line}\n`.repeat(times))),
  fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.nat(255), fc.nat(300_000)).map(([byte, length]) => Buffer.alloc(length, byte)),
)
const text = fc.array(pieceOfText, { maxLength: 6 }).map((parts) => Buffer.concat(parts))
const levels = fc.constantFrom(-5, 1, 3, 9, 19)

describe('Zstandard without the platform', () => {
  test('decompresses the output of Node at every level, however it is cut', async () => {
    const files = fc.array(fc.tuple(text, levels, fc.boolean()), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 70_000 }), async (frames, size) => {
        const packed = Buffer.concat(
          frames.map(([each, at, isChecked]) =>
            zstdCompressSync(each, { params: { [level]: at, [checksum]: Number(isChecked) } }),
          ),
        )
        const count = Math.ceil(packed.length / size)
        const chunks = Array.from({ length: count }, (_, at) => packed.subarray(at * size, (at + 1) * size))
        expect((await unpacked(...chunks)).equals(Buffer.concat(frames.map(([each]) => each)))).toBe(true)
      }),
      { numRuns: runs(40) },
    )
  })

  test('never returns wrong data from a damaged file with checksums, and ends', async () => {
    const packed = zstdCompressSync(
      Buffer.from(Array.from({ length: 4000 }, (_, at) => `${at},name ${at * 7919}\n`).join('')),
      { params: { [checksum]: 1 } },
    )
    const whole = zstdDecompressSync(packed)
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(packed)
        damaged[at] = (damaged[at] ?? 0) ^ change
        const read = await unpacked(damaged).catch((error: unknown) => error)
        expect(read instanceof InflateError || (read instanceof Buffer && read.equals(whole))).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  test.each([
    ['a dictionary', Buffer.from('28b52ffd2105000000000000', 'hex'), 'needs a dictionary'],
    ['a window of 1 GiB', Buffer.from('28b52ffd00a0010000', 'hex'), 'more than 128 MiB'],
    ['a content of 4 GiB in one segment', Buffer.from('28b52ffda0ffffffff010000', 'hex'), 'more than 128 MiB'],
    ['a reserved bit', Buffer.from('28b52ffd0800010000', 'hex'), 'header of a frame is damaged'],
    ['a reserved block', Buffer.from('28b52ffd0000070000', 'hex'), 'a block is damaged'],
  ])('refuses %s', async (_, file, message) => {
    await expect(unpacked(file)).rejects.toThrow(message)
  })

  test('accepts the largest allowed window', async () => {
    const packed = zstdCompressSync(Buffer.alloc(1 << 20, 'abc'), { params: { [windowLog]: 27 } })
    expect((await unpacked(packed)).length).toBe(1 << 20)
  })
})
