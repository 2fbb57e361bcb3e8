import { type Language, namingLanguages } from './languages.ts'

/** A character beyond ASCII, with its neighbors. */
export interface Place {
  readonly character: string
  readonly before: string
  readonly after: string
  /** The beginning of the word before the character. */
  readonly start: string
  /** The rest of the word after the character. */
  readonly rest: string
}

const broken = -14
const letter = /\p{L}|\p{M}/u
const latin = /[A-Za-z]|\p{Script=Latin}/u
const isLetter = (character: string): boolean => character !== '' && letter.test(character)
const isForeign = (character: string): boolean => character !== '' && character > '\u007f'

/**
 * The odds of a place in a script. Candidates rate a place in dozens of languages, so everything that
 * does not depend on the language is found out once.
 */
export type RatedPlace =
  | { readonly kind: 'sign'; readonly odds: number }
  | { readonly kind: 'alone'; readonly small: string; readonly odds: { readonly own: number; readonly other: number } }
  | LetterPlace

interface LetterPlace {
  readonly kind: 'letter'
  readonly small: string
  readonly before: Neighbor
  readonly after: Neighbor
  /** The odds of vowels and consonants beside it. They decide where a language has learned no neighbors. */
  readonly sounds: number
  readonly spelling: number
}

export function ratedPlace(place: Place, inLatin: boolean): RatedPlace {
  const { character, before, after } = place
  if (/[\ufffd\u0000-\u001f\u0080-\u009f\ue000-\uf8ff]/.test(character)) return { kind: 'sign', odds: broken }
  if (!letter.test(character) || /[ªºµ]/.test(character)) return { kind: 'sign', odds: signOdds(place) }
  const small = character === 'İ' ? 'i' : character.toLowerCase()
  if (inLatin && isIsolated(place)) {
    const odds = { own: aloneOdds(place, small, true), other: aloneOdds(place, small, false) }
    return { kind: 'alone', small, odds }
  }
  return {
    kind: 'letter',
    small,
    before: neighborOf(before),
    after: neighborOf(after),
    sounds: soundsBeside(place, inLatin),
    spelling: caseOdds(place) + (inLatin ? latinOdds(place, small) : scriptOdds(place)),
  }
}

/** Returns the probability of a character in this position in a text of the language, as a natural logarithm. */
export type PlaceOdds = (place: RatedPlace) => number

/** If `mayHaveNames`, a letter that the language does not have may be one of a foreign name. */
export function singleByteOdds(language: Language, neighbors: readonly Language[], mayHaveNames: boolean): PlaceOdds {
  const { own, besideOf } = tablesOf(language)
  const inLatin = isLatin(language)
  // A language with few letters of its own fits nearly every text if the other letters are those of names.
  const hasNames = mayHaveNames && inLatin && language.neighbors !== ''
  const others = languagesByLetter(neighbors)
  return (place) => {
    if (place.kind === 'sign') return place.odds
    const { small } = place
    if (place.kind === 'alone') return own.has(small) ? place.odds.own : place.odds.other
    const strange = (): number => (inLatin ? strangeOdds(others.get(small) ?? 0) : others.has(small) ? -8 : -9)
    const ofLanguage = own.get(small) ?? strange()
    const odds = ofLanguage + (besideOf(small, place) ?? place.sounds) + place.spelling
    if (!hasNames || own.has(small)) return odds
    return Math.max(odds, nameOdds(place) - (others.has(small) ? neighborName : foreignName))
  }
}

export const isLatin = ({ letters }: Language): boolean => latin.test(letters[0] ?? '')

/** Creates a value only once for each key, because many candidates need the same value. */
function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

const tablesOf = once((language: Language) => ({
  own: letterOdds(language.letters),
  besideOf: neighborOdds(language.neighbors),
}))

/** The penalties for a name from a language with the same encoding, and from any other language. */
const neighborName = 2
const foreignName = 2.5

/** Returns the odds of a letter in the language whose words it fits best. */
const nameOdds = once((place: LetterPlace): number => {
  let best = -Infinity
  for (const language of namingLanguages) {
    const { own, besideOf } = tablesOf(language)
    const odds = own.get(place.small)
    if (odds === undefined) continue
    best = Math.max(best, odds + (besideOf(place.small, place) ?? place.sounds) + Math.log(language.share))
  }
  return best + place.spelling
})

