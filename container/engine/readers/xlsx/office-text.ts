import type { GrowingBytes } from '../../bytes/growing-bytes.ts'

/**
 * Decodes the text appended to `out` since `start`. Office writes characters that XML does not allow as `_x000D_`. It
 * writes an underscore as `_x005F_` if it would start such an escape.
 */
export function undoOfficeEscapes(out: GrowingBytes, start: number): void {
  const { bytes, length } = out
  for (let at = start; at + 7 <= length; at++) {
    if (bytes[at] !== 95 || bytes[at + 1] !== 120 || bytes[at + 6] !== 95) continue
    const text = decoder.decode(bytes.subarray(start, length))
    const undone = text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    out.length = start
    out.append(encoder.encode(undone))
    return
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** White space around a text (`t`) counts only if `xml:space="preserve"` is set. */
export function trimSpace(out: GrowingBytes, start: number): void {
  const { bytes } = out
  while (out.length > start && isSpace(bytes[out.length - 1] as number)) out.length--
  let at = start
  while (at < out.length && isSpace(bytes[at] as number)) at++
  if (at === start) return
  bytes.copyWithin(start, at, out.length)
  out.length -= at - start
}

const isSpace = (byte: number): boolean => byte === 32 || byte === 9 || byte === 10 || byte === 13
