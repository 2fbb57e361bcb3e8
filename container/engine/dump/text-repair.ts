import type { DumpText } from './tokens.ts'

/** A text on its way: `value.ts` has the whole of it. */
interface MendedText {
  readonly form: number
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  readonly changes: string[]
  set(form: number, bytes: Uint8Array, start: number, end: number): unknown
}

const encoder = new TextEncoder()

/** Makes valid UTF-8 of texts that are in another encoding, or in none. */
export class TextRepair {
  /** Read in this encoding what is no UTF-8, where the dump does not say what it is in. */
  private readonly otherwise: string | null
  private readonly decoders = new Map<string, InstanceType<typeof TextDecoder>>()

  constructor(otherwise: string | null) {
    this.otherwise = otherwise
  }

  mend(text: DumpText, value: MendedText): void {
    if (text.charset === 'utf-8') {
      if (isUtf8(value.bytes, value.start, value.end)) return
      value.changes.push('invalid_bytes')
      this.decode(this.otherwise ?? 'utf-8', value)
    } else this.decode(text.charset, value)
  }

  private decode(charset: string, value: MendedText): void {
    let decoder = this.decoders.get(charset)
    if (decoder === undefined) this.decoders.set(charset, (decoder = new TextDecoder(charset, { ignoreBOM: true })))
    const bytes = encoder.encode(decoder.decode(value.bytes.subarray(value.start, value.end)))
    value.set(value.form, bytes, 0, bytes.length)
  }
}

/** Well-formed by RFC 3629. */
function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const first = bytes[at] as number
    if (first < 0x80) continue
    const more = first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1
    if (more < 0 || at + more >= end) return false
    const second = bytes[at + 1] as number
    const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (second < low || second > high) return false
    for (let tail = 2; tail <= more; tail++) if (((bytes[at + tail] as number) & 0xc0) !== 0x80) return false
    at += more
  }
  return true
}
