import { commonDelimiters } from './delimiter-candidates.ts'
import { linesOf } from './lines.ts'
import { escapeOf, splitRows } from './split-rows.ts'

const number = /^\s*"?[-+]?\d[\d.,:/-]*"?\s*$/

/**
 * Returns the number of comment lines at the beginning of the text, which start with the same mark, including blank
 * lines among them. Names (`#CHROM`) and rows (`#1`) may also begin with the mark, so the lines next to the table are
 * compared with it.
 */
export function commentLines(text: string): number {
  if (isArff(text)) return linesOf(text).findIndex((line) => arffData.test(line)) + 1
  const frontMatter = frontMatterLines(text)
  if (frontMatter > 0) return frontMatter
  const prefix = commentPrefix(text)
  if (prefix === null) return 0
  const lines = linesOf(text)
  const table = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith(prefix))
  const above = table < 0 ? lines : lines.slice(0, table)
  const marked = above.slice(0, above.findLastIndex((line) => line.trim() !== '') + 1)
  const comments = marked.map((line) => commentOf(line, prefix))
  const next = lines[table]
  if (prefix === samPrefix) return comments.length
  // The text has no other lines, so the marks may be part of words.
  if (next === undefined) return comments.every(({ isApart }) => !isApart) ? 0 : comments.length
  const [first] = comments
  if (first !== undefined && comments.length === 1)
    return sharedSeparator(first.text, next) === null && !namesRows(first.text, withoutLines(text, table)) ? 1 : 0
  return beforeTable(comments, [next, ...lines.slice(table + 1, table + rowsCompared)])
}

/**
 * Returns the start of the first line without the comment mark of the lines above it. Returns −1 if every line has
 * the mark, so no table is visible yet.
 */
export function commentsEnd(text: string): number {
  const prefix = commentPrefix(text)
  if (prefix === null) return 0
  const lines = /[^\r\n]+/g
  for (let line = lines.exec(text); line !== null; line = lines.exec(text))
    if (line[0].trim() !== '' && !line[0].trimStart().startsWith(prefix)) return line.index
  return -1
}

/**
 * Returns the column names in the comments above a table: `#Fields: date time c-ip` of web servers (W3C), `#fields` with
 * tabs (Zeek), or the attributes of Weka (ARFF). Returns null unless the number of names is the `width` of the first row.
 */
export function namedFields(text: string, comments: number, width: number, delimiter: string): string[] | null {
  const lines = linesOf(text).slice(0, comments)
  const fields = lines.findLast((line) => /^#fields:?\s/i.test(line))
  const named = isArff(text) ? lines.flatMap(attributeOf) : fields?.trim().split(/\s+/).slice(1)
  const words = delimiter.trim() === '' ? lines.slice(-unitsAndNames).map(wordsOfMark) : []
  const names = named ?? words.find(({ length }) => length === width)
  return names?.length === width ? names : null
}

/** Above columns that spaces separate, the last line or the one above it may hold the names: `#YY MM DD hh`, and units below. */
const unitsAndNames = 2
const wordsOfNamesMin = 4

/** Returns the words of a line after its mark if they may be names: many different words without a number. */
function wordsOfMark(line: string): string[] {
  const words = /^#(?=\p{L})/u.test(line) ? line.slice(1).trim().split(/\s+/) : []
  const areNames = new Set(words).size === words.length && !words.some((word) => /^[-+]?[\d.,:]+$/.test(word))
  return words.length >= wordsOfNamesMin && areNames ? words : []
}

/** Weka's format begins with remarks, a name, and an attribute for each column. The rows follow a separate line. */
const isArff = (text: string): boolean =>
  /^(?:%[^\n]*\n|[^\S\n]*\n)*@relation\s/i.test(text) && /\n\s*@data\s*\n/i.test(text)

const arffData = /^\s*@data\s*$/i

/** Returns the name in `@attribute 'petal length' numeric`. */
function attributeOf(line: string): string[] {
  const found = /^\s*@attribute\s+(?:'([^']*)'|"([^"]*)"|(\S+))/i.exec(line)
  return found === null ? [] : [found[1] ?? found[2] ?? (found[3] as string)]
}

const rule = /^#?\s?---\s*$/
const yamlLine = /^#?\s*(?:#.*|-\s.*|[\w"'$][^:]*:(?:\s.*)?|\s+\S.*)?$/

/** Returns the number of lines in the YAML above a table, as CSVY defines it: between two lines of three dashes. */
function frontMatterLines(text: string): number {
  if (!rule.test(/^[^\r\n]*/.exec(text)?.[0] ?? '')) return 0
  const lines = linesOf(text)
  const end = lines.findIndex((line, at) => at > 0 && rule.test(line))
  const facts = lines.slice(1, Math.max(end, 1))
  // Below the second rule, a YAML stream has another document.
  const isTable = lines.slice(end + 1).some((line) => line.trim() !== '' && !yamlLine.test(line))
  return end > 1 && isTable && facts.every((line) => yamlLine.test(line)) ? end + 1 : 0
}

