import { escaped } from './delimiter-candidates.ts'
import { splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'

const quotedOnOneLine = /(?<![\p{L}\p{N}"])"(?:[^"\r\n]|"")*"(?![\p{L}\p{N}"])/gu

/**
 * Tests for quoted fields that contain the delimiter, so that the text cannot be read without quotes. One field is
 * enough if no quote has another meaning: a list of names with one `"Smith, Ann"`, or texts of many lines.
 */
export function quotesProtect(text: string, delimiter: string): boolean {
  const onOneLine = headOf(text).match(quotedOnOneLine) ?? []
  const { quoted, stray, holding, doubling } = quotedFields(text, delimiter, '"')
  // Only quoting doubles the quotes inside a field. A quote that stays open elsewhere is damage.
  if (doubling > 0 && stray <= doubling * 2) return true
  if (onOneLine.filter((field) => field.includes(delimiter)).length > 1) return quoted > 1 && quoted > stray
  return holding > 0 && stray === 0 && areEven(splitRows(text, delimiter, '"', null))
}

const doubledQuotes = /^"[^\r\n]*[^"]""[^"][^\r\n]*"$/

/** Tests whether every occurrence of a character other than the delimiter is inside quotes. */
export const quotesHoldAll = (text: string, delimiter: string, character: string): boolean =>
  !quotedFields(text, delimiter, '"').outside.includes(character)

/** Tests for fields that begin with a quote but do not end with it: `"Anton" & Sons`. */
export function quotesNothing(text: string, delimiter: string): boolean {
  if (text.includes('\\"')) return false
  const { quoted, stray } = quotedFields(text, delimiter, '"')
  return stray > 2 && stray > quoted * 2
}

/**
 * Tests for fields that begin and end with an apostrophe or a backtick. One field is enough if it contains the delimiter
 * or the end of a line.
 */
export function quotesFields(text: string, delimiter: string, quote: string): boolean {
  const { quoted, holding, stray } = quotedFields(text, delimiter, quote)
  if (quoted > 1 && quoted > stray) return true
  return holding > 0 && stray === 0 && areEven(splitRows(text, delimiter, quote, null))
}

interface QuotedFields {
  /**
   * The number of fields that begin and end with a quote, even if inner quotes are not doubled. The next field counts
   * those that contain the delimiter or the end of a line.
   */
  readonly quoted: number
  readonly holding: number
  /** The number of quoted fields on one line that contain doubled quotes. */
  readonly doubling: number
  /** The number of fields that only begin with a quote, each counted twice. */
  readonly stray: number
  /** The text outside of all quotes. */
  readonly outside: string
}

export function quotedFields(text: string, delimiter: string, quote: string): QuotedFields {
  const head = headOf(text)
  // Detection calls this for every possible delimiter, and most texts have no quotes.
  if (!head.includes(quote)) return { quoted: 0, holding: 0, doubling: 0, stray: 0, outside: head }
  const separator = escaped(delimiter)
  const opening = new RegExp(`(?<=^|[\\r\\n]|${separator})${quote}`, 'g')
  const field = new RegExp(
    `(?<=^|[\\r\\n]|${separator})${quote}(?:[^${quote}]|${quote}${quote})*${quote}(?=$|[\\r\\n]|${separator})`,
    'g',
  )
  const regular = head.match(field) ?? []
  const irregular: string[] = []
  const rest = head.replaceAll(field, '').replaceAll(enclosedBy(quote, separator), (one: string) => {
    if (quotesWordsAlone(one, quote)) return one
    irregular.push(one)
    return ''
  })
  const fields = [...regular, ...irregular]
  // The head may end inside a field.
  const unended = `${opening.source}(?:[^${quote}]|${quote}${quote})*${quote}?$`
  const cut = head.length < text.length ? rest.search(new RegExp(unended)) : -1
  const isCut = cut >= 0 && cut === rest.search(opening)
  return {
    quoted: fields.length,
    holding: fields.filter((one) => one.includes(delimiter) || /[\r\n]/.test(one)).length,
    doubling: regular.filter((one) => doubledQuotes.test(one)).length,
    stray: isCut ? 0 : (rest.match(opening)?.length ?? 0) * 2,
    outside: isCut ? rest.slice(0, cut) : rest,
  }
}

/** The maximum length of such a field. The search for the end of a longer one would run once for each of its quotes. */
const enclosedMax = 2000

/** Matches a field on one line that begins and ends with a quote, with any quotes between them: `"Ann "Annie" Lee"`. */
const enclosedBy = (quote: string, separator: string): RegExp =>
  new RegExp(`(?<=^|[\\r\\n]|${separator})${quote}[^\\r\\n]{0,${enclosedMax}}?${quote}(?=$|[\\r\\n]|${separator})`, 'g')

/**
 * Tests whether the quotes at the ends of a field are not a pair. In `"A" or "B"`, the first inner quote closes a word
 * and the last one opens another, so each word has its own pair.
 */
function quotesWordsAlone(field: string, quote: string): boolean {
  const within = field.slice(1, -1)
  const [first, last] = [within.indexOf(quote), within.lastIndexOf(quote)]
  return first < last && !isGap(within[first - 1]) && !isGap(within[last + 1])
}

const isGap = (character: string | undefined): boolean => character === undefined || /\s/.test(character)

/** Returns enough text to find out how a quote is used. */
const headOf = (text: string): string => text.slice(0, 20_000)