const languagesByLetter = once((languages: readonly Language[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { letters } of languages) for (const one of letters) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
})

/**
 * Returns the odds of a letter that the language does not have. It occurs in names from other languages, and more often
 * the more languages have it.
 */
const strangeOdds = (languages: number): number => (languages === 0 ? -9 : -7.7 + 0.7 * Math.min(languages, 3))

/**
 * Returns the odds of letters by rank. Each letter is less frequent than the previous one by the same factor, and the
 * last ones reach a few hundredths.
 */
function letterOdds(letters: string): ReadonlyMap<string, number> {
  const all = Array.from(letters)
  const factor = 0.03 ** (1 / all.length)
  return new Map(all.map((one, rank) => [one, Math.log((1 - factor) * factor ** rank)]))
}

/**
 * Returns how many times more frequent a letter is between its neighbors than elsewhere, or null for a letter that was
 * not learned.
 */
type NeighborOdds = (small: string, beside: Beside) => number | null

interface Beside {
  readonly before: Neighbor
  readonly after: Neighbor
}

/** A character next to another, in lower case. `_` represents everything that is not a letter. */
interface Neighbor {
  readonly key: string
  /** The exponent of one half for this neighbor in any position. */
  readonly power: number
}

/** The exponent of one half for neighbors that never occurred. */
const unseen = 8
/** The letters before and after depend on each other, so both together mean less than their product. */
const independence = 0.8
const anywhere = '||_|eairnstlo|ukmdpgcvz|bhjyf|xwq'

function neighborOdds(neighbors: string): NeighborOdds {
  const sides = new Map(
    neighbors.split(' ').map((learned) => {
      const [small = '', before = '', after = ''] = learned.split(':')
      return [small, [before, after] as const]
    }),
  )
  return (small, { before, after }) => {
    const known = sides.get(small)
    if (known === undefined) return null
    return independence * (timesLikelier(known[0], before) + timesLikelier(known[1], after))
  }
}

/** Returns the exponent of one half for a neighbor. It increases by one for each group. */
function powerOf(groups: string, key: string): number | null {
  const end = groups.indexOf(key)
  if (end < 0) return null
  let power = 1
  for (let at = 0; at < end; at++) if (groups[at] === '|') power++
  return power
}

function neighborOf(character: string): Neighbor {
  const key = isLetter(character) ? character.toLowerCase() : '_'
  return { key, power: powerOf(anywhere, key) ?? 7.5 }
}

const timesLikelier = (groups: string, { key, power }: Neighbor): number =>
  Math.LN2 * (power - (powerOf(groups, key) ?? unseen))

const soundsBeside = ({ before, character, after }: Place, inLatin: boolean): number =>
  soundOdds(before, character) + (inLatin ? soundOdds(character, after) : 0)

const vowels = /[aeiouyæøœıаеёиоуыэюяіїєαεηιουω]/
const consonants = /[b-df-hj-np-tv-xzðþßłđбвгґджзйклмнпрстфхцчшщђјљњћџβγδζθκλμνξπρσςτφχψ]/

/** Rates the alternation of vowels and consonants, which is more common than sequences. */
function soundOdds(one: string, next: string): number {
  const [first, second] = [soundOf(one), soundOf(next)]
  if (first === null || second === null) return 0
  if (first !== second) return 0.35
  return first === 'vowel' ? -1 : -0.6
}

function soundOf(character: string): 'vowel' | 'consonant' | null {
  const plain = character.toLowerCase().normalize('NFD')[0] ?? ''
  return vowels.test(plain) ? 'vowel' : consonants.test(plain) ? 'consonant' : null
}

/** Rates capitals, which begin words or occur among capitals. */
function caseOdds({ character, before, after }: Place): number {
  const isUpper = character !== character.toLowerCase()
  if (!isUpper && character === character.toUpperCase()) return 0
  if (isLetter(before)) {
    const isAfterUpper = before !== before.toLowerCase()
    const isBeforeLower = isLetter(after) && after !== after.toUpperCase()
    if (isAfterUpper && isUpper && isBeforeLower) return -6
    if (isAfterUpper) return isUpper ? -0.7 : -0.5
    return isUpper ? -6 : 0
  }
  const isBeforeUpper = isLetter(after) && after !== after.toLowerCase()
  if (isBeforeUpper) return isUpper ? -0.7 : -5
  return isUpper ? -1.2 : -0.7
}

