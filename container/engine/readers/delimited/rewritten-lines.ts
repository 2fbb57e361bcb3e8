import { inPieces } from '../../bytes/in-pieces.ts'
import { linesOf } from '../../detect/lines.ts'

/** A longer line is cut. A value that spans lines has the same limit. */
export const charactersMax = 1 << 20
/** The lines of a larger piece would stay alive long enough to fill the heap. */
const pieceBytes = 1 << 16

/** Rewrites lines as rows of delimited text. */
export interface LineWriter {
  /** The rows written so far. The caller removes them. */
  readonly out: string[]
  take(line: string): void
  end(): void
}

/** Passes each line of a text to the writer, and yields the lines that it writes. `split` decides where lines end. */
export async function* rewritten(
  chunks: AsyncIterable<Uint8Array>,
  writer: LineWriter,
  split: (text: string) => string[] = linesOf,
): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let kept = ''
  for await (const chunk of inPieces(chunks, pieceBytes)) {
    const text = kept + decoder.decode(chunk, { stream: true })
    // After a carriage return at the end, a line feed may follow in the next chunk.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = split(text.slice(0, end))
    kept = (lines.pop() ?? '') + text.slice(end)
    if (kept.length > charactersMax) lines.push(kept.slice(0, charactersMax))
    if (kept.length > charactersMax) kept = kept.slice(charactersMax)
    for (const line of lines) writer.take(line)
    if (writer.out.length > 0) yield encoder.encode(`${writer.out.splice(0).join('\n')}\n`)
  }
  if (kept !== '') writer.take(kept)
  writer.end()
  if (writer.out.length > 0) yield encoder.encode(`${writer.out.join('\n')}\n`)
}

/** Quotes a value that would be ambiguous between bars or in a line. */
export const quotedWhereNeeded = (value: string): string =>
  /["|\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
