import { CellKind } from '../../table/row-batch.ts'
import { inWords } from '../../table/headroom.ts'
import { nullMarker } from '../../values/null-markers.ts'
import type { FormatFacts } from './candidates.ts'
import { bytesOf, type ColumnCells } from './column-cells.ts'

/** Tests for values of another kind that all look like numbers or dates. `first` is the first value. */
export const onlyLooksTyped = (first: string, cells: ColumnCells, facts: FormatFacts, name: string): boolean =>
  looksLikeCards(cells) ||
  (codeNo.test(first) && namesCodes(name) && looksLikeNorway(cells)) ||
  (isAddress(first) && looksLikeAddresses(cells)) ||
  (pair.test(first) && facts.decimal !== ',' && looksLikePairs(cells)) ||
  (version.test(first) && !saysDayFirst(facts) && looksLikeVersions(cells))

const codeNo = /^no$/i

/** The words for country and language in names of columns, in the languages of Europe, and those of ISO's codes. */
const codeWords = new Set(
  [
    'country countries countrycode ctry nation nationality iso alpha lang langs language languages languagecode langcode',
    'locale land länder ländercode landkode landkod staat sprache pays langue país pais idioma paese lingua taal språk',
    'sprog kraj język země jazyk krajina ország nyelv țară tara limba ülke dil maa kieli riik keel страна язык країна',
    'мова χώρα γλώσσα',
  ].flatMap((words) => words.split(' ')),
)

/** Tests for the name of a column with codes of countries or languages, such as `ship_country` and `langCode`. */
const namesCodes = (name: string): boolean =>
  inWords(name)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => codeWords.has(word))

/** Recognizes the code of Norway and Norwegian. A boolean column has both `yes` and `no` sooner or later. */
const looksLikeNorway = (cells: ColumnCells): boolean => everyValue(cells, (text) => codeNo.test(text))

const address = /^\d{1,3}(?:\.\d{3}){3}$/
const isAddress = (text: string): boolean => address.test(text) && text.split('.').every((part) => Number(part) <= 255)

/** Recognizes IP addresses such as `10.115.206.186`. As a number with groups, each would be above a billion. */
const looksLikeAddresses = (cells: ColumnCells): boolean => everyValue(cells, isAddress)

const decoder = new TextDecoder()

/** Tests all values as strings. Markers of missing values may be anything. */
export const everyValue = (cells: ColumnCells, test: (text: string) => boolean): boolean =>
  cells.starts.every((start, index) => {
    const bytes = bytesOf(cells, index)
    const end = cells.ends[index] as number
    return nullMarker(bytes, start, end) !== null || test(decoder.decode(bytes.subarray(start, end)))
  })

const pair = /^\(\d+,(\d+)\)$/

/**
 * Recognizes points in PostgreSQL's notation. Unless another value proves a decimal comma, `(1,2)` is two numbers, and
 * `(1,234)` may be.
 */
function looksLikePairs(cells: ColumnCells): boolean {
  let hasGroupsAlone = true
  const arePairs = everyValue(cells, (text) => {
    const found = pair.exec(text)
    if (found?.[1]?.length !== 3) hasGroupsAlone = false
    return found !== null
  })
  return arePairs && !hasGroupsAlone
}

const version = /^(\d{1,2})\.(\d{1,2})\.\d{2}$/

const saysDayFirst = ({ spec, locale }: FormatFacts): boolean =>
  spec.inference.date_order === 'day_first' || (spec.inference.date_order === 'auto' && locale?.dateOrder === 'dmy')

/**
 * Recognizes versions such as `1.20.12`. With dots, a date begins with the day, which usually has two digits. Unless a
 * value above twelve proves a day, they are versions.
 */
function looksLikeVersions(cells: ColumnCells): boolean {
  let isPadded = true
  const areVersions = everyValue(cells, (text) => {
    const found = version.exec(text)
    if (found?.[1]?.length === 1 || found?.[2]?.length === 1) isPadded = false
    return found !== null && Number(found[1]) <= 12
  })
  return areVersions && !isPadded
}

export const cardDigitsMin = 13

/** Recognizes card numbers, which are never used for arithmetic: all have 13 to 19 digits with a valid check digit. */
function looksLikeCards(cells: ColumnCells): boolean {
  if (cells.starts.length < 3) return false
  return cells.starts.every((start, index) => {
    const bytes = bytesOf(cells, index)
    const digits = (cells.ends[index] as number) - start
    return (
      digits >= cardDigitsMin &&
      digits <= 19 &&
      cells.kinds[index] !== CellKind.number &&
      hasCheckDigit(bytes, start, start + digits)
    )
  })
}

function hasCheckDigit(bytes: Uint8Array, start: number, end: number): boolean {
  let sum = 0
  for (let at = end - 1, isDoubled = false; at >= start; at--, isDoubled = !isDoubled) {
    const digit = (bytes[at] as number) - 48
    if (digit < 0 || digit > 9) return false
    const doubled = digit * 2
    sum += isDoubled ? (doubled > 9 ? doubled - 9 : doubled) : digit
  }
  return sum % 10 === 0
}
