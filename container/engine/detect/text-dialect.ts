/** How a delimited text separates and quotes. One character each; the delimiter may be several. */
export interface TextDialect {
  readonly delimiter: string
  readonly quote: '"' | "'" | null
  /** `doubled`: two quotes are one; `backslash`: a backslash takes the next character as it is. */
  readonly escape: 'doubled' | 'backslash'
  /** Lines that start with it before the table are no rows. */
  readonly comment: string | null
  /** A first line that only says `sep=;`. */
  readonly hasSeparatorLine: boolean
  /** Every line ends with a delimiter that separates nothing. */
  readonly trailingDelimiter: boolean
}

const delimiters = [',', ';', '\t', '|', ':', '~', '^', '\u0001', '\u001f', '||', '::', ';;'] as const
const quotes = ['"', "'", null] as const
const rowsJudged = 200

/**
 * Tries every delimiter with every quote on the head of the text and keeps the reading that looks most like a table:
 * rows of one width, of more than one column, whose cells look like values. `given` is what the spec says already.
 */
export function detectDialect(head: string, given: string | null): TextDialect {
  const separatorLine = /^sep=(.+?)\r?\n/i.exec(head)
  const body = separatorLine === null ? head : head.slice(separatorLine[0].length)
  const fixed = given ?? separatorLine?.[1] ?? null
  const comment = commentOf(body)
  const rowsText = comment === null ? body : withoutComments(body, comment)
  let best: { score: number; delimiter: string; quote: TextDialect['quote'] } = {
    score: 0,
    delimiter: fixed ?? ',',
    quote: '"',
  }
  for (const delimiter of fixed === null ? [...delimiters, ...spaceRuns(rowsText)] : [fixed]) {
    if (!rowsText.includes(delimiter) || (fixed === null && standsDoubled(rowsText, delimiter))) continue
    for (const quote of quotes) {
      if (quote === "'" && !quotesFields(rowsText, delimiter)) continue
      const score = tableScore(splitRows(rowsText, delimiter, quote), delimiter, quote)
      if (score > best.score * 1.0001) best = { score, delimiter, quote }
    }
  }
  const { delimiter, quote } = best
  return {
    delimiter,
    quote,
    escape: quote !== null && usesBackslash(rowsText, quote, delimiter) ? 'backslash' : 'doubled',
    comment,
    hasSeparatorLine: separatorLine !== null,
    trailingDelimiter: endsWithDelimiter(rowsText, delimiter, quote),
  }
}

