import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { EngineFailure } from '../../failure.ts'
import { pushCharacter } from '../json-text.ts'

const entities: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 }

/** Copies XML character data, its references resolved. Unknown references are left as written: there are no DTDs here. */
export function appendText(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  let from = start
  for (let at = start; at < end; at++) {
    if (bytes[at] === 13) {
      // XML reads every line end as one LF.
      out.append(bytes, from, at)
      if (bytes[at + 1] !== 10) out.push(10)
      from = at + 1
      continue
    }
    if (bytes[at] !== 38) continue
    const semicolon = bytes.indexOf(59, at)
    if (semicolon < 0 || semicolon >= end || semicolon - at > 12) continue
    const point = referenceOf(ascii(bytes, at + 1, semicolon))
    if (point === null) continue
    out.append(bytes, from, at)
    pushCharacter(out, point)
    from = semicolon + 1
    at = semicolon
  }
  out.append(bytes, from, end)
}

function referenceOf(name: string): number | null {
  if (!name.startsWith('#')) return entities[name] ?? null
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return Number.isInteger(point) && point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff) ? point : null
}

export function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}

/** Excel writes control characters as `_x000D_`, and an underscore that would look like that as `_x005F_`. */
export function undoExcelEscapes(out: GrowingBytes, from: number): void {
  const { bytes } = out
  if (bytes.indexOf(95, from) < 0 || bytes.indexOf(95, from) >= out.length) return
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: false }).decode(bytes.subarray(from, out.length))
  if (!/_x[0-9a-f]{4}_/i.test(text)) return
  out.length = from
  out.append(
    new TextEncoder().encode(
      text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  )
}

export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Every start tag of a small part, its prefixes taken off. Large parts are scanned as bytes instead. */
export function tagsOf(xml: string): Tag[] {
  refuseDoctype(xml)
  return [...xml.matchAll(/<([\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g)].map((found) => {
    const attributes: Record<string, string> = Object.create(null) as Record<string, string>
    for (const [, name = '', , double, single] of (found[3] ?? '').matchAll(
      /(?:[\w.-]+:)?([\w.-]+)\s*=\s*("([^"]*)"|'([^']*)')/g,
    )) {
      attributes[name] ??= plain(double ?? single ?? '')
    }
    return { name: found[2] ?? '', attributes }
  })
}

export function refuseDoctype(xml: string): void {
  if (/<!DOCTYPE/i.test(xml))
    throw new EngineFailure('corrupt_file', 'The workbook declares a document type: that is refused.')
}

function plain(text: string): string {
  const out = new GrowingBytes(text.length * 3 + 8)
  const bytes = new TextEncoder().encode(text)
  appendText(bytes, 0, bytes.length, out)
  return new TextDecoder().decode(out.bytes.subarray(0, out.length))
}
