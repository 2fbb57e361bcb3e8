/** The way in which a collation compares texts, if it differs from most. */
export interface Folding {
  /** Returns a text that all equal texts share, without case. */
  readonly fold: (text: string) => string
  /** Whether spaces at the end of a text do not matter. */
  readonly isPadded: boolean
  /** Whether texts may be equal although their folded texts differ. */
  readonly isPartial?: boolean
}

/** Letters beyond ASCII that collations of one byte per character consider equal. All others differ. */
const groups: Readonly<Record<string, string>> = {
  latin1_swedish_ci: 'AÀÁÂÃàáâã CÇç DÐð EÈÉÊËèéêë IÌÍÎÏìíîï NÑñ OÒÓÔÕòóôõ UÙÚÛùúû YÜÝüý [Åå ]Öö \\ÄÆäæ Øø Þþ',
  latin1_german1_ci: 'AÀÁÂÃÄÅÆàáâãäåæ CÇç EÈÉÊËèéêë IÌÍÎÏìíîï NÑñ OÒÓÔÕÖØòóôõöø Sß UÙÚÛÜùúûü YÝý Ðð Þþ',
  latin1_general_ci: 'Àà Áá Ââ Ãã Ää Åå Ææ Çç Èè Éé Êê Ëë Ìì Íí Îî Ïï Ðð Ññ Òò Óó Ôô Õõ Öö Øø Ùù Úú Ûû Üü Ýý Þþ',
  latin1_danish_ci: 'AÀÁÂÃàáâã CÇç DÐð EÈÉÊËèéêë IÌÍÎÏìíîï NÑñ OÒÓÔÕòóôõ UÙÚÛùúû YÜÝüý [ÄÆäæ ]Åå \\ÖØöø Þþ',
  latin1_spanish_ci: 'AÀÁÂÃÄÅÆàáâãäåæ CÇç DÐð EÈÉÊËèéêë IÌÍÎÏìíîï OÒÓÔÕÖØòóôõöø UÙÚÛÜùúûü YÝýÿ Ññ Þþ',
  cp1251_general_ci:
    'Ёё Ђђ Ѓѓ Єє Ѕѕ Іі Її Јј Љљ Њњ Ћћ Ќќ Ўў Џџ Аа Бб Вв Гг Дд Ее Жж Зз Ии Йй Кк Лл Мм Нн Оо Пп Рр Сс Тт Уу Фф Хх Цц Чч Шш Щщ Ъъ Ыы Ьь Ээ Юю Яя Ґґ',
}

const unicodeSets = '(?:utf8|utf8mb3|utf8mb4|ucs2|utf16|utf16le|utf32)_'
const inUnicode = new RegExp(`^(?:${unicodeSets}|uca1400_)`)
const general = new RegExp(`^${unicodeSets}general_(?:nopad_)?ci$`)
const unicode4 = new RegExp(`^${unicodeSets}unicode_(?:nopad_)?ci$`)
const unicode5 = new RegExp(`^${unicodeSets}unicode_520_(?:nopad_)?ci$`)
const unicode9 = new RegExp(`^${unicodeSets}0900_ai_ci$`)
const unicode14 = new RegExp(`^(?:${unicodeSets})?uca1400_(?:nopad_)?ai_ci$`)
const unpaddedNames = /_nopad_|_0900_/
const exactNames = /_cs(?:_|$)/

/** Removes case and accents. Texts that any collation considers equal mostly become the same. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()

/** Letters that collations of Unicode compare alike: Latin, Greek, Cyrillic and Armenian. All others stay as they are. */
const letters =
  /[\u00b5\u00c0-\u017f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01de-\u01e1\u01e6-\u01ed\u01f8-\u01fb\u0200-\u021b\u0226-\u0233\u0386\u0388-\u03ce\u0400-\u0481\u0490-\u04bf\u04d0-\u04f5\u0531-\u0556\u0561-\u0586\u1e00-\u1e99\u1ea0-\u1ef9]/g

const inUpperCase = (text: string): string => text.replaceAll(/[a-z]+/g, (found) => found.toUpperCase())

/** Returns a letter without case. Some letters have no single counterpart, such as `ß` and `ı`. */
function withoutCase(letter: string): string {
  const upper = letter.toUpperCase()
  return upper.length === 1 && upper.toLowerCase() === letter ? upper : letter
}

function plainLetter(letter: string): string {
  const plain = withoutAccents(letter)
  return plain.length === 1 ? plain : letter
}

/** Removes case and accents, except the accents of some letters. */
const foldExcept = (kept: string): ((text: string) => string) => {
  const folds = new Map(Array.from(kept + kept.toUpperCase(), (letter) => [letter, withoutCase(letter)]))
  return (text) =>
    inUpperCase(text).replaceAll(letters, (letter) => {
      let fold = folds.get(letter)
      if (fold === undefined) folds.set(letter, (fold = plainLetter(letter)))
      return fold
    })
}

const equalBeyondBasic = (text: string): string => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** Letters of Cyrillic that are letters of their own in some versions of Unicode. */
const ownCyrillic = 'йїѓќўѷӑӓӗӛӝӟӥӧӫӭӱӳӵӹ'
const foldShort = foldExcept('й')
const foldCyrillic = foldExcept(ownCyrillic)

