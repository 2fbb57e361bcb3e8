/** Returns the text of a chunk. `more` means that other chunks follow, so a character may continue in the next one. */
export type Decode = (chunk: Uint8Array, more: boolean) => string

/**
 * Old encodings of East Asia that the Encoding Standard lacks. Each has the characters of an encoding in the standard,
 * in another order.
 */

const replacement = '\uFFFD'
const shiftOut = 0x0e
const shiftIn = 0x0f
const escape = 0x1b
const designation = [escape, 0x24, 0x29, 0x43]

/**
 * Decodes ISO-2022-KR, the encoding of Korean mail. The header ESC $ ) C announces it. Between two control characters,
 * the bytes are those of EUC-KR without their highest bit.
 */
export function iso2022KrDecoder(): Decode {
  const decoder = new TextDecoder('euc-kr')
  let isShifted = false
  return (chunk, more) => {
    const bytes = new Uint8Array(chunk.length)
    let length = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === shiftOut || byte === shiftIn) isShifted = byte === shiftOut
      else if (byte === escape && designation.every((part, index) => chunk[at + index] === part)) at += 3
      else bytes[length++] = isShifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
    }
    return decoder.decode(bytes.subarray(0, length), { stream: more })
  }
}

/**
 * Decodes characters of several bytes. `size` returns the number of bytes of the character at `at`, or 0 if no
 * character begins there.
 */
function pairDecoder(
  size: (lead: number, next: number) => number,
  character: (bytes: Uint8Array, at: number) => string,
): Decode {
  let carry = new Uint8Array(0)
  return (chunk, more) => {
    const bytes = new Uint8Array(carry.length + chunk.length)
    bytes.set(carry)
    bytes.set(chunk, carry.length)
    carry = new Uint8Array(0)
    let text = ''
    for (let at = 0; at < bytes.length;) {
      const lead = bytes[at] as number
      const length = lead < 0x80 ? 1 : size(lead, bytes[at + 1] ?? 0)
      if (at + length > bytes.length && more) {
        carry = bytes.slice(at)
        break
      }
      if (lead < 0x80) text += String.fromCharCode(lead)
      else text += length === 0 || at + length > bytes.length ? replacement : character(bytes, at)
      at += Math.max(1, length)
    }
    return text
  }
}

const korean = new TextDecoder('euc-kr')
const fives = { first: 0x7c00, second: 0x3e0, third: 0x1f }
/** The positions of a vowel and of a final consonant in Unicode's order, by five bits. Unused values are -1. */
const vowels = [
  -1, -1, -1, 0, 1, 2, 3, 4, -1, -1, 5, 6, 7, 8, 9, 10, -1, -1, 11, 12, 13, 14, 15, 16, -1, -1, 17, 18, 19, 20,
]
const finals = [
  -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, -1, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
]

/** Decodes Johab, which packs three Korean letters into two bytes, five bits each. */
export const johabDecoder = (): Decode =>
  pairDecoder(
    (lead) => (lead >= 0x84 && lead <= 0xf9 ? 2 : 0),
    (bytes, at) => {
      const [lead, trail] = [bytes[at] as number, bytes[at + 1] as number]
      if (lead >= 0xd8) return johabSign(lead, trail)
      const code = (lead << 8) | trail
      const first = ((code & fives.first) >> 10) - 2
      const vowel = vowels[(code & fives.second) >> 5] ?? -1
      const last = finals[code & fives.third] ?? -1
      if (first < 0 || first > 18 || vowel < 0 || last < 0) return replacement
      return String.fromCharCode(0xac00 + (first * 21 + vowel) * 28 + last)
    },
  )