/** Comment lines stand at the top; a `#` anywhere later is data. */
function commentOf(text: string): string | null {
  const first = /^[^\S\n]*([#%]|\/\/)/.exec(text)?.[1] ?? null
  if (first === null) return null
  const lines = text.split(/\r\n|\n|\r/)
  const commented = lines.findIndex((line) => !line.trimStart().startsWith(first))
  // `#id,name` as the only such line is a header, when it has as many separators as what follows.
  const [header = '', next = ''] = lines
  const separators = (line: string): number => line.split(/[,;\t|]/).length
  if (commented === 1 && separators(header) > 1 && separators(header) === separators(next)) return null
  return first
}

function withoutComments(text: string, comment: string): string {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  const start = lines.findIndex((line) => !line.trimStart().startsWith(comment))
  return start < 0 ? '' : lines.slice(start).join('')
}

/** Two spaces or more between columns: only where every line has them. */
function spaceRuns(text: string): string[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.length > 0)
    .slice(0, 20)
  const widths = lines.map((line) => line.trim().split(/ +/).length)
  const isTable = lines.length > 1 && widths.every((width) => width === widths[0] && width > 1)
  return isTable && !/[,;\t|]/.test(lines.join('')) ? [' '] : []
}

/** A separator that never stands alone is half of a longer one. */
const standsDoubled = (text: string, delimiter: string): boolean =>
  delimiters.some((other) => other === delimiter + delimiter) &&
  !text.replaceAll(delimiter + delimiter, '').includes(delimiter)

/** An apostrophe quotes only where fields begin and end with it. */
function quotesFields(text: string, delimiter: string): boolean {
  const separator = delimiter.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const opening = new RegExp(`(?<=^|[\\r\\n]|${separator})'`, 'g')
  const field = new RegExp(`(?<=^|[\\r\\n]|${separator})'(?:[^']|'')*'(?=$|[\\r\\n]|${separator})`, 'g')
  const head = text.slice(0, 20_000)
  const quoted = head.match(field)?.length ?? 0
  const stray = (head.replaceAll(field, '').match(opening)?.length ?? 0) * 2
  return quoted > 1 && quoted > stray
}

/** The writer escapes with backslashes where only that reading lets every quoted field end at a separator. */
function usesBackslash(text: string, quote: string, delimiter: string): boolean {
  if (!text.includes(`\\${quote}`)) return false
  return strayEnds(text, quote, delimiter, true) < strayEnds(text, quote, delimiter, false)
}

/** Quoted fields that go on after their closing quote, or never close. */
function strayEnds(text: string, quote: string, delimiter: string, escapes: boolean): number {
  let strays = 0
  let atStart = true
  for (let at = 0; at < text.length;) {
    const char = text[at] as string
    if (atStart && char === quote) {
      at = closingQuote(text, at + 1, quote, escapes) + 1
      const next = text[at]
      if (
        at > text.length ||
        (next !== undefined && next !== '\n' && next !== '\r' && next !== ' ' && !text.startsWith(delimiter, at))
      )
        strays++
      atStart = false
      continue
    }
    const separates = text.startsWith(delimiter, at)
    atStart = separates || char === '\n' || char === '\r'
    at += separates ? delimiter.length : 1
  }
  return strays
}

function endsWithDelimiter(text: string, delimiter: string, quote: TextDialect['quote']): boolean {
  const rows = splitRows(text, delimiter, quote).filter((row) => row.length > 1)
  return rows.length > 1 && rows.every((row) => row.at(-1) === '')
}

/** A plain reading of the head for scoring: the last row, which the head may have cut, is left out. */
export function splitRows(text: string, delimiter: string, quote: string | null): string[][] {
  // A backslash before a quote ends a Windows path as often as it escapes: only a text that escapes is read so.
  const escapes = quote !== null && usesBackslash(text, quote, delimiter)
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let at = 0
  const endRow = (): void => {
    row.push(field)
    field = ''
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  while (at < text.length && rows.length < rowsJudged) {
    const char = text[at] as string
    if (quote !== null && char === quote && field === '') {
      const end = closingQuote(text, at + 1, quote, escapes)
      field = `${quote}${text.slice(at + 1, end)}${quote}`
      at = end + 1
    } else if (char === '\n' || char === '\r') {
      endRow()
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1
    } else if (text.startsWith(delimiter, at)) {
      row.push(field)
      field = ''
      at += delimiter.length
      if (delimiter === ' ') while (text[at] === ' ') at++
    } else {
      field += char
      at++
    }
  }
  if (rows.length === 0 || (rows.length < rowsJudged && at >= text.length && (field !== '' || row.length > 0))) endRow()
  return rows
}

function closingQuote(text: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (escapes && text[at] === '\\' && text[at + 1] === quote) at++
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at
      at++
    }
  }
  return text.length
}

const valueShapes: readonly RegExp[] = [
  /^$/,
  /^[-+]?\d[\d .,'_]*(?:[eE][-+]?\d+)?%?$/,
  /^[$€£]\s?-?[\d.,]+$/,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
  /^(?:true|false|yes|no|null|n\/a|na|nan)$/i,
  /^[^\s,;|\t"]+@[^\s,;|\t"]+$/,
  /^[a-z]+:\/\/\S+$/i,
  /^[\p{L}\p{N}_ .'’()&/#-]+$/u,
]

const looksLikeValue = (cell: string): boolean => valueShapes.some((shape) => shape.test(cell.trim()))

/**
 * Pattern times type: how regular the widths are, how many columns, and what share of the cells looks like values. A wrong
 * delimiter gives ragged rows; a wrong quote leaves marks at the cells' ends.
 */
function tableScore(rows: readonly string[][], delimiter: string, quote: string | null): number {
  if (rows.length === 0) return 0
  const widths = new Map<number, number>()
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
  const [width, agreeing] = [...widths].filter(([size]) => size > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [
    1, 0,
  ]
  if (width < 2) return 0
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
  const regular = (agreeing / rows.length) ** 1.5
  const breadth = 1 - 1 / width
  const rare = delimiter === ':' || delimiter === ' ' || delimiter === '^' || delimiter === '~' ? 0.7 : 1
  const double = delimiter.length > 1 ? 1.05 : 1
  return regular * breadth * (plain / cells) * rare * double
}
