/** Ctrl-Z, with which CP/M, DOS and some programs of today end a text. XMODEM fills its last block with them. */
const endOfFile = 26
const charactersAtOnce = 1 << 16

/** The chunks of a text without the marks at its end. After the last chunk, `hasMark` says whether there were any. */
export function withoutEndOfFile(chunks: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly wasFound: () => boolean
} {
  /** Marks that nothing has followed yet. */
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

/** The same for a whole text in memory. Marks before its end are characters, however many there are. */
export function textWithoutEndOfFile(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === endOfFile) end--
  return text.slice(0, end)
}

/** The length of a text without the marks at its end. */
function endWithoutEndOfFile(text: Uint8Array): number {
  let end = text.length
  while (end > 0 && text[end - 1] === endOfFile) end--
  return end
}