const isIsolated = ({ before, after }: Place): boolean => !isLetter(before) && !isLetter(after)

/**
 * Rates a single letter. It has no neighbors that indicate its language, so the frequency of the encoding decides. Some
 * letters are words: à in French, è in Italian, é in Portuguese, ó in Polish.
 */
function aloneOdds({ character, before, after }: Place, small: string, isOwn: boolean): number {
  if (/\d/.test(before) && /\d/.test(after)) return -9
  if (/[àèéóøåíöäő]/.test(character)) return -4.5
  return isOwn || /[òášžç]/.test(small) ? -5.5 : -9
}

/** Rates Latin words, in which accents are rare and next to plain letters. */
function latinOdds({ before, after, rest }: Place, small: string): number {
  let odds = 0
  if (isForeign(before) && isLetter(before)) odds -= 2
  if (isForeign(after) && isLetter(after)) odds -= 1
  if ((isLetter(before) && !latin.test(before)) || (isLetter(after) && !latin.test(after))) odds -= 6
  if (/\d/.test(before) || /\d/.test(after)) odds -= 3
  if (misspells(small, before, rest)) odds -= 3
  return odds
}

/** Tests for letter sequences that never occur in languages with these letters. */
function misspells(small: string, before: string, rest: string): boolean {
  const next = rest[0]?.toLowerCase() ?? ''
  if (small === 'ń') return /[aeiouáéíóú]/.test(next)
  if (small === 'ñ') return !/[aeiouáéíóúü]/.test(next)
  if (small === 'ã') return isLetter(next) && !/[oens]/.test(next)
  if (small === 'ß' || small === 'ı') return small === 'ß' && !isLetter(before)
  if (small === 'î') return isLetter(before) && !/[tnlmcr]/.test(next)
  return false
}

/** Rates words of another script, which consist of its letters only. */
function scriptOdds(place: Place): number {
  const { character, before, after, rest } = place
  let odds = 0
  for (const beside of [before, after]) if (latin.test(beside)) odds -= 5
  if (isIsolated(place)) odds -= /[авикосуя]/i.test(character) ? 1.5 : 4
  if (/\p{Script=Thai}/u.test(character) && misspellsThai(character, before, rest[0] ?? '')) odds -= 4
  if (/[ςםןךףץ]/.test(character) && isLetter(after)) odds -= 5
  if (/[ъыь]/i.test(character) && !isLetter(before)) odds -= 4
  return odds
}

/** Tests for Thai vowels and tones without a consonant before them, and for vowels without one after them. */
const misspellsThai = (character: string, before: string, after: string): boolean =>
  /[เ-ไ]/.test(character)
    ? !/[ก-ฮ]/.test(after)
    : (/\p{M}/u.test(character) || /[ะาำ]/.test(character)) && !/[ก-ฮะาำ]|\p{M}/u.test(before)

interface Sign {
  readonly signs: RegExp
  /** Returns the odds of a letter in its position in a word. */
  readonly odds: (place: Place) => number
}

const isEdge = (character: string): boolean => !isLetter(character) && !/\d/.test(character)
const digitNear = ({ before, after }: Place): boolean =>
  /\d/.test(before + after) || ((before === ' ' || after === '') && !isLetter(after))
const oddsIf =
  (test: (place: Place) => boolean, odds: number, otherwise: number) =>
  (place: Place): number =>
    test(place) ? odds : otherwise

const elided = /(?:^|\P{L})(?:\p{L}{1,3}|\p{L}*(?:ll|qu|nt|st|un|urd))$/u
const name = /(?:^|\P{L})\p{Lu}\p{L}*$/u
const turkishEnding = /^(?:[dt][ae]n?|n?[ıiuü]n|[yn]?[aeıiuü]|[sl][ıiuü]|l[ae]r)(?!\p{L})/u

/**
 * Rates an apostrophe between letters. It follows a word that is elided before a vowel (`l’eau`, `O’Neil`, `dell’arte`), or
 * a Turkish name (`Ankara’da`). In other Latin words, it is an accented letter of another encoding.
 */
function apostropheOdds({ before, start, rest }: Place): number {
  const isElided = elided.test(start) && !/^[bcdfgj-np-tvwxz]/.test(rest)
  const isUsual = !latin.test(before) || isElided || (name.test(start) && turkishEnding.test(rest))
  return isUsual ? -2.2 : -5
}

