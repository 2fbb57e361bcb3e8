import { EngineFailure } from '../failure.ts'
import { firstInvalid } from '../bytes/utf8.ts'

/** Encodings without a byte-order mark that we tell apart, most frequent first: the first of equals wins. */
const multiByte = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const
const singleByte = [
  'windows-1252',
  'windows-1251',
  'koi8-r',
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'windows-1255',
  'windows-1256',
] as const

/** The canonical name of an encoding label, or a failure: an unknown label is the spec's mistake. */
export function encodingOfLabel(label: string): string {
  const lower = label.trim().toLowerCase()
  if (/^utf-?32-?le$/.test(lower)) return 'utf-32le'
  if (/^utf-?32(-?be)?$/.test(lower)) return 'utf-32be'
  const codePage = /^cp-?(\d{3,4})$/.exec(lower)?.[1]
  try {
    return new TextDecoder(codePage === undefined ? lower : `windows-${codePage}`).encoding
  } catch {
    const message = `"${label}" is no encoding that is known here. Labels are those of the WHATWG Encoding Standard, for example utf-8, windows-1252, shift_jis.`
    throw new EngineFailure('invalid_spec', message, [{ code: 'unknown_encoding', message, value: label }])
  }
}

/** Decides from the first bytes of a text file. `isWhole` says that they are all of it. */
export function detectEncoding(head: Uint8Array, isWhole: boolean): string {
  return byMark(head) ?? byZeros(head) ?? (isUtf8(head, isWhole) ? 'utf-8' : legacy(head))
}

function byMark(head: Uint8Array): string | null {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && head.length >= 4 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be'
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  return null
}

/** UTF-16 and UTF-32 without a mark: in text most high bytes are zero, and zeros stand at one side only. */
function byZeros(head: Uint8Array): string | null {
  const zeros = [0, 0, 0, 0]
  const end = head.length - (head.length % 4)
  if (end < 8) return null
  for (let at = 0; at < end; at++) if (head[at] === 0) zeros[at & 3] = (zeros[at & 3] ?? 0) + 1
  const share = zeros.map((count) => count / (end / 4)) as [number, number, number, number]
  if (share[1] > 0.9 && share[2] > 0.9 && share[3] > 0.9 && share[0] < 0.3) return 'utf-32le'
  if (share[0] > 0.9 && share[1] > 0.9 && share[2] > 0.9 && share[3] < 0.3) return 'utf-32be'
  const [even, odd] = [(share[0] + share[2]) / 2, (share[1] + share[3]) / 2]
  if (odd > 0.4 && even < 0.05) return 'utf-16le'
  if (even > 0.4 && odd < 0.05) return 'utf-16be'
  return null
}

/** A character cut by the end of the head is no proof against UTF-8; nor is a rare broken one in a long text. */
function isUtf8(head: Uint8Array, isWhole: boolean): boolean {
  let broken = 0
  let multiple = 0
  for (let at = 0; at < head.length; at++) if ((head[at] as number) >= 0xc2) multiple++
  for (let at = firstInvalid(head, 0); at < head.length; at = firstInvalid(head, at + 1)) {
    if (!isWhole && at >= head.length - 3) break
    broken++
  }
  return broken === 0 || (broken * 20 < multiple && broken < 10)
}

function legacy(head: Uint8Array): string {
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const encoding of [...singleByte, ...multiByte]) {
    const score = plausibility(new TextDecoder(encoding).decode(head, { stream: true }), encoding)
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}

/** Letters that are frequent in the languages written with an encoding, and nothing that no text holds. */
const expected: Readonly<Record<string, RegExp>> = {
  'windows-1252': /[éèàùâêîôûçëïüöäßñáíóúãõåøæœÉÈÀÄÖÜ€’“”–°£«»]/gu,
  'windows-1250': /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻěščřžýáíéúůťďňőűșțăâî]/gu,
  'iso-8859-2': /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻěščřžýáíéúůťďňőűăâî]/gu,
  'windows-1251': /[а-яё]/gu,
  'koi8-r': /[а-яё]/gu,
  'windows-1253': /[α-ωάέήίόύώ]/gu,
  'windows-1254': /[ğışİŞĞçöü]/gu,
  'windows-1255': /[א-ת]/gu,
  'windows-1256': /[\u0621-\u064a]/gu,
  shift_jis: /[\u3040-\u30ff\u4e00-\u9fff]/gu,
  'euc-jp': /[\u3040-\u30ff\u4e00-\u9fff]/gu,
  gb18030: /[\u4e00-\u9fff]/gu,
  big5: /[\u4e00-\u9fff]/gu,
  'euc-kr': /[\uac00-\ud7a3]/gu,
}

function plausibility(text: string, encoding: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const foreign = count(/[^\u0000-\u007f]/gu)
  const good = count(expected[encoding] ?? /$^/gu)
  const bad = count(/[\uFFFD\u0080-\u009f\ue000-\uf8ff]/gu)
  // A capital inside a word, or a small letter followed by a capital, is what a wrong Cyrillic table looks like.
  const odd = count(/\p{Ll}\p{Lu}/gu) + count(/[\p{L}][¤¦¨±¶·¸¼½¾×÷][\p{L}]/gu) + count(/[\uff61-\uff9f]/gu)
  const kana = encoding === 'shift_jis' || encoding === 'euc-jp' ? count(/[\u3040-\u30ff]/gu) : 0
  // One character of a multi-byte encoding explains two bytes: that it decodes at all is evidence.
  const weight = multiByte.includes(encoding as (typeof multiByte)[number]) ? 1.6 : 1
  return weight * good + 0.5 * kana - (foreign - good) * 0.6 - 20 * bad - 2 * odd
}
