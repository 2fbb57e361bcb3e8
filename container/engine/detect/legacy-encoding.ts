import { multiByteScores } from './multi-byte.ts'

/**
 * Texts in no Unicode encoding: every candidate reads the bytes, and the one whose letters are those of one language that
 * is written so wins. Scores are per byte beyond ASCII: 1 is a text of nothing but that language's small letters.
 */
export function legacyEncoding(head: Uint8Array): string {
  const bytes = aroundForeign(head)
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const [encoding, languages] of Object.entries(alphabets)) {
    const score = singleByteScore(new TextDecoder(encoding).decode(bytes), languages)
    if (score > best.score + tie) best = { encoding, score }
  }
  for (const { encoding, score } of multiByteScores(bytes)) if (score > best.score + tie) best = { encoding, score }
  return best.encoding
}

const bytesJudged = 64 * 1024
const tie = 1e-9

/** The stretch that begins with the first line that is not plain ASCII. */
function aroundForeign(head: Uint8Array): Uint8Array {
  let at = head.findIndex((byte) => byte >= 0x80)
  while (at > 0 && head[at - 1] !== 10 && head[at - 1] !== 13) at--
  return head.subarray(Math.max(0, at), Math.max(0, at) + bytesJudged)
}

const cyrillic = [
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
]
const greek = ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ']
const hebrew = ['אבגדהוזחטיכךלמםנןסעפףצץקרשת']
const arabic = ['ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ']
const western = [
  'éèàùâêîôûçëïüœæ',
  'äöüß',
  'ñáéíóúü¿¡',
  'ãõáéíóúâêôçàü',
  'åäöøæé',
  'àèéìíòóùú',
  'ëïéèöü',
  'äöüõšž',
  'áðéíóúýþæö',
  'àçèéíïòóúü·',
]
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž', 'äöüß', 'çë']
const turkish = ['çğıöşüâî']

/** By encoding, most frequent first: the small letters of each language that is written in it. */
const alphabets: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': western,
  'windows-1251': cyrillic,
  'windows-1250': central,
  'windows-1254': turkish,
  'windows-1253': greek,
  'windows-1255': hebrew,
  'windows-1256': arabic,
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äöüõšž'],
  'koi8-r': cyrillic.slice(0, 1),
  'koi8-u': cyrillic.slice(1, 2),
  'iso-8859-2': central,
  'iso-8859-15': western,
  'iso-8859-5': cyrillic,
  'iso-8859-7': greek,
  'iso-8859-6': arabic,
  'iso-8859-8': hebrew,
  'windows-874': ['กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลวศษสหฬอฮะัาำิีึืฺุูเแโใไๅ็่้๊๋์'],
  'iso-8859-4': ['ąčęėįšųūž', 'āčēģīķļņšūž'],
  'iso-8859-3': ['ĉĝĥĵŝŭ', 'ċġħż'],
  'iso-8859-10': ['áâãäåæčđéëíîðņŋóôõöøšŧúûüýþž'],
  'iso-8859-14': ['ḃċḋḟġṁṗṡṫ', 'ŵŷ'],
  'iso-8859-16': ['ăâîșț', 'ąćęłńóśźż'],
}

const other = '(?:(?!\\p{Script=Latin})\\p{L})'
const mixed = new RegExp(`[A-Za-z]${other}|${other}[A-Za-z]`, 'gu')

/** Marks that texts of every language have. */
const neutral = /[€£°§«»“”„‘’‚–—…№©®™\u00a0\u00ad\u200e\u200f\u0e3f\u060c\u061b\u061f\u0640\u05be]|\p{M}/u
const control = /[\ufffd\u0080-\u009f\ue000-\uf8ff]/u

function singleByteScore(text: string, languages: readonly string[]): number {
  const counts = new Map<string, number>()
  let foreign = 0
  for (const character of text) {
    if (character < '\u0080') continue
    foreign++
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  if (foreign === 0) return 0
  const matches = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  // A wrong table puts capitals inside words, or letters of another script beside Latin ones.
  const odd = matches(/\p{Ll}\p{Lu}/gu) + matches(mixed)
  const scores = languages.map((letters) => {
    let score = 0
    for (const [character, count] of counts) score += count * weightOf(character, letters)
    return (score - 2 * odd) / foreign - (lacksFrequent(letters, counts) ? 0.1 : 0)
  })
  return Math.max(...scores)
}

/** Hebrew read as Cyrillic or Greek is small letters all over, but too few vowels, or accents, are among them. */
const frequent = [
  { first: 'а', letters: 'аеёиіїоуыэюяє', share: 0.3 },
  { first: 'α', letters: 'άέήίόύώ', share: 0.03 },
]

function lacksFrequent(letters: string, counts: ReadonlyMap<string, number>): boolean {
  const expected = frequent.find(({ first }) => letters.startsWith(first))
  if (expected === undefined) return false
  let all = 0
  let found = 0
  for (const [character, count] of counts) {
    if (letters.includes(character)) all += count
    if (expected.letters.includes(character)) found += count
  }
  return found < all * expected.share
}

function weightOf(character: string, letters: string): number {
  if (letters.includes(character)) return 1
  if (letters.includes(character.toLowerCase()) || character === 'İ') return 0.7
  if (neutral.test(character)) return 0
  if (control.test(character)) return -10
  return /\p{L}/u.test(character) ? -1 : -0.6
}
