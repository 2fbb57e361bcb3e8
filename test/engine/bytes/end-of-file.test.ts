import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWithoutEndOfFile, withoutEndOfFile } from '../../../container/engine/bytes/end-of-file.ts'

async function read(pieces: readonly string[]): Promise<{ text: string; hasMark: boolean }> {
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (const piece of pieces) yield new TextEncoder().encode(piece)
  }
  const { chunks: text, wasFound: hasMark } = withoutEndOfFile(chunks())
  const kept: Uint8Array[] = []
  for await (const chunk of text) kept.push(chunk.slice())
  return { text: Buffer.concat(kept).toString(), hasMark: hasMark() }
}

describe('Ctrl-Z', () => {
  test('ends a text, however its chunks are cut, and is an ordinary character before the end', async () => {
    const piece = fc.string({ unit: fc.constantFrom('a', '\n', '\u001a'), maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const whole = pieces.join('')
        const text = whole.replace(/\u001a+$/, '')
        expect(await read(pieces)).toEqual({ text, hasMark: text !== whole })
        expect(textWithoutEndOfFile(whole)).toBe(text)
      }),
    )
  })

  test('is kept, however often it occurs, if text follows', async () => {
    const marks = '\u001a'.repeat(200_000)
    expect(await read(['a', marks, 'b'])).toEqual({ text: `a${marks}b`, hasMark: false })
    expect(await read(['a', marks])).toEqual({ text: 'a', hasMark: true })
    // A search from each mark to the end would take minutes.
    expect(textWithoutEndOfFile(`${marks.repeat(20)}b`)).toHaveLength(4_000_001)
  })
})
