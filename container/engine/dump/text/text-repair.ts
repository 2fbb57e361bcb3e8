import { isWellFormed } from '../../bytes/utf8.ts'

/** A string that may need repair. `value.ts` has the complete interface. */
interface RepairedText {
  readonly literalKind: number
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  readonly changes: string[]
  setText(literalKind: number, text: string): unknown
  set(literalKind: number, bytes: Uint8Array, start: number, end: number): unknown
}

/** The UTF-8 of each byte, three bytes each, and the number of them that are used. */
interface SingleBytes {
  readonly bytes: Uint8Array
  readonly lengths: Uint8Array
}

const characterBytesMax = 3
const singleByte = /^(?:windows-125\d|windows-874|iso-8859-\d+|koi8-[ru]|ibm866|macintosh)$/

/** Returns null if characters may have several bytes. Otherwise, a table is faster than some platforms' decoders. */
function singleBytesOf(charset: string): SingleBytes | null {
  if (!singleByte.test(charset)) return null
  const decoder = new TextDecoder(charset, { ignoreBOM: true })
  const encoder = new TextEncoder()
  const table = { bytes: new Uint8Array(256 * characterBytesMax), lengths: new Uint8Array(256) }
  for (let byte = 0; byte < 256; byte++) {
    const character = encoder.encode(decoder.decode(Uint8Array.of(byte)))
    table.bytes.set(character, byte * characterBytesMax)
    table.lengths[byte] = character.length
  }
  return table
}

/** Converts strings in another encoding, or without a valid one, to valid UTF-8. */
export class TextRepair {
  /** The encoding of strings that are not UTF-8, in a dump that does not declare its encoding. */
  private readonly otherwise: string | null
  private readonly decoders = new Map<string, InstanceType<typeof TextDecoder>>()
  /** For each single-byte encoding, its characters in UTF-8. */
  private readonly tables = new Map<string, SingleBytes | null>()
  private recoded = new Uint8Array(1 << 12)

  constructor(otherwise: string | null) {
    this.otherwise = otherwise
  }

  mend(encoding: string, value: RepairedText): void {
    if (encoding === 'utf-8') {
      if (isWellFormed(value.bytes.subarray(value.start, value.end))) return
      value.changes.push('invalid_bytes')
      this.decode(this.otherwise ?? 'utf-8', value)
    } else this.decode(encoding, value)
  }

  private decode(charset: string, value: RepairedText): void {
    let table = this.tables.get(charset)
    if (table === undefined) this.tables.set(charset, (table = singleBytesOf(charset)))
    if (table === null) this.decodeText(charset, value)
    else this.recode(table, value)
  }

  private recode({ bytes: utf8, lengths }: SingleBytes, value: RepairedText): void {
    const { bytes, start, end, literalKind } = value
    const longest = (end - start) * characterBytesMax
    if (longest > this.recoded.length) this.recoded = new Uint8Array(longest * 2)
    const { recoded } = this
    let to = 0
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      if (byte < 128) recoded[to++] = byte
      else
        for (let part = byte * characterBytesMax, left = lengths[byte] as number; left > 0; left--)
          recoded[to++] = utf8[part++] as number
    }
    value.set(literalKind, recoded, 0, to)
  }

  private decodeText(charset: string, value: RepairedText): void {
    let decoder = this.decoders.get(charset)
    if (decoder === undefined) this.decoders.set(charset, (decoder = new TextDecoder(charset, { ignoreBOM: true })))
    value.setText(value.literalKind, decoder.decode(value.bytes.subarray(value.start, value.end)))
  }
}
