import { deflateRawSync, gzipSync, crc32 as nodeCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InflateError } from '../../../container/engine/bytes/byte-source.ts'
import { browserInflate } from '../../../src/settings/page/browser-inflate.ts'

async function* pieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk.slice())
  return Buffer.concat(all)
}

const text = Buffer.from(Array.from({ length: 20_000 }, (_, row) => `${row};name ${row % 97}`).join('\n'))

describe('gzip in the browser', () => {
  test('is what zlib packed, however many members and wherever the pieces end', async () => {
    const members = fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(members, fc.integer({ min: 1, max: 500 }), async (parts, size) => {
        const packed = Buffer.concat(parts.map((part) => gzipSync(part)))
        expect(await whole(browserInflate.gunzip(pieces(packed, size)))).toEqual(Buffer.concat(parts))
      }),
      { numRuns: 100 },
    )
  })

  test('a large file, in large pieces', async () => {
    const packed = Buffer.concat([gzipSync(text), gzipSync(text)])
    expect(await whole(browserInflate.gunzip(pieces(packed, 65_536)))).toEqual(Buffer.concat([text, text]))
  })

  test('a damaged byte or a missing end is never taken for the file', async () => {
    const packed = Buffer.concat([gzipSync(text.subarray(0, 5000)), gzipSync(text.subarray(5000, 9000))])
    const tenBytes = 10
    for (let at = tenBytes; at < packed.length; at += 37) {
      const damaged = Buffer.from(packed)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      const read = whole(browserInflate.gunzip(pieces(damaged, 400)))
      // Some bytes of a header say nothing about the content.
      const taken = await read.catch((error: unknown) => error)
      if (taken instanceof Buffer) expect(taken).toEqual(text.subarray(0, 9000))
      else expect(taken).toBeInstanceOf(InflateError)
    }
    for (const cut of [1, 4, 8, 9, 60])
      await expect(whole(browserInflate.gunzip(pieces(packed.subarray(0, -cut), 400)))).rejects.toBeInstanceOf(
        InflateError,
      )
  })
})

describe('deflate in the browser', () => {
  test('is what zlib packed, and damage is told', async () => {
    const packed = deflateRawSync(text)
    expect(await whole(browserInflate.inflateRaw(pieces(packed, 1000)))).toEqual(text)
    const cut = packed.subarray(0, packed.length - 20)
    await expect(whole(browserInflate.inflateRaw(pieces(cut, 1000)))).rejects.toBeInstanceOf(InflateError)
  })
})

test('the checksum is zlib’s', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
      expect(browserInflate.crc32(b, browserInflate.crc32(a))).toBe(nodeCrc32(Buffer.concat([a, b])))
    }),
  )
})
