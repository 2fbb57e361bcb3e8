import { asciiOf, carriageReturn } from '../../bytes/ascii.ts'
import type { GrowingBytes } from '../../bytes/growing-bytes.ts'

const ampersand = 38
const semicolon = 59
const lineFeed = 10
const numberSign = 35
const replacement = 0xfffd
/** The length of `&#99999999;`. */
const referenceBytesMax = 11

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Decodes character references, the five predefined entities and line ends as XML specifies. Everything else stays
 * unchanged.
 */
export function decodeXmlText(text: string): string {
  if (!text.includes('&') && !text.includes('\r')) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(
      /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|(amp|lt|gt|quot|apos));/g,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named.get(name) ?? whole
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        const isCharacter = point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
        return isCharacter ? String.fromCodePoint(point) : '\uFFFD'
      },
    )
}

/** Appends decoded XML text to `out`. Text without references, the usual case, is copied. */
export function appendXmlText(
  out: GrowingBytes,
  bytes: Uint8Array,
  start: number,
  end: number,
  isCdata: boolean,
): void {
  if (isCdata || isPlain(bytes, start, end)) out.append(bytes, start, end)
  else appendDecoded(out, bytes, start, end)
}

/** Decodes one reference at a time, so that text with millions of them needs no extra memory. */
function appendDecoded(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): void {
  let from = start
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === carriageReturn) {
      out.append(bytes, from, at)
      out.push(lineFeed)
      if (at + 1 < end && bytes[at + 1] === lineFeed) at++
    } else if (byte === ampersand) {
      const next = referenceEnd(bytes, at, end)
      const point = next === at ? -1 : pointOf(bytes, at + 1, next - 1)
      if (point < 0) continue
      out.append(bytes, from, at)
      appendPoint(out, point)
      at = next - 1
    } else continue
    from = at + 1
  }
  out.append(bytes, from, end)
}

/** Returns the end of the reference that begins at `at`, or `at` if there is none. */
function referenceEnd(bytes: Uint8Array, at: number, end: number): number {
  const last = Math.min(end, at + referenceBytesMax)
  for (let index = at + 1; index < last; index++) if (bytes[index] === semicolon) return index + 1
  return at
}

/** Returns the code point of a numeric reference or of one of the five entities. Returns -1 for any other text. */
function pointOf(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== numberSign) return named.get(asciiOf(bytes, start, end))?.charCodeAt(0) ?? -1
  const isHex = ((bytes[start + 1] as number) | 32) === 120
  const first = start + (isHex ? 2 : 1)
  if (first === end || end - first > (isHex ? 7 : 8)) return -1
  let point = 0
  for (let at = first; at < end; at++) {
    const digit = digitOf(bytes[at] as number)
    if (digit < 0 || (digit > 9 && !isHex)) return -1
    point = point * (isHex ? 16 : 10) + digit
  }
  const isCharacter = point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
  return isCharacter ? point : replacement
}

function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

function appendPoint(out: GrowingBytes, point: number): void {
  if (point < 0x80) out.push(point)
  else out.append(encoder.encode(String.fromCodePoint(point)))
}

function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === ampersand || byte === carriageReturn) return false
  }
  return true
}

const encoder = new TextEncoder()
