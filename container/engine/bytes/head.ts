/** Takes the first `wanted` bytes, no more however large the chunks are, off a stream for detection, and gives back a stream that still has them. */
export async function takeHead(
  chunks: AsyncIterable<Uint8Array>,
  wanted: number,
): Promise<{ readonly head: Uint8Array; readonly isWhole: boolean; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let length = 0
  let isWhole = false
  while (length < wanted) {
    const next = await iterator.next()
    if (next.done === true) {
      isWhole = true
      break
    }
    taken.push(next.value.slice())
    length += next.value.length
  }
  const head = new Uint8Array(length)
  let at = 0
  for (const chunk of taken) {
    head.set(chunk, at)
    at += chunk.length
  }
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
