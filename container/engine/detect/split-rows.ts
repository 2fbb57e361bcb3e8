import { carriageReturn, lineFeed } from '../bytes/ascii.ts'

/** The character that escapes the next one. It is null if quotes are doubled instead. */
export type EscapeCharacter = '\\' | '\0' | null

const rowsExamined = 200
const space = 32

/** Splits the head in a simple way for scoring. It drops the last row, which the head may have cut. */
export function splitRows(
  text: string,
  delimiter: string,
  quote: string | null,
  escape: EscapeCharacter,
  rowsMax = rowsExamined,
): string[][] {
  const rows: string[][] = []
  const mergesSpaces = delimiter.trim() === '' && delimiter.includes(' ')
  const [quoteCode, escapeCode, delimiterCode] = [codeOf(quote), codeOf(escape), codeOf(delimiter)]
  const separatesAt = separatorIn(text, delimiter)
  let row: string[] = []
  let from = 0
  let at = 0
  const endField = (): void => {
    // A quote that never closes counts as closed at the end of the text.
    row.push(at > text.length ? `${text.slice(from)}${quote}` : text.slice(from, at))
  }
  const afterDelimiter = (): number => {
    let next = at + delimiter.length
    if (mergesSpaces) while (text.charCodeAt(next) === space) next++
    return next
  }
  const keepRow = (): void => {
    if (mergesSpaces && row.length > 1 && row.at(-1) === '') row.pop()
    if (row.length > 1 || row[0]?.trim() !== '') rows.push(row)
    row = []
  }
  /** Blank lines are not rows, and a file may have a hundred thousand of them. */
  const passBlankLines = (): void => {
    while (text.charCodeAt(at) === lineFeed) at++
    from = at
  }
  const keepLast = (): void => {
    const isOpen = rows.length < rowsMax && at >= text.length && (at > from || row.length > 0)
    if (rows.length > 0 && !isOpen) return
    endField()
    keepRow()
  }
  const hasPlainLines = !mergesSpaces && (delimiter.length === 1 || !isOneLetter(delimiter))
  while (at < text.length && rows.length < rowsMax) {
    const isAtLine = hasPlainLines && row.length === 0 && at === from
    const line = isAtLine ? plainLine(text, at, quote, escape) : null
    if (line !== null) {
      row = line.replace('\r', '').split(delimiter)
      keepRow()
      at += line.length + 1
      passBlankLines()
      continue
    }
    const code = text.charCodeAt(at)
    if (code === quoteCode && at === from) at = closingQuote(text, at + 1, quoteCode, escapeCode) + 1
    else if (code === escapeCode && at + 1 < text.length) at += 2
    else if (code === lineFeed || code === carriageReturn) {
      endField()
      keepRow()
      at += isCrLf(text, at) ? 2 : 1
      passBlankLines()
    } else if (code === delimiterCode && separatesAt(at)) {
      endField()
      at = afterDelimiter()
      from = at
    } else at++
  }
  keepLast()
  return rows
}

/** Tests for delimiters such as `aa`, whose end is ambiguous. */
const isOneLetter = (delimiter: string): boolean => delimiter.replaceAll(delimiter.charAt(0), '') === ''

const isCrLf = (text: string, at: number): boolean =>
  text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed

/** Returns the line that begins at `at`, without its line feed, if only the delimiter has a meaning in it. */
function plainLine(text: string, at: number, quote: string | null, escape: EscapeCharacter): string | null {
  const end = text.indexOf('\n', at)
  if (end < 0) return null
  const line = text.slice(at, end)
  const hasQuote = quote !== null && line.includes(quote)
  const hasEscape = escape !== null && line.includes(escape)
  return hasQuote || hasEscape || /\r[^]/.test(line) ? null : line
}

/**
 * Returns the way in which quotes inside quotes are written. A backslash before a quote may also end a Windows path. It
 * counts as an escape only if more quoted fields then end at a separator.
 */
export function escapeOf(text: string, quote: string, delimiter: string): EscapeCharacter {
  for (const escape of ['\\', '\0'] as const) {
    if (!text.includes(escape + quote)) continue
    if (strayEnds(text, quote, delimiter, escape) < strayEnds(text, quote, delimiter, null)) return escape
  }
  return null
}

/** Tests for backslashes before separators outside quotes. They only count if they make ragged rows even. */
export function escapesSeparators(text: string, delimiter: string, quote: string | null): boolean {
  if (!text.includes(`\\${delimiter}`)) return false
  const share = (escape: EscapeCharacter): number => {
    const widths = splitRows(text, delimiter, quote, escape).map((row) => row.length)
    return widths.filter((width) => width === widths[0]).length / Math.max(1, widths.length)
  }
  return share('\\') === 1 && share(null) < 1
}

/** Counts quoted fields that continue after their closing quote or never close, and fields that only end with one. */
function strayEnds(text: string, quote: string, delimiter: string, escape: EscapeCharacter): number {
  const [quoteCode, escapeCode, delimiterCode] = [codeOf(quote), codeOf(escape), codeOf(delimiter)]
  const separatesAt = separatorIn(text, delimiter)
  const separates = (at: number): boolean => text.charCodeAt(at) === delimiterCode && separatesAt(at)
  const endsAt = (at: number): boolean =>
    at >= text.length || text.charCodeAt(at) === lineFeed || text.charCodeAt(at) === carriageReturn || separates(at)
  let strays = 0
  let atStart = true
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (atStart && code === quoteCode) {
      at = closingQuote(text, at + 1, quoteCode, escapeCode) + 1
      let after = at
      while (text.charCodeAt(after) === space && !separates(after)) after++
      if (at > text.length || !endsAt(after)) strays++
      atStart = false
      continue
    }
    if (code === quoteCode && endsAt(at + 1)) strays++
    const isSeparator = separates(at)
    atStart = isSeparator || code === lineFeed || code === carriageReturn
    at += isSeparator ? delimiter.length : 1
  }
  return strays
}

/**
 * Returns a test for the places where the delimiter separates. In `aaa` with the delimiter `aa`, the first letter ends
 * a value (`Ada`, then `Paris`), unless lowercase letters follow. In that case, the last letter begins a value (`town`,
 * then `amount`).
 */
function separatorIn(text: string, delimiter: string): (at: number) => boolean {
  const [character = ''] = delimiter
  const isRepeated = delimiter.length > 1 && isOneLetter(delimiter)
  // A sequence of delimiters may be as long as a line, so it is scanned once instead of at each position.
  let [runStart, runEnd] = [0, 0]
  return (at) => {
    if (!text.startsWith(delimiter, at)) return false
    if (!isRepeated || text[at + delimiter.length] !== character) return true
    if (at < runStart || at >= runEnd) {
      runStart = at
      runEnd = at
      while (text[runEnd] === character) runEnd++
    }
    return (runEnd - at) % delimiter.length === 0 || /[a-z]/.test(text[runEnd] ?? '')
  }
}

function closingQuote(text: string, from: number, quoteCode: number, escapeCode: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === escapeCode && text.charCodeAt(at + 1) === quoteCode) at++
    else if (code === quoteCode) {
      if (text.charCodeAt(at + 1) !== quoteCode) return at
      at++
    }
  }
  return text.length
}

/** Returns the first code unit. For null, it returns NaN, which does not equal anything. */
const codeOf = (character: string | null): number => (character === null ? Number.NaN : character.charCodeAt(0))
