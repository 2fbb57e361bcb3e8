import { escaped } from './delimiter-candidates.ts'
import { splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'

const quotedOnOneLine = /(?<![\p{L}\p{N}"])"(?:[^"\r\n]|"")*"(?![\p{L}\p{N}"])/gu

/**
 * Quoted fields that hold the delimiter: without quotes the text is not to be read. One is enough where no quote stands for anything
 * else: a list of names, and one of them `"Smith, Ann"`; or texts of many lines.
 */
export function quotesProtect(text: string, delimiter: string): boolean {
  const onOneLine = headOf(text).match(quotedOnOneLine) ?? []
  const { quoted, stray, holding, doubling } = quotedFields(text, delimiter, '"')
  // Only quoting doubles the quotes within a field. A quote that stays open elsewhere is damage.
  if (doubling > 0 && stray <= doubling * 2) return true
  if (onOneLine.filter((field) => field.includes(delimiter)).length > 1) return quoted > 1 && quoted > stray
  return holding > 0 && stray === 0 && areEven(splitRows(text, delimiter, '"', null))
}

const doubledQuotes = /^"[^\r\n]*[^"]""[^"][^\r\n]*"$/

/** Whether every occurrence of a character that is not the delimiter is within quotes. */
export const quotesHoldAll = (text: string, delimiter: string, character: string): boolean =>
  !quotedFields(text, delimiter, '"').outside.includes(character)

/** Fields begin with a quote, and it does not end them: `"Anton" & Sons`. */
export function quotesNothing(text: string, delimiter: string): boolean {
  if (text.includes('\\"')) return false
  const { quoted, stray } = quotedFields(text, delimiter, '"')
  return stray > 2 && stray > quoted * 2
}

/** An apostrophe or a backtick quotes only where fields begin and end with it. */
export function quotesFields(text: string, delimiter: string, quote: string): boolean {
  const { quoted, stray } = quotedFields(text, delimiter, quote)
  return quoted > 1 && quoted > stray
}

interface QuotedFields {
  /** Fields that a quote opens and closes, also around quotes that are not doubled, and those that hold the delimiter. */
  readonly quoted: number
  readonly holding: number
  /** Quoted fields of one line that have doubled quotes within. */
  readonly doubling: number
  /** Fields that it only opens, each for two. */
  readonly stray: number
  /** The text outside of all quotes. */
  readonly outside: string
}

export function quotedFields(text: string, delimiter: string, quote: string): QuotedFields {
  const head = headOf(text)
  // Asked of every delimiter that a text may have, and most texts have no quotes.
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
  // The head may end within a field.
  const unended = `${opening.source}(?:[^${quote}]|${quote}${quote})*${quote}?$`
  const cut = head.length < text.length ? rest.search(new RegExp(unended)) : -1
  const isCut = cut >= 0 && cut === rest.search(opening)
  return {
    quoted: fields.length,
    holding: fields.filter((one) => one.includes(delimiter)).length,
    doubling: regular.filter((one) => doubledQuotes.test(one)).length,
    stray: isCut ? 0 : (rest.match(opening)?.length ?? 0) * 2,
    outside: isCut ? rest.slice(0, cut) : rest,
  }
}

/** The search for the end of a longer field would run once for each of its quotes. */
const enclosedMax = 2000

/** A field on one line that a quote opens and closes, whatever quotes stand between: `"Ann "Annie" Lee"`. */
const enclosedBy = (quote: string, separator: string): RegExp =>
  new RegExp(`(?<=^|[\\r\\n]|${separator})${quote}[^\\r\\n]{0,${enclosedMax}}?${quote}(?=$|[\\r\\n]|${separator})`, 'g')

/**
 * The quotes within a field tell whether those at its ends are a pair. In `"A" or "B"` the first one within closes a word and the
 * last one opens another, so each word has its own pair.
 */
function quotesWordsAlone(field: string, quote: string): boolean {
  const within = field.slice(1, -1)
  const [first, last] = [within.indexOf(quote), within.lastIndexOf(quote)]
  return first < last && !isGap(within[first - 1]) && !isGap(within[last + 1])
}

const isGap = (character: string | undefined): boolean => character === undefined || /\s/.test(character)

/** Enough to tell what a quote is for. */
const headOf = (text: string): string => text.slice(0, 20_000)
