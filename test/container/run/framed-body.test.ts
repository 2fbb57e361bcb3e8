import { expect, test } from 'vitest'
import { unframed } from '../../../container/run/framed-body.ts'
import { framed } from '../../../src/runs/framed-body.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

async function framedBytes(chunks: readonly string[]): Promise<Uint8Array> {
  const body = framed(ReadableStream.from(chunks.map(bytesOf)))
  return new Uint8Array(await new Response(body).arrayBuffer())
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of unframed(chunks)) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

test('a framed body decodes to the same bytes, however they are split on the way', async () => {
  const bytes = await framedBytes(['one', '', 'a longer second chunk', 'x'])
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(await read(ReadableStream.from(pieces))).toBe('onea longer second chunkx')
  }
})

test('a framed body that is cut anywhere is an error', async () => {
  const bytes = await framedBytes(['one', 'two'])
  for (let length = 0; length < bytes.length; length++)
    await expect(read(ReadableStream.from([bytes.subarray(0, length)]))).rejects.toThrow('ended early')
})

test('an empty body is complete', async () => {
  expect(await read(ReadableStream.from([await framedBytes([])]))).toBe('')
})
