import { joined } from './joined.ts'

/**
 * Takes the first `wanted` bytes of a stream for detection, however large its chunks are, and returns a stream that
 * still has them.
 */
export async function takeHead(
  chunks: AsyncIterable<Uint8Array>,
  wanted: number,
): Promise<{ readonly head: Uint8Array; readonly isWhole: boolean; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const headChunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  while (length < wanted) {
    const next = await iterator.next()
    if (next.done === true) {
      isWhole = true
      break
    }
    length += next.value.length
    // The stream may reuse a chunk after the next request.
    headChunks.push(length < wanted ? next.value.slice() : next.value)
  }
  const head = joined(headChunks)
  async function* all(): AsyncIterable<Uint8Array> {
    if (head.length > 0) yield head
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      yield next.value
    }
  }
  return { head: head.subarray(0, wanted), isWhole, all: all() }
}
