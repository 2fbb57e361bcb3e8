/** What takes the special meaning from the character behind it; null where a quote is doubled instead. */
export type EscapeCharacter = '\\' | '\0' | null

const rowsJudged = 200

/** A plain reading of the head for scoring: the last row, which the head may have cut, is left out. */
export function splitRows(text: string, delimiter: string, quote: string | null, escape: EscapeCharacter): string[][] {
  const rows: string[][] = []
  const mergesSpaces = delimiter.trim() === '' && delimiter.includes(' ')
  let row: string[] = []
  let field = ''
  let at = 0
  const endRow = (): void => {
    row.push(field)
    field = ''
    if (mergesSpaces && row.length > 1 && row.at(-1) === '') row.pop()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  while (at < text.length && rows.length < rowsJudged) {
    const char = text[at] as string
    if (quote !== null && char === quote && field === '') {
      const end = closingQuote(text, at + 1, quote, escape)
      field = `${quote}${text.slice(at + 1, end)}${quote}`
      at = end + 1
    } else if (char === escape && at + 1 < text.length) {
      field += char + (text[at + 1] as string)
      at += 2
    } else if (char === '\n' || char === '\r') {
      endRow()
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1
    } else if (separatesAt(text, delimiter, at)) {
      row.push(field)
      field = ''
      at += delimiter.length
      if (mergesSpaces) while (text[at] === ' ') at++
    } else {
      field += char
      at++
    }
  }
  if (rows.length === 0 || (rows.length < rowsJudged && at >= text.length && (field !== '' || row.length > 0))) endRow()
  return rows
}

/**
 * How quotes inside quotes are written. A backslash before a quote ends a Windows path as often as it escapes: it counts
 * only where that reading alone lets every quoted field end at a separator.
 */
export function escapeOf(text: string, quote: string, delimiter: string): EscapeCharacter {
  for (const escape of ['\\', '\0'] as const) {
    if (!text.includes(escape + quote)) continue
    if (strayEnds(text, quote, delimiter, escape) < strayEnds(text, quote, delimiter, null)) return escape
  }
  return null
}

/** Backslashes before separators outside quotes: only where they make ragged rows even. */
export function escapesSeparators(text: string, delimiter: string, quote: string | null): boolean {
  if (!text.includes(`\\${delimiter}`)) return false
  const share = (escape: EscapeCharacter): number => {
    const widths = splitRows(text, delimiter, quote, escape).map((row) => row.length)
    return widths.filter((width) => width === widths[0]).length / Math.max(1, widths.length)
  }
  return share('\\') === 1 && share(null) < 1
}

/** Quoted fields that go on after their closing quote, or never close. */
function strayEnds(text: string, quote: string, delimiter: string, escape: EscapeCharacter): number {
  let strays = 0
  let atStart = true
  for (let at = 0; at < text.length;) {
    const char = text[at] as string
    if (atStart && char === quote) {
      at = closingQuote(text, at + 1, quote, escape) + 1
      let after = at
      while (text[after] === ' ' && !separatesAt(text, delimiter, after)) after++
      const next = text[after]
      if (
        at > text.length ||
        (next !== undefined && next !== '\n' && next !== '\r' && !separatesAt(text, delimiter, after))
      )
        strays++
      atStart = false
      continue
    }
    const separates = separatesAt(text, delimiter, at)
    atStart = separates || char === '\n' || char === '\r'
    at += separates ? delimiter.length : 1
  }
  return strays
}

/**
 * Of `aaa` with `aa` as delimiter, the first letter ends a value (`Ada`, then `Paris`), unless a word goes on behind in
 * small letters: then it is the last that begins one (`town`, then `amount`).
 */
function separatesAt(text: string, delimiter: string, at: number): boolean {
  if (!text.startsWith(delimiter, at)) return false
  const [character = ''] = delimiter
  if (text[at + delimiter.length] !== character || delimiter.replaceAll(character, '') !== '') return true
  let end = at
  while (text[end] === character) end++
  return (end - at) % delimiter.length === 0 || /[a-z]/.test(text[end] ?? '')
}

function closingQuote(text: string, from: number, quote: string, escape: EscapeCharacter): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === escape && text[at + 1] === quote) at++
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at
      at++
    }
  }
  return text.length
}