/** In these collations, ß is an S, accents that are characters count, and all characters of four bytes are equal. */
const foldGeneral = (text: string): string => foldShort(equalBeyondBasic(text.replaceAll('ß', 's')))

const isDotless = (text: string): string => text.replaceAll('ı', '\ue001')

/** In Unicode's collations, ı is not an I, and accents that are characters do not count. */
const expanded = (text: string): string =>
  isDotless(text)
    .replaceAll(/[\u0300-\u0357\ufe00-\ufe0f]/g, '')
    .replaceAll(/[œŒ]/g, 'oe')
    .replaceAll('ß', 'ss')

const strokes: ReadonlyMap<string, string> = new Map(
  ['dðđĐÐ', 'hħĦ', 'lłŁŀĿ', 'oøØ'].flatMap(([letter = '', ...others]) => others.map((one) => [one, letter])),
)

/** Later versions of Unicode compare letters with strokes without them. */
const expandedLater = (text: string): string =>
  expanded(text)
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll('ẞ', 'ss')
    .replaceAll(/[ðđĐÐħĦłŁŀĿøØ]/g, (letter) => strokes.get(letter) ?? letter)

/** In the collations of a language, only case surely does not count. */
const foldCase = (text: string): string =>
  inUpperCase(text).replaceAll(/[\u00c0-\u017f\u0391-\u03c9\u0400-\u045f]/g, withoutCase)

/** Letters without case, if a collation has exceptions. */
const caseless: readonly (readonly [RegExp, RegExp])[] = [
  [/turkish|_tr_|_az_|latin5/, /[a-hj-z]+/g],
  [/^cp866_/, /[a-ik-z]+/g],
  [/^latin7_/, /[a-su-z]+/g],
]

/** Returns how texts compare in a collation that is not known exactly. */
function foldOfUnknown(name: string): (text: string) => string {
  if (exactNames.test(name)) return (text) => text
  const [, basic = /[a-z]+/g] = caseless.find(([names]) => names.test(name)) ?? []
  const isUsual = basic.test('i') && inUnicode.test(name)
  basic.lastIndex = 0
  return isUsual ? foldCase : (text) => text.replaceAll(basic, (found) => found.toUpperCase())
}

function grouped(spelled: string): (text: string) => string {
  const heads = new Map(spelled.split(' ').flatMap(([head = '', ...others]) => others.map((one) => [one, head])))
  return (text) =>
    text.replaceAll(
      /[a-z\u0080-\uffff]/g,
      (letter) => heads.get(letter) ?? (letter < '\u0080' ? letter.toUpperCase() : letter),
    )
}

function foldOf(name: string): ((text: string) => string) | null {
  const usual = name.replace('_nopad', '')
  const spelled = Object.hasOwn(groups, usual) ? groups[usual] : undefined
  if (spelled !== undefined) return grouped(spelled)
  if (general.test(name)) return foldGeneral
  if (unicode4.test(name)) return (text) => foldCyrillic(expanded(equalBeyondBasic(text)))
  if (unicode5.test(name)) return (text) => foldCyrillic(expandedLater(text))
  if (unicode9.test(name)) return (text) => foldCyrillic(expandedLater(text.normalize('NFC')))
  return unicode14.test(name) ? (text) => foldShort(expandedLater(text.normalize('NFC'))) : null
}

/** The default collations of character sets. They are the same in every server. */
const defaults: ReadonlyMap<string, string> = new Map([
  ['latin1', 'latin1_swedish_ci'],
  ['cp1251', 'cp1251_general_ci'],
])

const foldDefaults = foldExcept(`${ownCyrillic}äåöü`)

/** Removes case and accents that do not count in any default collation of a server. */
export const foldUndeclared = (text: string): string =>
  text
    .split(/([ıšŠžŽœŒÿŸ]+)/)
    .map((part, at) => (at % 2 === 1 ? part : foldDefaults(part)))
    .join('')

/** The default collations of UTF-8 differ in servers. They agree on most letters. */
const undeclaredUnicode: Folding = {
  fold: (text) => foldCyrillic(isDotless(text)),
  isPadded: true,
  isPartial: true,
}

const foldings = new Map<string, Folding>()

function folding(name: string): Folding {
  const fold = foldOf(name)
  const isPadded = !unpaddedNames.test(name)
  return fold === null ? { fold: foldOfUnknown(name), isPadded, isPartial: true } : { fold, isPadded }
}

/** Returns the way in which the server compares the text of a column, or null if nothing declares it. */
export function foldingOf({
  collation,
  charset,
}: {
  readonly collation?: string | null | undefined
  readonly charset: string | null
}): Folding | null {
  const set = charset?.toLowerCase() ?? null
  const name = (collation ?? (set === null ? undefined : (defaults.get(set) ?? `${set}_`)))?.toLowerCase()
  if (name === undefined) return null
  if (collation == null && inUnicode.test(name)) return undeclaredUnicode
  let found = foldings.get(name)
  if (found === undefined) foldings.set(name, (found = folding(name)))
  return found
}
