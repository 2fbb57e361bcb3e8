import { charsetEncoding } from './charsets.ts'

/** The characters that a character set can store. Bytes are those of UTF-8. */
export interface Repertoire {
  /** Whether it includes all characters of up to three bytes, as `utf8mb3` does. */
  readonly isBasic: boolean
  /** A bit for each character of two bytes, and then for each of three bytes that begins with E2. */
  readonly bits: Uint8Array
  readonly others: ReadonlySet<number>
}

/** The number of characters that UTF-8 writes in up to two bytes. */
const twoBytesCount = 0x800
/** The characters of three bytes that begin with E2, which include punctuation and signs of currencies. */
const firstOfE2 = 0x2000
const lastOfE2 = 0x2fff
const firstC1 = 0x80
const lastC1 = 0x9f

/** Returns the bit of a character, or -1 if it has none. */
const bitOf = (code: number): number =>
  code < twoBytesCount ? code : code >= firstOfE2 && code <= lastOfE2 ? code - firstOfE2 + twoBytesCount : -1

/** Characters of the servers' character sets that the encodings of the web platform lack. */
const additions: Readonly<Record<string, string>> = {
  hebrew: '‾',
  greek: 'ʼʽ',
  koi8u: '•╝╬',
  cp866: '²ⁿ',
}

/** Characters that only the encodings of the web platform have. */
const missing: Readonly<Record<string, string>> = {
  latin5: '€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸ',
  greek: '‘’€₯ͺ',
  koi8u: '∙ўЎ',
  cp866: '№¤',
  hebrew: '¯',
  cp1256: 'ٹڈکڑںھہے',
}

/** Character sets with one byte per character whose characters are known. */
const known = /^(?:ascii|latin[1257]|cp125[0167]|koi8[ru]|greek|hebrew|cp866|macroman)$/

const basic: Repertoire = { isBasic: true, bits: new Uint8Array(0), others: new Set() }

function single(charset: string): Repertoire {
  const decoder = new TextDecoder(charsetEncoding(charset) ?? 'utf-8', { ignoreBOM: true })
  const upper = charset === 'ascii' ? '' : decoder.decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
  const lacks = missing[charset] ?? ''
  const bits = new Uint8Array((twoBytesCount + lastOfE2 - firstOfE2 + 1) >> 3)
  // Bytes that are not text are reported otherwise.
  const others = new Set([0xfffd])
  const add = (code: number): void => {
    const bit = bitOf(code)
    if (bit < 0) others.add(code)
    else bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7))
  }
  // Servers differ in which control characters they store.
  for (let code = firstC1; code <= lastC1; code++) add(code)
  for (const character of `${upper}${additions[charset] ?? ''}`)
    if (!lacks.includes(character)) add(character.codePointAt(0) as number)
  return { isBasic: false, bits, others }
}

const repertoires = new Map<string, Repertoire | null>()

/** Returns the characters of a character set, or null if it has all of them or they are unknown. */
export function repertoireOf(charset: string | null): Repertoire | null {
  if (charset === null) return null
  const name = charset.toLowerCase()
  if (name === 'utf8' || name === 'utf8mb3') return basic
  let found = repertoires.get(name)
  if (found === undefined) repertoires.set(name, (found = known.test(name) ? single(name) : null))
  return found
}

/**
 * Returns the characters that a column stores from a string, or null if they have no limit. `client` has the characters
 * that the server reads in strings. The type JSON has all of them, regardless of its table.
 */
export const storedIn = (
  { source: { charset, type } }: { readonly source: { readonly charset: string | null; readonly type: string } },
  client: Repertoire | null,
): Repertoire | null => (type === 'json' ? null : repertoireOf(charset)) ?? client

/** Tests whether a character set can store a text in UTF-8. */
export function isStorable(
  { isBasic, bits, others }: Repertoire,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  for (let at = start; at < end; at++) {
    const lead = bytes[at] as number
    if (lead < 0xc0) continue
    if (lead >= 0xf0) return false
    if (isBasic) continue
    const code = codeAt(bytes, at)
    const bit = bitOf(code)
    if (bit < 0 ? !others.has(code) : (((bits[bit >> 3] as number) >> (bit & 7)) & 1) === 0) return false
  }
  return true
}

/** Returns the character of two or three bytes at an index. */
function codeAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number
  const second = (bytes[at + 1] as number) & 0x3f
  return lead < 0xe0
    ? ((lead & 0x1f) << 6) | second
    : ((lead & 15) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f)
}