/** The mark of header lines in DNA alignments and position lists (SAM, Picard): `@SQ`, a tab, and pairs. */
const samPrefix = '@'
const commentPrefix = (text: string): string | null => /^[^\S\r\n]*([#%]|\/\/|@(?=[A-Z]{2}\t))/.exec(text)?.[1] ?? null

/** Returns the head's text after this many lines. */
export function withoutLines(text: string, count: number): string {
  return count === 0
    ? text
    : text
        .split(/(?<=\r\n|\n|\r(?!\n))/)
        .slice(count)
        .join('')
}

/**
 * Removes lines that begin with `#` from the rows, unless they are hard to tell apart from rows. Their text has other
 * separators. A line with the same separators as the column names is a row, because `#ff0000` may be a value.
 */
export function withoutMarkedLines(text: string): string {
  if (!/[\r\n]#/.test(text) || text.startsWith('#')) return text
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  const [names = ''] = lines
  if (namesRows(names, text)) return text
  const rows = lines.filter((line) => !line.startsWith('#'))
  const marked = lines.length - rows.length
  const isRow = (line: string): boolean => line.startsWith('#') && sharedSeparator(line, names) !== null
  return rows.length * 4 > lines.length && lines.filter(isRow).length * 2 <= marked ? rows.join('') : text
}

interface Comment {
  readonly text: string
  /** Whether a space follows the mark, so the text is prose (`# exported by`) rather than a name. */
  readonly isApart: boolean
}

function commentOf(line: string, prefix: string): Comment {
  const text = line.trimStart().slice(prefix.length)
  return { text, isApart: /^\s|^$/.test(text) }
}

const rowsCompared = 20

/**
 * Returns the number of comments before the table. The last lines may be rows, and the line above them may contain
 * their names, if the next line has values.
 */
function beforeTable(comments: readonly Comment[], [next = '', ...below]: readonly string[]): number {
  const isRow = ({ text, isApart }: Comment): boolean => {
    const separator = sharedSeparator(text, next)
    return separator !== null && !isApart && hasNumber(text, separator)
  }
  const isNames = ({ text, isApart }: Comment): boolean => {
    const separator = sharedSeparator(text, next)
    return separator !== null && !hasNumber(text, separator) && (!isApart || count(text, separator) > 2)
  }
  const holdsNumber = (line: string): boolean => commonDelimiters.some((one) => hasNumber(line, one))
  if (!holdsNumber(next)) {
    const last = comments.at(-1)
    // Above lines of words, a mark directly before a word shows that it is a name and not prose.
    const areNames = last !== undefined && !last.isApart && !holdsNumber(last.text) && namesCells(last.text, next)
    return areNames && !below.some(holdsNumber) ? comments.length - 1 : comments.length
  }
  let end = comments.length
  while (end > 0 && isRow(comments[end - 1] as Comment)) end--
  return end > 0 && isNames(comments[end - 1] as Comment) ? end - 1 : end
}

/** Tests whether a line has a name for each cell of the next one. Tables with tabs may omit the last cells. */
const namesCells = (line: string, next: string): boolean =>
  sharedSeparator(line, next) !== null || (next.includes('\t') && count(line, '\t') > count(next, '\t'))

/** Returns the separator that splits both lines into the same number of cells, or null. */
function sharedSeparator(line: string, other: string): string | null {
  return commonDelimiters.find((one) => count(line, one) > 1 && count(line, one) === count(other, one)) ?? null
}

/** The minimum number of cells in a line. Colons also occur in remarks and times. */
const widthsMin = [...commonDelimiters.map((separator) => [separator, 2] as const), [':', 3] as const]

/** Tests whether a separator splits the line and every row below it into the same number of cells: `% of all,name`. */
function namesRows(line: string, table: string): boolean {
  const rows = table.replaceAll(/(?<=[,;|]) +(?=")/g, '')
  return widthsMin.some(([separator, least]) => {
    const width = count(line, separator)
    if (width < least) return false
    const escape = escapeOf(rows, '"', separator)
    return splitRows(rows, separator, '"', escape, rowsCompared).every((row) => row.length === width)
  })
}

const hasNumber = (line: string, separator: string): boolean => line.split(separator).some((cell) => number.test(cell))
/** Returns the number of cells. A separator within quotes separates nothing. */
const count = (line: string, separator: string): number =>
  line.replaceAll(/"(?:[^"]|"")*"/g, '').split(separator).length
