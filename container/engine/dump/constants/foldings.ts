/** The way in which a collation compares texts, if it differs from most. */
export interface Folding {
  /** Returns a text that all equal texts share, without case. */
  readonly fold: (text: string) => string
  /** Whether spaces at the end of a text do not matter. */
  readonly isPadded: boolean
}

/** Letters beyond ASCII that collations of one byte per character consider equal. All others differ. */
const groups: Readonly<Record<string, string>> = {
  latin1_swedish_ci: 'AÀÁÂÃàáâã CÇç DÐð EÈÉÊËèéêë IÌÍÎÏìíîï NÑñ OÒÓÔÕòóôõ UÙÚÛùúû YÜÝüý [Åå ]Öö ÄÆäæ Øø Þþ',
  latin1_german1_ci: 'AÀÁÂÃÄÅÆàáâãäåæ CÇç EÈÉÊËèéêë IÌÍÎÏìíîï NÑñ OÒÓÔÕÖØòóôõöø Sß UÙÚÛÜùúûü YÝý Ðð Þþ',
  latin1_general_ci: 'Àà Áá Ââ Ãã Ää Åå Ææ Çç Èè Éé Êê Ëë Ìì Íí Îî Ïï Ðð Ññ Òò Óó Ôô Õõ Öö Øø Ùù Úú Ûû Üü Ýý Þþ',
  latin1_danish_ci: 'AÀÁÂÃàáâã CÇç DÐð EÈÉÊËèéêë IÌÍÎÏìíîï NÑñ OÒÓÔÕòóôõ UÙÚÛùúû YÜÝüý [ÄÆäæ ]Åå ÖØöø Þþ',
  latin1_spanish_ci: 'AÀÁÂÃÄÅÆàáâãäåæ CÇç DÐð EÈÉÊËèéêë IÌÍÎÏìíîï OÒÓÔÕÖØòóôõöø UÙÚÛÜùúûü YÝýÿ Ññ Þþ',
  cp1251_general_ci:
    'Ёё Ђђ Ѓѓ Єє Ѕѕ Іі Її Јј Љљ Њњ Ћћ Ќќ Ўў Џџ Аа Бб Вв Гг Дд Ее Жж Зз Ии Йй Кк Лл Мм Нн Оо Пп Рр Сс Тт Уу Фф Хх Цц Чч Шш Щщ Ъъ Ыы Ьь Ээ Юю Яя Ґґ',
}

const general = /^(?:utf8|utf8mb3|utf8mb4|ucs2|utf16|utf32)_general_(?:nopad_)?ci$/
const unicode4 = /_unicode_(?:nopad_)?ci$/
const unicode5 = /_(?:unicode_520|uca1400(?:_ai)?|0900_ai)_(?:nopad_)?(?:ai_)?ci$/
const unpaddedNames = /_nopad_|_0900_/

/** Removes case and accents, as most collations do. In all of them, й is a letter of its own. */
export const withoutAccents = (text: string): string =>
  text.replaceAll(/[йЙ]/g, '\ue000').normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()

const equalBeyondBasic = (text: string): string => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** In these collations, ß is an S, and all characters of four bytes are equal. */
const foldGeneral = (text: string): string => withoutAccents(equalBeyondBasic(text.replaceAll(/[ßẞ]/g, 's')))

/** In Unicode's collations, ı is not an I. */
const foldUnicode = (text: string): string => withoutAccents(text.replaceAll('ı', '\ue001').replaceAll(/[œŒ]/g, 'oe'))

const strokes: ReadonlyMap<string, string> = new Map(
  ['dðđĐÐ', 'hħĦ', 'lłŁŀĿ', 'oøØ'].flatMap(([letter = '', ...others]) => others.map((one) => [one, letter])),
)

/** Later versions of Unicode compare letters with strokes without them. */
const foldLater = (text: string): string =>
  foldUnicode(text.replaceAll(/[æÆ]/g, 'ae').replaceAll(/[ðđĐÐħĦłŁŀĿøØ]/g, (letter) => strokes.get(letter) ?? letter))

function grouped(spelled: string): (text: string) => string {
  const heads = new Map(spelled.split(' ').flatMap(([head = '', ...others]) => others.map((one) => [one, head])))
  return (text) =>
    text.replaceAll(
      /[a-z\u0080-\uffff]/g,
      (letter) => heads.get(letter) ?? (letter < '\u0080' ? letter.toUpperCase() : letter),
    )
}

function foldOf(name: string): ((text: string) => string) | null {
  const spelled = Object.hasOwn(groups, name) ? groups[name] : undefined
  if (spelled !== undefined) return grouped(spelled)
  if (general.test(name)) return foldGeneral
  if (unicode4.test(name)) return (text) => foldUnicode(equalBeyondBasic(text))
  return unicode5.test(name) ? foldLater : null
}

/** The default collations of character sets. They are the same in every server. */
const defaults: ReadonlyMap<string, string> = new Map([
  ['latin1', 'latin1_swedish_ci'],
  ['cp1251', 'cp1251_general_ci'],
])

const foldings = new Map<string, Folding | null>()

function folding(name: string): Folding | null {
  const fold = foldOf(name)
  const isPadded = !unpaddedNames.test(name)
  return fold === null && isPadded ? null : { fold: fold ?? withoutAccents, isPadded }
}

/**
 * Returns the way in which the server compares the text of a column, or null if that is unknown or as in most
 * collations.
 */
export function foldingOf({
  collation,
  charset,
}: {
  readonly collation?: string | null | undefined
  readonly charset: string | null
}): Folding | null {
  const name = (collation ?? defaults.get(charset?.toLowerCase() ?? ''))?.toLowerCase()
  if (name === undefined) return null
  let found = foldings.get(name)
  if (found === undefined) foldings.set(name, (found = folding(name)))
  return found
}
