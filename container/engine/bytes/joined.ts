/** Joins chunks. A single chunk is returned as it is. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(0)] = chunks
  if (chunks.length < 2) return first
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