/** Signs that occur in texts of every language, and in tables of goods and sizes. */
const signs: readonly Sign[] = [
  {
    signs: /[’‘]/,
    odds: (place) => {
      const { character, before, after, rest } = place
      if (character === '‘') return isLetter(before) ? -7 : -3.5
      if (isLetter(before) && /^(?:s|t|re|ll|ve|d|m)(?![a-z])/i.test(rest)) return -1.2
      if (isLetter(before)) return isLetter(after) ? apostropheOdds(place) : /[nsxz]/i.test(before) ? -3.2 : -4.5
      return isForeign(after) ? -9 : isLetter(after) ? (/^(?:[nst]|em|til)(?!\p{L})/u.test(rest) ? -3.2 : -5.5) : -5
    },
  },
  { signs: /[‹›‚]/, odds: oddsIf(({ before, after }) => isEdge(before) || isEdge(after), -6.5, -9) },
  {
    signs: /[“”„«»]/,
    odds: ({ character, before, after }) => {
      const isOpening = isEdge(before) && isLetter(after)
      const isClosing = isLetter(before) && isEdge(after)
      if (isLetter(before) && isLetter(after)) return -8
      if (character === '„') return isClosing ? -8 : -3.5
      return character === '”' && isOpening ? -5.5 : -3.5
    },
  },
  { signs: /[–—]/, odds: oddsIf(({ before, after }) => !(isLetter(before) || isLetter(after)), -3.2, -6.5) },
  { signs: /…/, odds: oddsIf(({ after }) => !isLetter(after), -4, -7.5) },
  { signs: /[•·●]/, odds: oddsIf(({ after }) => isEdge(after), -4.5, -6.5) },
  { signs: /\u00a0/, odds: oddsIf(({ before, after }) => !(isLetter(before) && isLetter(after)), -3.5, -6.5) },
  { signs: /°/, odds: oddsIf(({ before, after }) => /[\d nN]/.test(before) || /[CF]/.test(after), -3.5, -9) },
  {
    signs: /[ºª]/,
    odds: oddsIf(({ before, after }) => (/\d/.test(before) && !isLetter(after)) || /^[nNaA]$/.test(before), -4, -8.5),
  },
  { signs: /[²³]/, odds: oddsIf(({ before, after }) => /[a-z\d ]/i.test(before) && !isLetter(after), -4, -9) },
  { signs: /[µμ]/, odds: oddsIf(({ before, after }) => !isLetter(before) && /[mglsAVWF]/.test(after), -3.5, -7) },
  { signs: /[€£¥$]/, odds: oddsIf((place) => digitNear(place) && !isLetter(place.before), -3.5, -8) },
  { signs: /[§©]/, odds: oddsIf(({ before, after }) => !isLetter(before) && !isLetter(after), -4.2, -7.5) },
  { signs: /[®™]/, odds: oddsIf(({ before, after }) => isLetter(before) && !isLetter(after), -4.2, -9) },
  { signs: /[½¼¾]/, odds: oddsIf(({ before, after }) => !isLetter(before) && !isLetter(after), -4.2, -8) },
  { signs: /[×±]/, odds: oddsIf(({ before, after }) => !isLetter(before) && !isLetter(after), -4.5, -8) },
  { signs: /[¿¡]/, odds: oddsIf(({ before, after }) => !isLetter(before) && isLetter(after), -4, -9) },
  { signs: /№/, odds: oddsIf(({ before }) => !isLetter(before), -4, -8) },
  { signs: /[´`]/, odds: oddsIf(({ before }) => isLetter(before), -7, -10) },
  { signs: /[¨ˆ˜¸¯]/, odds: () => -11 },
  { signs: /[\u00ad\u200e\u200f\u0e3f\u060c\u061b\u061f\u0640\u05be]/, odds: () => -5 },
  { signs: /[\u2500-\u259f]/, odds: ({ before, after }) => (/[\u2500-\u259f]/.test(before + after) ? -5 : -10) },
]

const signOdds = (place: Place): number =>
  signs.find(({ signs: some }) => some.test(place.character))?.odds(place) ??
  (isLetter(place.before) || isLetter(place.after) ? -10 : -8)
