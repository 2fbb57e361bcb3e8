import { inWords } from '../../table/headroom.ts'
import type { FormatFacts } from './candidates.ts'
import type { ColumnCells } from './column-cells.ts'
import { everyValue } from './look-alikes.ts'

/** Programs that format numbers write narrow spaces (U+2009, U+202F). People do not type them in telephone numbers. */
const grouped = /^[1-9]\d{1,2}([ \u00a0.])\d{3}(?:\1\d{3})+$/
const lengthMin = 'ddd ddd ddd'.length
/** Fewer different values show too little. */
const valuesMin = 3

/** Returns the words of a name in lower case, without diacritics, because many names leave them out. */
const wordsOf = (name: string): string[] => plain(inWords(name)).split(/[^\p{L}]+/u)
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const listed = (lists: readonly string[]): string[] => lists.flatMap((list) => plain(list).split(' '))

/** The words for telephones and mobile telephones, and the names of numbers of companies and taxpayers. */
const codeWords = new Set(
  listed([
    'tel fax faks telefax gsm handy mobil mobile mobiles mobilnr mobilnummer mobilfunk mobilni mobilny móvil celular',
    'cellulare cell portable portatile telemóvel komórka komórkowy matkapuhelin cep whatsapp siren nip nipc nif abn',
    'siret acn tfn orgnr orgnummer organisasjonsnummer organisationsnummer αφμ afm φαξ κινητό факс моб мобільний',
    'мобильный тел τηλ rufnummer rufnr festnetz',
  ]),
)
/**
 * Matches the end of words such as `Kundentelefon` and `Puhelinnumero`, because some languages join words, but not
 * `Telefonkosten`.
 */
const endsWithCode = /(?:telefo|telepho|phon|puheli|телефо|τηλεφω)\p{L}{0,2}(?:num\p{L}*|n[or])?$/u

const namesCodes = (name: string): boolean =>
  wordsOf(name).some((word) => codeWords.has(word) || endsWithCode.test(word))

/**
 * Recognizes telephone numbers and numbers of companies, such as `612 345 678`. All have equally many digits, nine or
 * more with `ddd ddd ddd`. Some amounts have as many, so only a column with a name for such numbers has them. `first`
 * is the first value.
 */
export function areGroupedCodes(first: string, cells: ColumnCells, { decimal }: FormatFacts, name: string): boolean {
  const separator = grouped.exec(first)?.[1]
  if (separator === undefined || first.length < lengthMin || (separator === '.' && decimal === ',')) return false
  if (!namesCodes(name)) return false
  const values = new Set<string>()
  let areRound = true
  const areGroups = everyValue(cells, (text) => {
    if (text.length !== first.length || !grouped.test(text)) return false
    values.add(text)
    if (!text.endsWith('000')) areRound = false
    return true
  })
  return areGroups && !areRound && values.size >= valuesMin
}
