import { codePage } from './code-pages.ts'
import { type Decode, eucTwDecoder, iso2022KrDecoder, johabDecoder } from './east-asian.ts'
import { joined } from './joined.ts'

/** Decodes encodings that the platform lacks: UTF-32, code pages of DOS, and old encodings of East Asia. */
export function decoderOf(encoding: string): Decode {
  const own = ownDecoders[encoding]?.()
  if (own !== undefined) return own
  const page = codePage(encoding)
  if (page !== null) return (chunk) => Array.from(chunk, (byte) => page[byte] as string).join('')
  const decoder = new TextDecoder(encoding)
  return (chunk, more) => decoder.decode(chunk, { stream: more })
}

/**
 * Returns the name of an encoding that this module decodes. Returns null for encodings of the platform and unknown
 * ones.
 */
export function ownEncoding(label: string): string | null {
  const name = label.replace(/^(?:ibm|dos)-?(?=\d)/, 'cp')
  return name in ownDecoders || codePage(name) !== null ? name : null
}

const ownDecoders: Readonly<Record<string, () => Decode>> = {
  'utf-32le': () => utf32Decoder(true),
  'utf-32be': () => utf32Decoder(false),
  'windows-1258': () => composed(new TextDecoder('windows-1258')),
  'iso-2022-kr': iso2022KrDecoder,
  johab: johabDecoder,
  'euc-tw': eucTwDecoder,
}

function utf32Decoder(littleEndian: boolean): Decode {
  let carry = new Uint8Array(0)
  let isFirst = true
  return (chunk, more) => {
    const bytes = joined([carry, chunk])
    const whole = bytes.length - (bytes.length % 4)
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    let text = ''
    for (let at = 0; at < whole; at += 4) {
      const point = view.getUint32(at, littleEndian)
      const isCharacter = point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
      const isByteOrderMark = isFirst && point === 0xfeff
      isFirst = false
      if (!isByteOrderMark) text += isCharacter ? String.fromCodePoint(point) : '\uFFFD'
    }
    carry = bytes.slice(whole)
    return !more && carry.length > 0 ? `${text}\uFFFD` : text
  }
}

/** No letter has more combining marks. */
const combiningMarksMax = 8

/** Returns the last letter with its combining marks, because the next chunk may add more. */
function openEnd(text: string): string {
  let start = text.length
  while (start > 0 && text.length - start < combiningMarksMax && /\p{M}/u.test(text[start - 1] ?? '')) start--
  return text.slice(Math.max(0, start - 1))
}

/**
 * In windows-1258, the tones of Vietnamese follow their letters. Other programs also combine them into one character.
 */
function composed(decoder: InstanceType<typeof TextDecoder>): Decode {
  let held = ''
  return (chunk, more) => {
    const text = held + decoder.decode(chunk, { stream: more })
    held = more ? openEnd(text) : ''
    return text.slice(0, text.length - held.length).normalize('NFC')
  }
}
