import { expect, test } from 'vitest'
import { WrittenNulls } from '../../../../container/engine/readers/delimited/written-nulls.ts'

async function isFound(text: string, size: number, delimiter = ','): Promise<boolean> {
  const finding = { hasWrittenNull: false }
  const bytes = new TextEncoder().encode(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  }
  for await (const chunk of new WrittenNulls(delimiter, finding).watched(chunks())) expect(chunk.length > 0).toBe(true)
  return finding.hasWrittenNull
}

/** A regular expression is the referee. */
const expected = (text: string): boolean => /(?<=^|[,\r\n])\\N(?=$|[,\r\n])/.test(text)

test('a field is found wherever the chunks end', async () => {
  const texts = [String.raw`\N`, String.raw`a,\N`, String.raw`a,\N,b`, 'a,b\r\n\\N\r\n', String.raw`a\N,\N`]
  const others = [String.raw`a,\Nb`, String.raw`"\N",b`, String.raw`a,\\N`, String.raw`a\N,b`, '\\', 'N', 'a,\\\nN']
  for (const text of [...texts, ...others])
    for (let size = 1; size <= text.length; size++)
      expect([text, size, await isFound(text, size)]).toEqual([text, size, expected(text)])
})

test('a delimiter may have several characters', async () => {
  for (const size of [1, 2, 3, 20]) {
    expect(await isFound(String.raw`a||\N||b`, size, '||')).toBe(true)
    expect(await isFound(String.raw`a||\N b`, size, '||')).toBe(false)
  }
})
