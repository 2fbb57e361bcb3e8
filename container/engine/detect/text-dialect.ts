import { commentLines, withoutLines, withoutMarkedLines } from './comment-lines.ts'
import {
  type DelimiterCandidate,
  delimiterCandidates,
  examinedLines,
  letterCandidates,
} from './delimiter-candidates.ts'
import { areCellsOfRows, areSpacedCells } from './even-table.ts'
import { areFilePaths } from './file-paths.ts'
import { linesOf } from './lines.ts'
import { isList } from './lists.ts'
import { isLog, isLogfmt } from './log-lines.ts'
import { isColumnOfSentences } from './prose.ts'
import { quotedFields, quotesFields, quotesHoldAll, quotesNothing, quotesProtect } from './quote-evidence.ts'
import { type EscapeCharacter, escapeOf, escapesSeparators, splitRows } from './split-rows.ts'
import { areEven, tableScore } from './table-score.ts'

/** The CSV format of a delimited text. Quotes have one character, and the delimiter may have several. */
export interface TextDialect {
  readonly delimiter: string
  readonly quote: Quote
  /** With `doubled`, two quotes mean one. With `backslash` and `nul`, the character after the escape is literal. */
  readonly escape: 'doubled' | 'backslash' | 'nul'
  /** Whether backslashes that are not before a quote or a separator belong to the values. */
  readonly keepsBackslashes: boolean
  /** The number of comment lines before the table. */
  readonly commentLines: number
  /** Whether the first line only contains `sep=;`. */
  readonly hasSeparatorLine: boolean
  /** Whether every delimiter outside quotes has spaces next to it, which are not data. */
  readonly isPadded: boolean
  /** Whether every line ends with a delimiter that separates nothing. */
  readonly trailingDelimiter: boolean
}

type Quote = '"' | "'" | '`' | null

/** The rows of the head for one delimiter and one quote. */
interface Reading {
  readonly delimiter: string
  readonly quote: Quote
  readonly escape: EscapeCharacter
  readonly rows: readonly string[][]
}
interface Best {
  readonly score: number
  readonly reading: Reading
}

const quotes: readonly Quote[] = ['"', "'", '`', null]
/** A reading with a lower score is not a table. */
const tableScoreMin = 0.3
const scoreMax = 1

/**
 * Tries every delimiter with every quote on the head of the text, and keeps the reading that looks most like a table:
 * rows of one width, with more than one column, whose cells look like values. `given` contains the settings of the
 * spec.
 */
