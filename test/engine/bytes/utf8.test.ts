import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../container/engine/bytes/utf8.ts'

async function read(bytes: Uint8Array, sizes: number, check?: typeof isUtf8): Promise<[string, number]> {
  const source = (async function* () {
    for (let at = 0; at < bytes.length; at += sizes) yield bytes.subarray(at, at + sizes)
  })()
  const text = toUtf8(source, 'utf-8', check)
  const chunks: Uint8Array[] = []
  for await (const chunk of text.chunks) chunks.push(chunk.slice())
  return [Buffer.concat(chunks).toString('latin1'), text.replaced()]
}

// Pieces of characters in any order: whole ones, cut ones, surrogates, overlong forms.
const piece = fc.constantFrom(
  '61',
  'c3a9',
  'e282ac',
  'f09f9880',
  'c3',
  'e282',
  'f09f',
  '80',
  'eda080',
  'c080',
  'efbfbd',
  'ff',
)

test("the platform's repair matches ours, however the text is cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), async (pieces, sizes) => {
      const bytes = Uint8Array.from(Buffer.from(pieces.join(''), 'hex'))
      expect(await read(bytes, sizes, isUtf8)).toEqual(await read(bytes, sizes))
    }),
  )
})