/** Decodes symbols and Chinese characters. Each Johab row combines two rows of EUC-KR. */
function johabSign(lead: number, trail: number): string {
  const row = (lead < 0xe0 ? (lead - 0xd9) * 2 + 0xa1 : (lead - 0xe0) * 2 + 0xca) + (trail >= 0xa1 ? 1 : 0)
  const column = trail >= 0xa1 ? trail : trail >= 0x91 ? trail - 0x91 + 0xa1 + 78 : trail - 0x31 + 0xa1
  return korean.decode(Uint8Array.of(row, column))
}

const traditional = new TextDecoder('big5')
/** Spans of characters that CNS 11643 (planes 1 and 2) and Big5 share: the start in each of them, and the length. */
const cnsRuns = (
  '0,0,5 6,6,8 15,15,6 21,23,2 24,22,1 29,29,44 73,74,1 74,73,1 75,75,22 98,98,1 100,100,27 127,128,1 ' +
  '128,127,1 129,129,19 148,149,1 149,148,1 150,150,4 155,21,1 156,156,2 160,160,1 162,162,1 165,165,69 ' +
  '282,234,29 312,264,1 314,266,142 470,6101,20 3290,471,17 3307,263,1 3308,489,86 3394,265,1 3395,576,1307 ' +
  '4702,1884,424 5126,1883,1 5127,2308,1876 7003,4571,1 7004,4184,387 7391,4572,525 7916,5286,1 ' +
  '7917,5097,105 8023,5203,83 8106,5287,84 8190,5517,1 8191,5371,54 8245,5426,1 8246,5425,1 8247,5427,90 ' +
  '8337,5518,354 8836,6280,10 8846,6291,33 8879,6372,1 8880,6324,48 8928,6373,46 8974,6586,1 8975,6419,167 ' +
  '9142,6587,1840 10982,9074,1 10983,8428,108 11091,8537,537 11628,8427,1 11629,9075,100 11729,8536,1 ' +
  '11730,9175,399 12129,9575,1637 13766,11761,1 13767,11212,146 13913,11899,1 13914,11358,287 14201,12508,1 ' +
  '14202,11645,116 14318,11762,137 14455,11900,104 14559,12425,1 14560,12004,222 14782,12227,198 ' +
  '14980,12426,82 15062,12509,86 15148,12226,1 15149,12595,8 15157,12604,153 15310,12758,56 15366,13114,1 ' +
  '15367,12814,113 15480,12603,1 15481,12927,142 15623,12757,1 15624,13069,45 15669,13115,71 15740,13380,1 ' +
  '15741,13186,194 15935,13381,490 16425,13914,1 16426,13871,43 16469,13915,1 16470,13917,11 16481,13916,1 ' +
  '16482,13928,4'
)
  .split(' ')
  .map((run) => run.split(',').map(Number))

/** Decodes EUC-TW, the traditional Chinese of Unix. Plane 1 has two bytes per character, and the others have four. */
export const eucTwDecoder = (): Decode =>
  pairDecoder(
    (lead, next) => (lead === 0x8e ? (next >= 0xa1 && next <= 0xb0 ? 4 : 0) : lead >= 0xa1 ? 2 : 0),
    (bytes, at) => {
      const isLong = bytes[at] === 0x8e
      const plane = isLong ? (bytes[at + 1] as number) - 0xa1 : 0
      const row = (bytes[isLong ? at + 2 : at] as number) - 0xa1
      const column = (bytes[isLong ? at + 3 : at + 1] as number) - 0xa1
      if (plane > 1 || row < 0 || row > 93 || column < 0 || column > 93) return replacement
      return bigFive(plane * 8836 + row * 94 + column)
    },
  )

function bigFive(place: number): string {
  const run = cnsRuns.findLast(([from = 0]) => from <= place)
  const [from = 0, to = 0, length = 0] = run ?? []
  const index = place - from
  if (run === undefined || index >= length) return replacement
  const [lead, trail] = [Math.floor((to + index) / 157), (to + index) % 157]
  return traditional.decode(Uint8Array.of(lead + 0xa1, trail < 63 ? trail + 0x40 : trail - 63 + 0xa1))
}
