/** Cuts larger chunks into pieces of this many bytes. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += bytesMax) yield chunk.subarray(at, at + bytesMax)
}
