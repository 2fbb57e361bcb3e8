const space = 32
/** The maximum length of the code after the JSON. */
const tailBytes = 64
const callEnding = /\)\s*;?\s*$/
const assignmentEnding = /;\s*$/

/** Replaces the script around the JSON with spaces, so that byte positions stay the same. */
export async function* withoutScript(chunks: AsyncIterable<Uint8Array>, before: string): AsyncIterable<Uint8Array> {
  let left = before.length
  let tail: Uint8Array = new Uint8Array(0)
  for await (const chunk of chunks) {
    const text = new Uint8Array(tail.length + chunk.length)
    text.set(tail)
    text.set(chunk, tail.length)
    const blanks = Math.min(left, chunk.length)
    text.fill(space, tail.length, tail.length + blanks)
    left -= blanks
    const end = Math.max(0, text.length - tailBytes)
    if (end > 0) yield text.subarray(0, end)
    tail = text.subarray(end)
  }
  const ending = before.trimEnd().endsWith('(') ? callEnding : assignmentEnding
  const found = ending.exec(new TextDecoder('latin1').decode(tail))
  if (found !== null) tail.fill(space, found.index)
  yield tail
}
