import { commentLines, withoutLines } from './comment-lines.ts'
import { type DelimiterCandidate, delimiterCandidates, escaped, letterCandidates } from './delimiter-candidates.ts'
import { type EscapeCharacter, escapeOf, escapesSeparators, splitRows } from './split-rows.ts'

/** How a delimited text separates and quotes. One character each; the delimiter may be several. */
export interface TextDialect {
  readonly delimiter: string
  readonly quote: Quote
  /** `doubled`: two quotes are one; `backslash`, `nul`: that character takes the next one as it is. */
  readonly escape: 'doubled' | 'backslash' | 'nul'
  /** Lines of comments before the table. */
  readonly commentLines: number
  /** A first line that only says `sep=;`. */
  readonly hasSeparatorLine: boolean
  /** Spaces stand beside every delimiter, outside the quotes: they are nobody's data. */
  readonly isPadded: boolean
  /** Every line ends with a delimiter that separates nothing. */
  readonly trailingDelimiter: boolean
}

type Quote = '"' | "'" | '`' | null

/** The head's rows as one delimiter and one quote make them. */
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
/** Below this a reading is no table worth the name. */
const tableScoreMin = 0.3
const scoreMax = 1

/**
 * Tries every delimiter with every quote on the head of the text and keeps the reading that looks most like a table:
 * rows of one width, of more than one column, whose cells look like values. `given` is what the spec says already.
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
    commentLines: comments,
    hasSeparatorLine: separatorLine !== null,
    // In every row of the head: the last column's first value may be far below.
    trailingDelimiter:
      endWithDelimiter(rows) &&
      endWithDelimiter(splitRows(rowsText, delimiter, quote, escape, Number.POSITIVE_INFINITY)),
  }
}

const givenReading = (text: string, delimiter: string): Reading =>
  bestOf(text, asGiven(text, delimiter))?.reading ?? readingOf(text, delimiter, '"')

/** The delimiter that the spec names, with the spaces that the file may have put beside it. */
function asGiven(text: string, delimiter: string): DelimiterCandidate[] {
  const padded = delimiterCandidates(text).filter((one) => one.delimiter.trim() === delimiter)
  return padded.length > 0 ? padded : [{ delimiter, weight: 1, mustFit: false }]
}

function bestReading(text: string): Reading {
  const best = bestOf(text, delimiterCandidates(text))
  if (best !== null && splitsValues(text, best.reading)) return oneColumn(text)
  if (best !== null && best.score >= tableScoreMin) return best.reading
  const letters = bestOf(text, letterCandidates(text))
  return ((letters?.score ?? 0) > (best?.score ?? 0) ? letters : best)?.reading ?? oneColumn(text)
}

