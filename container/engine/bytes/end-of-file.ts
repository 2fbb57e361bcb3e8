/**
 * Ctrl-Z is the end-of-file character of CP/M and DOS. Some programs still write it, and XMODEM fills its last block
 * with it.
 */
const endOfFile = 26
const charactersAtOnce = 1 << 16

/** Removes end-of-file characters from the end of a text. After the last chunk, `wasFound` returns whether there were any. */
export function withoutEndOfFile(chunks: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly wasFound: () => boolean
} {
  /** The number of end-of-file characters that nothing has followed yet. */
  let held = 0
  async function* all(): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      const end = endWithoutEndOfFile(chunk)
      if (end > 0) {
        for (; held > 0; held -= Math.min(held, charactersAtOnce))
          yield new Uint8Array(Math.min(held, charactersAtOnce)).fill(endOfFile)
        yield chunk.subarray(0, end)
      }
      held += chunk.length - end
    }
  }
  return { chunks: all(), wasFound: () => held > 0 }
}

/** Removes them from a whole text in memory. Such characters before the end are text, however many there are. */
export function textWithoutEndOfFile(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === endOfFile) end--
  return text.slice(0, end)
}

/** Returns the length of a text without the end-of-file characters at its end. */
function endWithoutEndOfFile(text: Uint8Array): number {
  let end = text.length
  while (end > 0 && text[end - 1] === endOfFile) end--
  return end
}
