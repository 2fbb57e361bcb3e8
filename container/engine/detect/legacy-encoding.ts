import { multiByteScores } from './multi-byte.ts'

/**
 * Texts in no Unicode encoding: every candidate reads the bytes, and the one whose letters are those of one language that
 * is written so wins. Scores are per byte beyond ASCII: 1 is a text of nothing but that language's small letters.
 */
export function legacyEncoding(head: Uint8Array): string {
  const bytes = aroundForeign(head)
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const [encoding, languages] of Object.entries(alphabets)) {
    const handicap = handicaps[encoding] ?? 0
    const score = singleByteScore(new TextDecoder(encoding).decode(bytes), languages) - handicap
    if (score > best.score + tie) best = { encoding, score }
  }
  for (const { encoding, score } of multiByteScores(bytes)) if (score > best.score + tie) best = { encoding, score }
  return best.encoding
}

/** A handful of marks in another encoding reads as well as one of these, which are hardly used: they need a whole text. */
const handicaps: Readonly<Record<string, number>> = {
  macintosh: 0.4,
  'iso-8859-3': 0.8,
  'iso-8859-10': 0.8,
  'iso-8859-14': 0.8,
  'iso-8859-16': 0.8,
}
const bytesJudged = 16 * 1024
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
  macintosh: western,
  'iso-8859-5': cyrillic,
  'iso-8859-7': greek,
  'iso-8859-6': arabic,
  'iso-8859-8': hebrew,
  'windows-874': ['กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลวศษสหฬอฮะัาำิีึืฺุูเแโใไๅ็่้๊๋์'],
  'iso-8859-4': ['ąčęėįšųūž', 'āčēģīķļņšūž'],
  'iso-8859-3': ['ĉĝĥĵŝŭ', 'ċġħż'],
  'iso-8859-10': ['áčđŋšŧž'],
  'iso-8859-14': ['ḃċḋḟġṁṗṡṫ', 'ŵŷ'],
  'iso-8859-16': ['ăâîșț', 'ąćęłńóśźż'],
}

/** Marks that texts of every language have, and tables of goods and sizes. */
const marks = /[€£°§©®™½¼¾²³µ×±•·«»“”„‘’‚–—…№\u00a0]/u
/** Hardly used even where they belong; `å` and `à` read as these. */
const rare = /[ĺŕ]/i
const neutral = /[\u00ad\u200e\u200f\u0e3f\u060c\u061b\u061f\u0640\u05be]|\p{M}/u
const apostrophes = /[’‘–—·]/u
const control = /[\ufffd\u0080-\u009f\ue000-\uf8ff]/u

/**
 * What nobody writes who writes these letters: Polish has `ni` before vowels, Spanish `ñ` nowhere else, Thai has no vowels and tones without
 * a consonant before them, nor others without one behind.
 */
const misspelled =
  /ń[aeiouáéíóú]|(?<=\p{L})ñ(?![aeiouáéíóúü])|(?<![ก-ฮะาำ]|\p{M})(?=\p{Script=Thai})(?:\p{M}|[ะาำ])|[เ-ไ](?![ก-ฮ])/giu

/** A character beyond ASCII, where it stands: letters come in words, marks do not. */
interface Sighting {
  readonly character: string
  readonly place: 'apart' | 'beside' | 'between'
  count: number
}

function singleByteScore(text: string, languages: readonly string[]): number {
  const sightings = sightingsIn(text)
  const foreign = sightings.reduce((sum, { count }) => sum + count, 0)
  if (foreign === 0) return 0
  const matches = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  // A wrong table puts capitals inside words, or letters of another script beside Latin ones. Of ASCII alone every table makes the same.
  const mixed =
    /[A-Za-z](?:(?![µªº]|\p{Script=Latin})[\p{L}\p{M}])|(?:(?![µªº]|\p{Script=Latin})[\p{L}\p{M}])[A-Za-z]/gu
  const odd = matches(/(?![a-z][A-Z])\p{Ll}\p{Lu}/gu) + matches(mixed) + matches(misspelled)
  const all = languages.join('')
  const scores = languages.map((letters) => {
    let score = 0
    for (const sighting of sightings) score += sighting.count * weightOf(sighting, letters, all)
    return (score - 2 * odd) / foreign - (lacksFrequent(letters, sightings) ? 0.8 : 0)
  })
  return Math.max(...scores)
}

function sightingsIn(text: string): Sighting[] {
  const found = new Map<string, Sighting>()
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{M}]/u.test(character)
  for (const { index } of text.matchAll(/[^\u0000-\u007f]/g)) {
    const character = text[index] as string
    // The same again is no word: `§§`.
    const [before, after] = [text[index - 1], text[index + 1]]
    const letters = Number(before !== character && isLetter(before)) + Number(after !== character && isLetter(after))
    const place = (['apart', 'beside', 'between'] as const)[letters] ?? 'apart'
    const known = found.get(character + place)
    if (known === undefined) found.set(character + place, { character, place, count: 1 })
    else known.count++
  }
  return [...found.values()]
}

/** Hebrew read as Cyrillic or Greek, and Chinese read as Thai, is small letters all over, but too few vowels, or accents, are among them. */
const frequent = [
  { first: 'а', letters: 'аеёиіоуыэюя', share: 0.3 },
  { first: 'α', letters: 'άέήίόύώ', share: 0.03 },
  { first: 'ก', letters: 'ะัาำิีึืุูเแโใไ็่้', share: 0.1 },
]

function lacksFrequent(letters: string, sightings: readonly Sighting[]): boolean {
  const expected = frequent.find(({ first }) => letters.startsWith(first))
  if (expected === undefined) return false
  let all = 0
  let found = 0
  for (const { character, count } of sightings) {
    if (letters.includes(character)) all += count
    if (expected.letters.includes(character)) found += count
  }
  return found < all * expected.share
}

/** `letters` are those of one language, `all` those of every language that is written so: names of several stand in one list. */
function weightOf({ character, place }: Sighting, letters: string, all: string): number {
  if (control.test(character)) return -10
  if (rare.test(character)) return place === 'apart' ? -0.3 : 0.2
  if (letters.includes(character)) return place === 'apart' ? -0.3 : 1
  if (letters.includes(character.toLowerCase()) || character === 'İ') return place === 'apart' ? -0.3 : 0.7
  if (marks.test(character)) return place === 'between' && !apostrophes.test(character) ? -0.6 : 0.3
  if (neutral.test(character)) return 0
  if (all.includes(character.toLowerCase())) return place === 'apart' ? -0.3 : 0.5
  return /\p{L}/u.test(character) ? -1 : -0.6
}