export function detectDialect(head: string, given: string | null): TextDialect {
  const separatorLine = /^(["']?)sep=(.+?)\1\r?\n/i.exec(head)
  const body = separatorLine === null ? head : head.slice(separatorLine[0].length)
  const fixed = given ?? separatorLine?.[2] ?? null
  const comments = commentLines(body)
  const rowsText = withoutLines(body, comments)
  const { delimiter, quote, escape, rows } = fixed === null ? bestReading(rowsText) : givenReading(rowsText, fixed)
  const plain = delimiter.trim() === '' ? delimiter : delimiter.replaceAll(/^ +| +$/g, '')
  return {
    delimiter: plain,
    isPadded: plain !== delimiter,
    quote,
    escape: escapeName(escape),
    keepsBackslashes: escape === '\\' && hasPlainBackslash(rowsText),
    commentLines: comments,
    hasSeparatorLine: separatorLine !== null,
    // Every row of the head must end with one, because the first value of the last column may come much later. Without
    // a row of names, an empty last column is a normal one.
    trailingDelimiter:
      endWithDelimiter(rows) &&
      rows.slice(0, headRowsMax).some(isOfNames) &&
      endWithDelimiter(splitRows(rowsText, delimiter, quote, escape, Number.POSITIVE_INFINITY)),
  }
}

const givenReading = (text: string, delimiter: string): Reading =>
  bestOf(text, asGiven(text, delimiter))?.reading ?? readingOf(text, delimiter, '"')

/** Returns the delimiter in the spec, with the spaces that the file may have next to it. */
function asGiven(text: string, delimiter: string): DelimiterCandidate[] {
  const padded = delimiterCandidates(text).filter((one) => one.delimiter.trim() === delimiter)
  return padded.length > 0 ? padded : [{ delimiter, weight: 1, mustFit: false }]
}

function bestReading(text: string): Reading {
  const rows = withoutMarkedLines(text)
  if (isOneColumn(rows)) return oneColumn(text)
  const best = bestOf(rows, delimiterCandidates(rows))
  const spaced = spacedReading(rows, best?.reading.rows ?? [])
  if (spaced !== null) return spaced
  if (best !== null && isOfLines(rows, best.reading)) return oneColumn(text)
  const even = best === null ? null : evenReading(rows, best.reading)
  if (even !== null) return even
  if (best !== null && best.score >= tableScoreMin) return best.reading
  if (isLog(examinedLines(text))) return oneColumn(text)
  const letters = bestOf(text, letterCandidates(text))
  return ((letters?.score ?? 0) > (best?.score ?? 0) ? letters : best)?.reading ?? oneColumn(text)
}

/** Tests for lines whose commas and spaces belong to their text. */
const isOneColumn = (text: string): boolean =>
  isColumnOfSentences(text) || isList(text) || areFilePaths(text) || isLogfmt(text)

/** Tests whether the delimiter belongs to the lines: within their values or lists, or at the end of verses. */
const isOfLines = (text: string, reading: Reading): boolean =>
  splitsValues(text, reading) || splitsLists(reading) || endsVerses(reading)

const verseWordsMin = 3

/** Tests for lines of words that end with a comma, as opposed to one column whose lines end with a delimiter. */
const endsVerses = ({ rows }: Reading): boolean =>
  rows.length > 1 &&
  rows.every(({ length }) => length <= 2) &&
  rows.every(([words = '', rest = '']) => rest === '' && words.trim().split(/\s+/).length >= verseWordsMin)

const money = String.raw`[-+\u2212(]?(?:[$€£]\s?)?\d{1,3}(?:[.,'’\s]\d{3})*(?:[.,]\d+)?\s?[%€)]?`
const decimal = String.raw`[-+\u2212]?\d+(?:[.,]\d+)?\s?[%€]?`
const timestamp = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:[.,]\d+)?)?`
const oneValue = new RegExp(`^(?:${money}|${decimal}|${timestamp})$`)

/**
 * Tests whether every line below the first one is a single value that contains the delimiter: `$1,200.00`, `3,50`, a
 * day and its time.
 */
function splitsValues(text: string, { delimiter, rows }: Reading): boolean {
  if (delimiter !== ' ' && rows[0]?.length !== 1) return false
  const [, ...values] = linesOf(text).filter((line) => line !== '')
  return values.length > 0 && values.every((line) => oneValue.test(line))
}

/**
 * Tests for lists in one column (`tags` above `a;b`), as opposed to a table below a title: words below a single name in
 * lowercase.
 */
const splitsLists = ({ delimiter, rows: [[name = '', ...others] = [], ...lists] }: Reading): boolean =>
  (delimiter === ';' || delimiter === '|') &&
  others.length === 0 &&
  /^\p{Ll}[\p{Ll}\d_]*$/u.test(name) &&
  lists.length > 1 &&
  lists.every((list) => list.every((word) => /^[\p{L} _-]+$/u.test(word)))

/**
 * Returns a better reading for a separator that splits the values more often but leaves the names a title (`id;text`
 * above `7;a|b|c`), or keeps tabs in its cells. It must split every line, including the names, into the same number of
 * cells with content.
 */
function evenReading(text: string, { delimiter: found, rows: [first = []] }: Reading): Reading | null {
  for (const delimiter of first.length === 1 ? ['\t', '^', '~', ';', '|', ','] : ['\t', '^', '~']) {
    if (found.includes(delimiter) || !text.includes(delimiter)) continue
    // Titles also contain commas.
    if (delimiter === ',' && !quotesHoldAll(text, delimiter, found)) continue
    const reading = readingOf(text, delimiter, quotesNothing(text, delimiter) ? null : '"')
    const { rows } = reading
    const isNamed = rows[0]?.every((name) => /\p{L}/u.test(name)) === true
    const isWhole = areEven(rows) && rows.every((row) => row.length > 1 && row.every((cell) => cell.trim() !== ''))
    if (rows.length > 2 && isWhole && (isNamed || delimiter === '\t')) return reading
  }
  return null
}

const spacedRowsMin = 5
const spacedWidthMin = 3

/**
 * Returns a reading with single spaces between the cells of every row, if the values contain other common separators:
 * `"Lee, Ann" 3,5`. Without quoted cells, that requires several rows below names that only spaces separate.
 */
function spacedReading(text: string, found: Reading['rows']): Reading | null {
  if (isWholeTable(found)) return null
  const readings = (['"', "'"] as const).map((quote) => readingOf(text, ' ', quote))
  const quoted = readings.find(({ rows }) => areSpacedCells(rows))
  if (quoted !== undefined) return quoted
  const [plain = null] = readings
  const [names = []] = plain?.rows ?? []
  const areMany = (plain?.rows.length ?? 0) >= spacedRowsMin && names.length >= spacedWidthMin && found[0]?.length === 1
  return areMany && areCellsOfRows(plain?.rows ?? []) && !isLog(examinedLines(text)) ? plain : null
}

/** Tests for rows of one width in which every cell closes its quotes. */
const isWholeTable = (rows: Reading['rows']): boolean =>
  areEven(rows) &&
  (rows[0]?.length ?? 1) > 1 &&
  rows.every((row) => row.every((cell) => cell.split('"').length % 2 === 1))

/**
 * Returns a reading without a table. Each line is one value, so no delimiter splits it and its quotes have no meaning.
 */
function oneColumn(text: string): Reading {
  const isOneLine = !/[\r\n]./.test(text)
  for (const delimiter of [',', ';', '\t', '|', '\u001f']) {
    const { quoted, stray } = quotedFields(text, delimiter, '"')
    const quote = stray > quoted && !isOneLine ? null : '"'
    const reading = readingOf(text, delimiter, quote, Number.POSITIVE_INFINITY)
    if (reading.rows.every((row) => row.length === 1)) return reading
  }
  return readingOf(text, ',', '"')
}

/** Returns null if no candidate results in a table. */
function bestOf(text: string, candidates: readonly DelimiterCandidate[]): Best | null {
  let best: Best | null = null
  for (const { delimiter, weight, mustFit } of candidates) {
    if (!text.includes(delimiter)) continue
    for (const quote of quotes) {
      const wanted = ((best?.score ?? 0) * 1.0001) / weight
      if (wanted >= scoreMax) break
      if ((quote === "'" || quote === '`') && !quotesFields(text, delimiter, quote)) continue
      if (quote === null && quotesProtect(text, delimiter)) continue
      if (quote === '"' && quotesNothing(text, delimiter)) continue
      const reading = readingOf(text, delimiter, quote)
      const score = tableScore(reading.rows, quote, mustFit, wanted)
      if (score > wanted) best = { score: score * weight, reading }
    }
  }
  return best
}