const money = String.raw`[-+(]?(?:[$€£]\s?)?\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d+)?\s?[%€)]?`
const decimal = String.raw`[-+]?\d+(?:[.,]\d+)?\s?[%€]?`
const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:[.,]\d+)?)?`
const oneValue = new RegExp(`^(?:${money}|${decimal}|${moment})$`)

/** Every line below the first is a value by itself, and the delimiter is a part of it: `$1,200.00`, `3,50`, a day and its time. */
function splitsValues(text: string, { delimiter, rows }: Reading): boolean {
  if (delimiter !== ' ' && rows[0]?.length !== 1) return false
  const [, ...values] = text.split(/\r\n|\r|\n/).filter((line) => line !== '')
  return values.length > 0 && values.every((line) => oneValue.test(line))
}

/** No table: each line is a value, of which the delimiter must not take a part. */
function oneColumn(text: string): Reading {
  const { quoted, stray } = quotedFields(text, ',', '"')
  const isOneLine = !/[\r\n]./.test(text)
  const quote = stray > quoted && !isOneLine ? null : '"'
  const readings = [',', ';', '\t', '|', '\u001f'].map((delimiter) => readingOf(text, delimiter, quote))
  const whole = readings.find(({ rows }) => rows[0]?.length === 1 && areEven(rows))
  return whole ?? (readings[0] as Reading)
}

/** Null where nothing makes a table of the text. */
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

function readingOf(text: string, delimiter: string, quote: Quote): Reading {
  const escape = escapeCharacter(text, delimiter, quote)
  return { delimiter, quote, escape, rows: splitRows(text, delimiter, quote, escape) }
}

function escapeCharacter(text: string, delimiter: string, quote: Quote): EscapeCharacter {
  const ofQuotes = quote === null ? null : escapeOf(text, quote, delimiter)
  return ofQuotes ?? (escapesSeparators(text, delimiter, quote) ? '\\' : null)
}

function escapeName(escape: EscapeCharacter): TextDialect['escape'] {
  if (escape === null) return 'doubled'
  return escape === '\\' ? 'backslash' : 'nul'
}

const quotedOnOneLine = /(?<![\p{L}\p{N}"])"(?:[^"\r\n]|"")*"(?![\p{L}\p{N}"])/gu

/**
 * Quoted fields that hold the delimiter: without quotes the text is not to be read. One is enough where no quote stands for anything
 * else: a list of names, and one of them `"Smith, Ann"`; or texts of many lines.
 */
function quotesProtect(text: string, delimiter: string): boolean {
  const onOneLine = headOf(text).match(quotedOnOneLine) ?? []
  const { quoted, stray, holding } = quotedFields(text, delimiter, '"')
  if (onOneLine.filter((field) => field.includes(delimiter)).length > 1) return quoted > 1 && quoted > stray
  return holding > 0 && stray === 0 && areEven(splitRows(text, delimiter, '"', null))
}

const areEven = (rows: readonly string[][]): boolean => rows.every((row) => row.length === rows[0]?.length)

/** Fields begin with a quote, and it does not end them: `"Anton" & Sons`. */
function quotesNothing(text: string, delimiter: string): boolean {
  if (!text.includes('"') || text.includes('\\"')) return false
  const { quoted, stray } = quotedFields(text, delimiter, '"')
  return stray > 2 && stray > quoted * 2
}

/** An apostrophe or a backtick quotes only where fields begin and end with it. */
function quotesFields(text: string, delimiter: string, quote: string): boolean {
  const { quoted, stray } = quotedFields(text, delimiter, quote)
  return quoted > 1 && quoted > stray
}

interface QuotedFields {
  /** Fields that a quote opens and closes, and those of them that hold the delimiter. */
  readonly quoted: number
  readonly holding: number
  /** Fields that it only opens, each for two. */
  readonly stray: number
}

function quotedFields(text: string, delimiter: string, quote: string): QuotedFields {
  const separator = escaped(delimiter)
  const opening = new RegExp(`(?<=^|[\\r\\n]|${separator})${quote}`, 'g')
  const field = new RegExp(
    `(?<=^|[\\r\\n]|${separator})${quote}(?:[^${quote}]|${quote}${quote})*${quote}(?=$|[\\r\\n]|${separator})`,
    'g',
  )
  const head = headOf(text)
  const fields = head.match(field) ?? []
  const rest = head.replaceAll(field, '')
  // The head may end within a field.
  const isCut = head.length < text.length && rest.lastIndexOf(quote) === rest.search(opening)
  return {
    quoted: fields.length,
    holding: fields.filter((one) => one.includes(delimiter)).length,
    stray: isCut ? 0 : (rest.match(opening)?.length ?? 0) * 2,
  }
}

/** Enough to tell what a quote is for. */
const headOf = (text: string): string => text.slice(0, 20_000)

function endWithDelimiter(rows: readonly string[][]): boolean {
  const several = rows.filter((row) => row.length > 1)
  return several.length > 1 && several.every((row) => row.at(-1) === '')
}

/** The most usual first: nearly every value is of the first two. */
const valueShapes: readonly RegExp[] = [
  /^(?:[\p{L}\p{N}_ .'’()&/#-]|, )+$/u,
  /^$/,
  /^[-+]?\d[\d .,'_]*(?:[eE][-+]?\d+)?%?$/,
  /^[$€£]\s?-?[\d.,]+$/,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
  /^(?:true|false|yes|no|null|n\/a|na|nan)$/i,
  /^[^\s,;|\t"]+@[^\s,;|\t"]+$/,
  /^[a-z]+:\/\/\S+$/i,
]

const looksLikeValue = (cell: string): boolean => valueShapes.some((shape) => shape.test(cell.trim()))

/**
 * Pattern times type: how regular the widths are, how many columns, and what share of the cells looks like values. A wrong
 * delimiter gives ragged rows; a wrong quote leaves marks at the cells' ends. Cells are not looked at where the pattern
 * alone says that the score is not above `wanted`.
 */
function tableScore(rows: readonly string[][], quote: string | null, mustFit: boolean, wanted: number): number {
  if (rows.length === 0) return 0
  const widths = new Map<number, number>()
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
  const [width, agreeing] = [...widths]
    .filter(([size]) => size > 1)
    .toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  if (width < 2 || (mustFit && (rows[0]?.length !== width || agreeing < rows.length * 0.9))) return 0
  if (agreeing * 2 < rows.length && !standTogether(rows, width, agreeing)) return 0
  // Names are separated as the values are, if no titles stand above them.
  const regular = (agreeing / rows.length) ** 1.5 * (rows[0]?.length === width ? 1 : 0.7)
  const breadth = 1 - 1 / width
  if (regular * breadth <= wanted) return 0
  return regular * breadth * plainness(rows, quote)
}

/** What share of the cells looks like values; a quote at one end of a cell speaks against the reading. */
function plainness(rows: readonly string[][], quote: string | null): number {
  let cells = 0
  let plain = 0
  for (const row of rows) {
    for (const cell of row) {
      cells++
      const isQuoted = quote !== null && cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote)
      if (isQuoted) plain += 1
      else if (/^["']|["']$/.test(cell)) plain += 0.1
      else if (looksLikeValue(cell)) plain += 1
      else plain += 0.4
    }
  }
  return plain / cells
}

/** The rows of a table stand together, whatever is above and below; sentences have the same number of commas here and there. */
function standTogether(rows: readonly string[][], width: number, count: number): boolean {
  const agrees = (at: number): boolean => rows[at]?.length === width
  if (count === 1) return agrees(0) || agrees(rows.length - 1)
  const together = rows.filter((_, at) => agrees(at) && (agrees(at - 1) || agrees(at + 1)))
  return together.length >= count * 0.75
}
