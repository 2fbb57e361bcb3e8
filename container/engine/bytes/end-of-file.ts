/** Ctrl-Z: how CP/M and DOS end a text, and some programs to this day; XMODEM fills its last block with them. */
const endOfFile = 26
const charactersAtOnce = 1 << 16

/** A text's chunks but for the marks at its very end; once they are through `hasMark` says whether there were some. */
export function withoutEndOfFile(chunks: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly wasFound: () => boolean
} {
  /** Marks that have come, and nothing after them yet. */
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

/** The same of a text that is there as a whole: marks before its end are characters, however many they are. */
export function textWithoutEndOfFile(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === endOfFile) end--
  return text.slice(0, end)
}

/** How long a text is without the marks at its end. */
function endWithoutEndOfFile(text: Uint8Array): number {
  let end = text.length
  while (end > 0 && text[end - 1] === endOfFile) end--
  return end
}