function readingOf(text: string, delimiter: string, quote: Quote, rowsMax?: number): Reading {
  const escape = escapeCharacter(text, delimiter, quote)
  return { delimiter, quote, escape, rows: splitRows(text, delimiter, quote, escape, rowsMax) }
}

function escapeCharacter(text: string, delimiter: string, quote: Quote): EscapeCharacter {
  const ofQuotes = quote === null ? null : escapeOf(text, quote, delimiter)
  return ofQuotes ?? (escapesSeparators(text, delimiter, quote) ? '\\' : null)
}

function escapeName(escape: EscapeCharacter): TextDialect['escape'] {
  if (escape === null) return 'doubled'
  return escape === '\\' ? 'backslash' : 'nul'
}

/**
 * Tests for a backslash that is not an escape. A program that escapes backslashes writes none before another letter,
 * and two after the letter of a drive.
 */
const hasPlainBackslash = (text: string): boolean =>
  /\\[AC-MO-Yac-eg-mo-qsuw-z1-9]|(?<!\p{L})[A-Za-z]:\\/u.test(text.replaceAll('\\\\', ''))

/** The number of rows in which names are searched below titles and facts. */
const headRowsMax = 50

/** Tests for a name in every cell except the last one. Numbers, dates and times are not names, but years may be. */
const isOfNames = (row: readonly string[]): boolean =>
  row.length > 1 &&
  row.slice(0, -1).every((cell) => /\p{L}/u.test(cell) || /^["']?(?:1[89]|20)\d\d["']?$/.test(cell)) &&
  row.some((cell) => /^\P{N}*\p{L}/u.test(cell))

function endWithDelimiter(rows: readonly string[][]): boolean {
  const several = rows.filter((row) => row.length > 1)
  return several.length > 1 && several.every((row) => row.at(-1) === '')
}
