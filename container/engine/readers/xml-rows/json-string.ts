import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { decodeXmlText } from '../xml/xml-text.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
const ampersand = 38
const hex = '0123456789abcdef'

/** 1 for each byte that JSON writes differently from XML. */
const special = new Uint8Array(256)
special.fill(1, 0, 32)
for (const byte of [34, 92]) special[byte] = 1

/** The same table for text that may contain references. */
const specialOrReference = special.slice()
specialOrReference[ampersand] = 1

export type TextKind = 'text' | 'cdata' | 'attribute'

/**
 * Appends XML text as the content of a JSON string. Returns whether it contains a reference that XML does not define.
 */
export function appendJsonText(
  out: GrowingBytes,
  bytes: Uint8Array,
  start: number,
  end: number,
  kind: TextKind,
): boolean {
  const specialBytes = kind === 'cdata' ? special : specialOrReference
  let at = start
  while (at < end && specialBytes[bytes[at] as number] === 0) at++
  if (at === end) {
    out.append(bytes, start, end)
    return false
  }
  const written = decoder.decode(bytes.subarray(start, end))
  // A line end written as a reference stays one, but a literal line end in an attribute becomes a space.
  const plain = kind === 'attribute' ? written.replaceAll(/\r\n|[\r\n\t]/g, ' ') : written
  const text = kind === 'cdata' ? plain.replaceAll(/\r\n?/g, '\n') : decodeXmlText(plain)
  appendEscaped(out, encoder.encode(text))
  return kind !== 'cdata' && /&(?!(?:#\d{1,8}|#[xX][\dA-Fa-f]{1,7}|amp|lt|gt|quot|apos);)/.test(plain)
}

function appendEscaped(out: GrowingBytes, bytes: Uint8Array): void {
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (special[byte] === 0) continue
    out.append(bytes, from, at)
    from = at + 1
    if (byte >= 32) {
      out.push(92)
      out.push(byte)
    } else out.append(encoder.encode(`\\u00${hex[byte >> 4]}${hex[byte & 15]}`))
  }
  out.append(bytes, from, bytes.length)
}

export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false
  }
  return true
}
