import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Inflate, InflateError } from '../../../../container/engine/bytes/byte-source.ts'
import { collect, endless, failingAfter, pieces } from './chunks.ts'
import { describeStreams } from './describe-streams.ts'
import { describeUnzstd } from './describe-unzstd.ts'

const text = Buffer.from('a line of some length, said again and again\n'.repeat(10_000))

const whole = gzipSync(text)
const damagedAt = (at: number): Uint8Array => {
  const bytes = new Uint8Array(whole)
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 0x55
  return bytes
}

/** Returns a complete member with additional fields in its header. */
function withFields(flags: number, fields: Uint8Array): Buffer {
  const header = Buffer.from(whole.subarray(0, 10))
  header[3] = flags
  return Buffer.concat([header, fields, whole.subarray(10)])
}

/** Tests for both decompressors: Node's own and the one for browsers. */
export function describeInflate(inflate: Inflate): void {
  const gunzip = (bytes: Uint8Array, size = 1000): Promise<Buffer> => collect(inflate.gunzip(pieces(bytes, size)))
  describe('gunzip', () => {
    test.each([1, 7, 1000, 1 << 20])('reads one member in chunks of %d', async (size) => {
      expect((await gunzip(whole, size)).equals(text)).toBe(true)
    })

    test.each([1, 999, 1 << 20])('reads every member, wherever chunks of %d cut them', async (size) => {
      const members = Buffer.concat([whole, gzipSync(''), gzipSync('middle\n'), whole])
      expect((await gunzip(members, size)).equals(Buffer.concat([text, Buffer.from('middle\n'), text]))).toBe(true)
    })

    test.each([
      ['its CRC', damagedAt(-8)],
      ['its length', damagedAt(-1)],
      ['its data', damagedAt(whole.length >> 1)],
      ['its header', damagedAt(0)],
      ['an end that is missing', whole.subarray(0, -3)],
      ['half that is missing', whole.subarray(0, whole.length >> 1)],
      ['no bytes at all', whole.subarray(0, 0)],
      ['another member whose header is damaged', Buffer.concat([whole, damagedAt(0)])],
      ['another member cut short', Buffer.concat([whole, whole.subarray(0, 40)])],
      ['words after the end', Buffer.concat([whole, Buffer.from('trailing words')])],
    ])('refuses a file for %s', async (_, bytes) => {
      await expect(gunzip(bytes)).rejects.toThrow(InflateError)
      await expect(gunzip(bytes, 1 << 20)).rejects.toThrow(InflateError)
    })

    test.each([10, 512, 1 << 20])('accepts zeros after the end, in chunks of %d', async (size) => {
      expect((await gunzip(Buffer.concat([whole, Buffer.alloc(5000)]), size)).equals(text)).toBe(true)
    })

    test.each([1, 7, 64, 1 << 20])('skips every optional field of a header, in chunks of %d', async (size) => {
      const fields = Buffer.concat([Buffer.from([3, 0, 0, 9, 0]), Buffer.from('a name\0'), Buffer.from('a comment\0')])
      const noFields = Buffer.concat([Buffer.from([0, 0]), Buffer.from('\0\0')])
      const files = [withFields(0x1c, fields), withFields(0x1c, noFields), withFields(8, Buffer.from('n\0'))]
      const all = await gunzip(Buffer.concat(files), size)
      expect(all.equals(Buffer.concat([text, text, text]))).toBe(true)
      await expect(gunzip(withFields(0x10, Buffer.from('no end')).subarray(0, 30), size)).rejects.toThrow(InflateError)
    })

    test.each([
      ['the first member', Buffer.alloc(0)],
      ['a later member', gzipSync('before\n')],
    ])('keeps nothing of a header of 29 MB: %s', async (_, before) => {
      const end = withFields(0x10, Buffer.from('\0'))
      const comment = Buffer.alloc(1 << 16, 'c')
      const used = (): number => process.memoryUsage().arrayBuffers
      const atFirst = used()
      let most = 0
      async function* file(): AsyncIterable<Uint8Array> {
        yield Buffer.concat([before, end.subarray(0, 10)])
        for (let bytes = 0; bytes < 29e6; bytes += comment.length) {
          yield comment
          most = Math.max(most, used() - atFirst)
          await Promise.resolve()
        }
        yield end.subarray(10)
      }
      const out = await collect(inflate.gunzip(file()))
      expect(out.subarray(-text.length).equals(text)).toBe(true)
      expect(most).toBeLessThan(10e6)
    })

    test('passes on an error of its source unchanged', async () => {
      await expect(collect(inflate.gunzip(failingAfter(whole.subarray(0, 100))))).rejects.toThrow('the line went dead')
      await expect(collect(inflate.gunzip(failingAfter(whole.subarray(0, 100))))).rejects.not.toBeInstanceOf(
        InflateError,
      )
    })

    test('closes its source when the reader leaves early', async () => {
      const source = endless(whole)
      const chunks = inflate.gunzip(source.chunks)[Symbol.asyncIterator]()
      expect((await chunks.next()).done).toBe(false)
      await chunks.return?.()
      expect(source.isClosed).toBe(true)
    })
  })

  describeUnzstd((chunks) => inflate.unzstd(chunks))
  describeStreams('xz', (chunks) => inflate.unxz(chunks))
  describeStreams('bzip2', (chunks) => inflate.unbzip2(chunks))

  describe('inflateRaw', () => {
    const raw = deflateRawSync(text)

    test.each([1, 4096, 1 << 20])('reads chunks of %d', async (size) => {
      expect((await collect(inflate.inflateRaw(pieces(raw, size)))).equals(text)).toBe(true)
    })

    test('refuses data that ends early or is damaged', async () => {
      await expect(collect(inflate.inflateRaw(pieces(raw.subarray(0, -2), 100)))).rejects.toThrow(InflateError)
      await expect(collect(inflate.inflateRaw(pieces(Buffer.alloc(100, 0xff), 100)))).rejects.toThrow(InflateError)
    })
  })

  test('crc32 continues from the previous chunk', () => {
    const [first, second] = [text.subarray(0, 1000), text.subarray(1000)]
    // The check value of CRC-32 that every catalog gives.
    expect(inflate.crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
    expect(inflate.crc32(second, inflate.crc32(first))).toBe(inflate.crc32(text))
  })
}
