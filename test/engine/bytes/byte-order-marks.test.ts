import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  searchForMark,
  textWithoutByteOrderMarks,
  withoutByteOrderMarks,
} from '../../../container/engine/bytes/byte-order-marks.ts'
import { runs } from '../../property-runs.ts'

async function read(
  bytes: Uint8Array,
  size: number,
  find?: typeof searchForMark,
): Promise<{ text: string; removed: number }> {
  async function* all(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  }
  // Chunks end with whole characters, as a decoder's chunks do.
  async function* whole(): AsyncIterable<Uint8Array> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    for await (const chunk of all()) yield new TextEncoder().encode(decoder.decode(chunk, { stream: true }))
  }
  const { chunks, removed } = withoutByteOrderMarks(whole(), find)
  const kept: Uint8Array[] = []
  for await (const chunk of chunks) kept.push(chunk.slice())
  return { text: Buffer.concat(kept).toString(), removed: removed() }
}

test('a byte order mark is left out at the start of every line but the first, and is a character elsewhere', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\ufeff', '\uff0c', 'é', '\ufffd'), maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
      const wanted = whole.replaceAll(/(?<=[\r\n])\ufeff/g, '')
      const removed = whole.length - wanted.length
      expect(await read(Buffer.from(whole), size)).toEqual({ text: wanted, removed })
      expect(await read(Buffer.from(whole), size, searchForMark)).toEqual({ text: wanted, removed })
      expect(textWithoutByteOrderMarks(whole)).toBe(wanted)
    }),
    { numRuns: runs(500) },
  )
})
