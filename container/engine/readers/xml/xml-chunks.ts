import { toUtf8, type Utf8Stream } from '../../bytes/utf8.ts'

/** XML is UTF-8, unless a byte order mark or the declaration says otherwise. */
export function xmlAsUtf8(source: AsyncIterable<Uint8Array>): Utf8Stream {
  let replaced = (): number => 0
  async function* decoded(): AsyncIterable<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]()
    const first = await iterator.next()
    if (first.done === true) return
    const all = async function* (): AsyncIterable<Uint8Array> {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => iterator }
    }
    const text = toUtf8(all(), encodingOf(first.value))
    replaced = text.replaced
    yield* text.chunks
  }
  return { chunks: decoded(), replaced: () => replaced() }
}

function encodingOf(head: Uint8Array): string {
  const [a, b, c, d] = head
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c === 0x3f && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d === 0x3f)) return 'utf-16be'
  const declaration = new TextDecoder('latin1').decode(head.subarray(0, 200))
  const label = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1]
  try {
    const encoding = new TextDecoder(label ?? 'utf-8').encoding
    // A declaration of UTF-16 that is itself written in single bytes is wrong.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return 'utf-8'
  }
}
