const headerBytes = 4

/** Reads a body that the Worker has framed. A missing end is an error, because the connection broke. */
export async function* unframed(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let header = new Uint8Array(0)
  let left = 0
  let isWhole = false
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length;) {
      if (left === 0) {
        if (isWhole) throw new Error('Bytes follow the end of the body')
        const part = chunk.subarray(at, at + headerBytes - header.length)
        at += part.length
        header = Uint8Array.from([...header, ...part])
        if (header.length < headerBytes) continue
        left = new DataView(header.buffer).getUint32(0)
        header = new Uint8Array(0)
        isWhole = left === 0
      } else {
        const piece = chunk.subarray(at, at + left)
        at += piece.length
        left -= piece.length
        yield piece
      }
    }
  }
  if (!isWhole) throw new Error('The connection ended early')
}
