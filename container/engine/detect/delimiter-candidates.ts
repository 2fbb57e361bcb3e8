import { linesOf } from './lines.ts'
import { cutsTimestamps, timestampsOf, withoutPaddedDays } from './log-lines.ts'

/** A separator to try, and the weight of its reading. */
export interface DelimiterCandidate {
  readonly delimiter: string
  readonly weight: number
  /** Whether a row that does not fit the table proves that the reading is accidental. */
  readonly mustFit: boolean
}

/** The delimiters of most tables. */
export const commonDelimiters = [',', ';', '\t', '|', '~', '^'] as const
const usual = [',', ';', '\t', '|', '\u0001', '\u001f'] as const
const rare = [':', '~', '^'] as const
const usualWeight = 1
const rareWeight = 0.7
const longWeight = 1.05
const minedWeight = 0.6
const lettersWeight = 0.35

const linesExamined = 60
const charactersExamined = 20_000
/** Characters that may follow a separator in every field without being part of the value. */
const besides = /[ |;\t]/
/** Characters that may surround a separator, the same on both sides. */
const around = /[^\p{L}\p{N}\s"'\\/.]/u
const minedSingle = /[$#*!§¶¦¬¤·&\u0000-\u0008\u000b\u000c\u000e-\u001e]/
const punctuation = /^[^\p{L}\p{N}\s"'`\\/.,;()[\]{}+-]+$/u
/** Matches a separator with the sign of the value next to it: `0:#f7fbff`, `a;$5`, `12%|b`. */
const holdsSign = /^(?:[,;\t|:~^]+[#$€£¥₹@%&*!<>]+|[#$€£¥₹@%&*!<>]+[,;\t|:~^]+)$/
/** Matches lines that are a single value, including colons. */
const oneValue =
  /^(?:\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?|\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*|[a-z][a-z+.-]*:\/\/\S*|[A-Za-z]:\\.*|(?:[0-9a-f]{2}:){5}[0-9a-f]{2}|[0-9a-f:]*::?[0-9a-f:]+)$/i

/** Returns the common separators in the text, and longer or rarer ones with evidence. */
export function delimiterCandidates(text: string): DelimiterCandidate[] {
  const head = withoutQuoted(withoutEscaped(text.slice(0, charactersExamined)), besideQuotes)
  const lines = examinedLines(withoutApostrophes(head.replaceAll(/"(?:[^"\r\n]|"")*"/g, '""')))
  const sample = lines.join('\n')
  const timestamps = timestampsOf(lines)
  const found: DelimiterCandidate[] = []
  for (const character of usual)
    if (!cutsTimestamps(lines, timestamps, character))
      found.push(...withNeighbours(character, usualWeight, sample, lines, text))
  for (const character of rare) {
    if (character !== ':' || !(cutsTimestamps(lines, timestamps, ':') || holdsValues(lines)))
      found.push(...withNeighbours(character, rareWeight, sample, lines, text))
  }
  found.push(...mined(lines), ...betweenQuotes(lines), ...spaceRuns(lines))
  return found.filter(({ delimiter }) => !isPartOfLonger(delimiter, found, sample))
}

const namesLine = /^["']?\p{L}[^:]*(?::["']?\p{L}[^:]*){2,}$/u

/** Tests for lines that are a single value with colons. Below names that colons separate, a few such lines are damaged. */
function holdsValues(lines: readonly string[]): boolean {
  const values = lines.filter((line) => oneValue.test(line)).length
  const isNamed = lines.slice(0, 3).some((line) => namesLine.test(line))
  return values > 0 && !(isNamed && values * 4 <= lines.length)
}

/** Returns letters as separators. They only count if nothing else results in a table. */
export function letterCandidates(text: string): DelimiterCandidate[] {
  const head = text.slice(0, charactersExamined)
  const doubled = new Set(examinedLines(head)[0]?.match(/(\p{L})\1/gu))
  return [...doubled]
    .filter((pair) => isRegular(pair, examinedLines(withoutQuoted(head, `[\\r\\n]|${pair}`)), 2))
    .map((delimiter) => ({ delimiter, weight: lettersWeight, mustFit: true }))
}

/** A character that may be next to a quoted field, whatever the delimiter. */
export const besideQuotes = String.raw`[^\p{L}\p{N}"]`

/** Removes the content of quoted fields, including line ends, because it is not evidence for separators. */
export function withoutQuoted(text: string, beside: string): string {
  return text.replaceAll(new RegExp(`(?<=^|${beside})"(?:[^"]|"")*"(?=$|${beside})`, 'gu'), '""')
}

/** Drops escaped quotes. If none is within words or before the end of a field, a backslash ends a path: `"C:\\"`. */
const withoutEscaped = (text: string): string =>
  /\\"[\p{L}\p{N}]|\\""(?=[\s,;|]|$)/u.test(text) ? text.replaceAll('\\"', '') : text

/** Empties fields on one line that apostrophes quote. An apostrophe within a word quotes nothing. */
const withoutApostrophes = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}'])'(?:[^'\r\n]|'')*'(?![\p{L}\p{N}'])/gu, "''")

/** Returns the lines in which separators are counted. */
export const examinedLines = (text: string): string[] =>
  linesOf(text)
    .filter((line) => line.trim() !== '')
    .slice(0, linesExamined)

/** Returns the character itself, unless it occurs only in a longer separator. */
function withNeighbours(
  character: string,
  weight: number,
  sample: string,
  lines: readonly string[],
  text: string,
): DelimiterCandidate[] {
  if (!text.includes(character)) return []
  const single = { delimiter: character, weight, mustFit: character === ':' }
  const core = repeated(character, sample, lines)
  const long = extended(core, sample)
  if (long === character) return [single]
  if (long.trim() === character) return [{ delimiter: long, weight: weight * longWeight, mustFit: false }]
  return [{ delimiter: long, weight: longWeight, mustFit: false }, single]
}

/** Returns the separator `||` if the character only occurs in pairs. Two adjacent pairs are four characters. */
function repeated(character: string, sample: string, lines: readonly string[]): string {
  const run = new RegExp(`${escaped(character)}+`, 'g')
  const lengths = (sample.match(run) ?? []).map((found) => found.length)
  const size = lengths.reduce(greatestCommonDivisor, 0)
  if (size < 2 || lengths.length < 2) return character
  // `1,,3` in every line may be a column without values. The header shows whether two separators also occur between its
  // names.
  const isUsual = (usual as readonly string[]).includes(character)
  const [header = ''] = lines
  const isNamed = (header.match(run) ?? []).every((found) => found.length === size) && !/\d/.test(header)
  return isUsual && character !== '|' && !(isNamed && lines.length > 2 && lengths.length > lines.length)
    ? character
    : character.repeat(size)
}

/** Extends the separator by the characters that are always next to it: `, ` or `|~|`. */
function extended(core: string, sample: string): string {
  let long = core
  for (let rounds = 0; rounds < 2; rounds++) {
    const left = neighbour(long, sample, -1)
    const right = neighbour(long, sample, 1)
    const encloses = left !== '' && left === right && (around.test(left) || left === ' ')
    if (encloses) long = left + long + right
    else if (right !== '' && besides.test(right) && right !== '\t') long += right
    else break
  }
  return long
}

/** Returns the character before or after each occurrence, if it is always the same. */
function neighbour(delimiter: string, sample: string, side: -1 | 1): string {
  let same: string | null = null
  let count = 0
  for (let at = sample.indexOf(delimiter); at >= 0; at = sample.indexOf(delimiter, at + delimiter.length)) {
    const character = sample[side < 0 ? at - 1 : at + delimiter.length] ?? ''
    if (character === '' || character === '\n' || (same !== null && same !== character)) return ''
    same = character
    count++
  }
  return count >= 4 ? (same ?? '') : ''
}

/** Finds punctuation that is equally frequent in every line: `<>`, `=>`, `§`. */
function mined(lines: readonly string[]): DelimiterCandidate[] {
  const [first = ''] = lines
  const pieces = new Set<string>()
  for (let at = 0; at < first.length; at++) {
    if (minedSingle.test(first[at] as string)) pieces.add(first[at] as string)
    for (let size = 2; size <= 4 && at + size <= first.length; size++) {
      const piece = first.slice(at, at + size)
      if (punctuation.test(piece)) pieces.add(piece)
    }
  }
  return [...pieces]
    .filter((piece) => !holdsSign.test(piece) && isRegular(piece, lines, piece.length > 1 ? 1 : 2))
    .map((delimiter) => ({ delimiter, weight: delimiter.length > 1 ? longWeight : minedWeight, mustFit: true }))
}

/** Finds any characters between the quoted fields of every line. */
function betweenQuotes(lines: readonly string[]): DelimiterCandidate[] {
  const delimiter = /^""(?<separator>[^"]{1,4})""/.exec(lines[0] ?? '')?.groups?.['separator']
  if (delimiter === undefined || lines.filter((line) => line.includes(`""${delimiter}""`)).length < lines.length * 0.9)
    return []
  return [{ delimiter, weight: longWeight, mustFit: true }]
}

function isRegular(piece: string, lines: readonly string[], least: number): boolean {
  if (lines.length < 2) return false
  const count = (line: string): number => line.split(piece).length - 1
  const usualCount = count(lines[0] ?? '')
  return usualCount >= least && lines.filter((line) => count(line) === usualCount).length >= lines.length * 0.9
}

/**
 * Finds columns that are padded with spaces, the same number of columns in every line. If values contain single spaces,
 * two or more spaces separate the columns.
 */
function spaceRuns(lines: readonly string[]): DelimiterCandidate[] {
  if (lines.length < 2 || lines.some((line) => /[,;\t|]/.test(line))) return []
  const runs = [
    ['  ', / {2,}/],
    [' ', / +/],
  ] as const
  const sampled = lines.slice(0, 20)
  const readings = runs.map(([delimiter, run]) => {
    const [first = 0, ...others] = sampled.map((line) => withoutPaddedDays(line.trim()).split(run).length)
    const isOf = (width: number): boolean => others.every((other) => other === width)
    return {
      delimiter,
      isEven: first > 1 && (isOf(first) || lacksLast(sampled, first, others)),
      lacksName: isOf(first + 1),
    }
  })
  // R's tables have no name above the names of rows.
  const isQuoted = lines.every((line) => line.startsWith('"'))
  const mayLackName = isQuoted || areNumberedRows(sampled)
  const found = readings.find(({ isEven }) => isEven) ?? readings.find(({ lacksName }) => mayLackName && lacksName)
  return found === undefined ? [] : [{ delimiter: found.delimiter, weight: rareWeight, mustFit: false }]
}

const numberedName = /^(?:id|no\.?|nr\.?|num|number|#|index|row|key|rank|pos\.?)$/i
const numeric = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$|^(?:NA|NaN|-?Inf)$/i
const day = /^\d{4}-\d\d-\d\d$/

/**
 * Tests for rows that R numbered below names that have no name for the numbers. One name may also be above values of two
 * words. So the numbers must be 1, 2, 3 and so on, the first name must not name numbers, and no two words next to each
 * other may be one value: words (`New York`) or a date and its time.
 */
function areNumberedRows([names = '', ...rows]: readonly string[]): boolean {
  const written = names.split(' ')
  if (rows.length < 2 || [names, ...rows].some((line) => / {2}|^ | $/.test(line))) return false
  if (numberedName.test(written[0] ?? '') || written.some((name) => numeric.test(name))) return false
  const cells = rows.map((row) => row.split(' '))
  if (!cells.every(([number], at) => number === String(at + 1))) return false
  const areAll = (column: number, pattern: RegExp): boolean => cells.every((row) => pattern.test(row[column] ?? ''))
  return written.every((_, at) => {
    const [left, right] = [at, at + 1]
    if (at === 0) return true
    return (areAll(left, numeric) || areAll(right, numeric)) && !areAll(left, day)
  })
}

/**
 * Tests whether lines that end with a single space have one cell fewer than the names, so their last value is empty.
 */
const lacksLast = ([, ...lines]: readonly string[], width: number, widths: readonly number[]): boolean =>
  lines.every((line, at) => widths[at] === (/[^ ] $/.test(line) ? width - 1 : width))

/** Tests for a separator that only occurs inside a longer one. */
function isPartOfLonger(delimiter: string, all: readonly DelimiterCandidate[], sample: string): boolean {
  if (/^ +$/.test(delimiter)) return false
  return all.some(
    ({ delimiter: long }) =>
      long.length > delimiter.length && long.includes(delimiter) && !sample.replaceAll(long, '\n').includes(delimiter),
  )
}

/** Escapes a text for a regular expression. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
