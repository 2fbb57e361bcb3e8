import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWithoutNulPadding, withoutNulPadding } from '../../../container/engine/bytes/nul-padding.ts'
import { runs } from '../../property-runs.ts'

async function* inChunks(bytes: Uint8Array, cuts: readonly number[]): AsyncIterable<Uint8Array> {
  let at = 0
  for (const cut of [...cuts, bytes.length].toSorted((a, b) => a - b)) {
    yield await Promise.resolve(bytes.subarray(at, Math.min(cut, bytes.length)))
    at = Math.min(cut, bytes.length)
  }
}

async function read(text: string, cuts: readonly number[]): Promise<{ text: string; removed: number }> {
  const { chunks, removed } = withoutNulPadding(inChunks(new TextEncoder().encode(text), cuts))
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return { text: Buffer.concat(parts).toString(), removed: removed() }
}

const nuls = (count: number): string => '\0'.repeat(count)

test.each([
  ['at the start', `${nuls(8)}a,b\n`, 'a,b\n'],
  ['at the end', `a,b\n${nuls(500)}`, 'a,b\n'],
  ['after the last line', `a,b${nuls(500)}`, 'a,b'],
  ['between lines', `a,b\r\n${nuls(8)}\r\nc,d`, 'a,b\r\n\r\nc,d'],
  ['before a row', `a,b\r${nuls(70_000)}c,d`, 'a,b\rc,d'],
])('NUL characters that fill space %s are removed', async (_, text, expected) => {
  expect(await read(text, [])).toEqual({ text: expected, removed: 1 })
})

test.each([`a,${nuls(8)}b\n`, `a,b\n${nuls(7)}c`, 'a\0b\n\0'])('other NUL characters stay: %j', async (text) => {
  expect(await read(text, [])).toEqual({ text, removed: 0 })
})

test('chunks of any size give the same text as the whole', async () => {
  const part = fc.constantFrom('a', '\n', '\r\n', '\0', nuls(7), nuls(8), nuls(20))
  const property = fc.asyncProperty(fc.array(part), fc.array(fc.nat(60)), async (parts, cuts) => {
    const text = parts.join('')
    expect((await read(text, cuts)).text).toBe(textWithoutNulPadding(text))
  })
  await expect(fc.assert(property, { numRuns: runs(200) })).resolves.toBeUndefined()
})
