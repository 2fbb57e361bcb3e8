/** Chunks that are larger come in pieces of that many bytes. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += bytesMax) yield chunk.subarray(at, at + bytesMax)
}
