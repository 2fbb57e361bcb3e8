import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteTable } from '../../../container/engine/bytes/single-byte.ts'
import { toUtf8 } from '../../../container/engine/bytes/utf8.ts'

/** One label of each single-byte encoding in section 9 of the Encoding Standard. */
const singleByte = [
  'ibm866',
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  'koi8-r',
  'koi8-u',
  'macintosh',
  ...[874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
  'x-mac-cyrillic',
]

async function read(chunks: readonly Uint8Array[], encoding: string): Promise<{ text: string; replaced: number }> {
  const source = (async function* () {
    yield* chunks
  })()
  const stream = toUtf8(source, encoding)
  const parts: Uint8Array[] = []
  for await (const chunk of stream.chunks) parts.push(chunk.slice())
  return { text: Buffer.concat(parts).toString('utf8'), replaced: stream.replaced() }
}

/** ASCII of any length between any other bytes. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.string({ maxLength: 50 }).map((text) => Buffer.from(text, 'ascii')),
    ),
  )
  .map((parts) => Uint8Array.from(Buffer.concat(parts)))

describe.each(singleByte)('%s', (encoding) => {
  test('is decoded as the platform does, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 64 }), async (all, shift, size) => {
        // The text starts at any memory address, because words are read at aligned ones.
        const text = new Uint8Array(shift + all.length)
        text.set(all, shift)
        const chunks: Uint8Array[] = []
        for (let at = 0; at < all.length; at += size)
          chunks.push(text.subarray(shift + at, shift + Math.min(all.length, at + size)))
        const decoded = new TextDecoder(encoding).decode(all)
        // Vietnamese letters and their tones are composed into one character each, as Unicode defines.
        const expected = encoding === 'windows-1258' ? decoded.normalize('NFC') : decoded
        const replaced = expected.split('\uFFFD').length - 1
        expect(await read(chunks, encoding)).toEqual({ text: expected, replaced })
      }),
    )
  })
})

test.each(['utf-8', 'utf-16le', 'utf-32be', 'shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'gbk', 'big5', 'euc-kr'])(
  '%s has multi-byte characters',
  (encoding) => {
    expect(byteTable(encoding)).toBeNull()
  },
)
