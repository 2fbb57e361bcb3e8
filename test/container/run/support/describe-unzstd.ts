import { constants, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { InflateError } from '../../../../container/engine/bytes/byte-source.ts'
import { collect, endless, failingAfter, pieces } from './chunks.ts'

const lines = Buffer.from('a line of some length, said again and again\n'.repeat(40_000))
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const frame = zstdCompressSync(lines, checked)
const small = zstdCompressSync(Buffer.from('x,y\n'), checked)
const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])

type Unzstd = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** Tests for every Zstandard decompressor: Node's own, and the one for platforms that lack it. */
export function describeUnzstd(unzstd: Unzstd): void {
  const unpacked = (bytes: Uint8Array, size: number): Promise<Buffer> => collect(unzstd(pieces(bytes, size)))

  describe('unzstd', () => {
    test.each([1, 7, 1000, 1 << 20])('reads one frame in chunks of %d', async (size) => {
      expect((await unpacked(frame, size)).equals(lines)).toBe(true)
    })

    test.each([1, 7, 53, 1000, 1 << 20])(
      'reads every frame and skips skippable frames, in chunks of %d',
      async (size) => {
        const file = Buffer.concat([skipped, small, frame, skipped, small, small, skipped])
        const rows = Buffer.from('x,y\n')
        expect((await unpacked(file, size)).equals(Buffer.concat([rows, lines, rows, rows]))).toBe(true)
      },
    )

    test('reads thousands of frames', async () => {
      const file = Buffer.concat(Array.from({ length: 3000 }, () => small))
      expect((await unpacked(file, 4096)).toString()).toBe('x,y\n'.repeat(3000))
    })

    const damaged = Buffer.from(frame)
    damaged[damaged.length - 1] = (damaged[damaged.length - 1] ?? 0) ^ 0x55
    test.each([
      ['a checksum that is wrong', damaged],
      ['an end that is missing', frame.subarray(0, -3)],
      ['words after the end', Buffer.concat([frame, Buffer.from('trailing words')])],
      ['a second frame that is cut short', Buffer.concat([frame, small.subarray(0, -2)])],
    ])('refuses a file for %s', async (_, bytes) => {
      await expect(unpacked(bytes, 1000)).rejects.toThrow(InflateError)
      await expect(unpacked(bytes, 1 << 20)).rejects.toThrow(InflateError)
    })

    test('passes on an error of its source unchanged', async () => {
      const reading = (async () => {
        for await (const chunk of unzstd(failingAfter(frame.subarray(0, 20)))) expect(chunk.length).toBeGreaterThan(0)
      })()
      await expect(reading).rejects.toThrow('the line went dead')
    })

    test('closes its source when the reader leaves early', async () => {
      const source = endless(frame)
      for await (const chunk of unzstd(source.chunks)) {
        expect(chunk.length).toBeGreaterThan(0)
        break
      }
      expect(source.isClosed).toBe(true)
    })
  })
}
