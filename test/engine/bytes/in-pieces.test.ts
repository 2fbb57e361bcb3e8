import { expect, test } from 'vitest'
import { inPieces } from '../../../container/engine/bytes/in-pieces.ts'

async function* chunks(): AsyncIterable<Uint8Array> {
  yield Uint8Array.of(1, 2, 3, 4, 5, 6, 7)
  yield new Uint8Array(0)
  yield Uint8Array.of(8, 9)
}

test('chunks are split into pieces up to a maximum size, without loss', async () => {
  const pieces: number[][] = []
  for await (const piece of inPieces(chunks(), 3)) pieces.push([...piece])
  expect(pieces).toEqual([[1, 2, 3], [4, 5, 6], [7], [8, 9]])
})
