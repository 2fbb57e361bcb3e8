/** Pieces in one buffer that is overwritten for each piece, as the contract of a source allows. */
export async function* pieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  const buffer = new Uint8Array(size)
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size)
    buffer.set(part)
    yield buffer.subarray(0, part.length)
    await Promise.resolve()
    buffer.fill(0xee)
  }
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk.slice())
  return Buffer.concat(parts)
}

/** Yields a source that fails after these bytes. */
export async function* failingAfter(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
  await Promise.reject(new Error('the line went dead'))
}

/** Repeats the same bytes until the reader leaves. */
export function endless(bytes: Uint8Array): { readonly chunks: AsyncIterable<Uint8Array>; readonly isClosed: boolean } {
  let isClosed = false
  async function* repeated(): AsyncIterable<Uint8Array> {
    try {
      for (;;) {
        yield bytes
        await Promise.resolve()
      }
    } finally {
      isClosed = true
    }
  }
  return {
    chunks: repeated(),
    get isClosed() {
      return isClosed
    },
  }
}
