import type { GrowingBytes } from '../../bytes/growing-bytes.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Character references, the five entities, and line ends as XML reads them. Anything else stays as written. */
export function decodeXmlText(text: string): string {
  if (!text.includes('&') && !text.includes('\r')) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(
      /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|(amp|lt|gt|quot|apos));/g,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? whole
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        const isCharacter = point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
        return isCharacter ? String.fromCodePoint(point) : '\uFFFD'
      },
    )
}

/** Appends an XML text to `out`, decoded. Most texts hold no reference and are copied. */
export function appendXmlText(
  out: GrowingBytes,
  bytes: Uint8Array,
  start: number,
  end: number,
  isCdata: boolean,
): void {
  if (isCdata || isPlain(bytes, start, end)) out.append(bytes, start, end)
  else out.append(encoder.encode(decodeXmlText(decoder.decode(bytes.subarray(start, end)))))
}

function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === 38 || byte === 13) return false
  }
  return true
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
