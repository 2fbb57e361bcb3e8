import { isSentence } from '../values/sentences.ts'
import { asciiTable } from './ascii-table.ts'
import { isEvenTable, isSpacedTable } from './even-table.ts'
import { isLog } from './log-lines.ts'

const linesExaminedMax = 200

/**
 * Recognizes paragraphs: lines of words in which no delimiter is equally frequent. If the file name suggests another
 * kind of file, only sentences with blank lines between them count.
 */
export function isProse(head: string, name: string): boolean {
  if (isWrapped(head)) return true
  if (!/\.(?:txt|text|md|rst)$/i.test(name)) return /\S[^\S\r\n]*(?:\r\n|\n){2,}\s*\S/.test(head) && areSentences(head)
  if (/\.md$/i.test(name) && /^#{1,6} \S/m.test(head) && !/[\t|]/.test(head)) return true
  const all = head.split(/\r\n|\r|\n/)
  const lines = all.filter((line) => line.trim() !== '')
  if (lines.length < 3 || lines.length === all.length || /[\t|"]/.test(head)) return false
  const sentences = lines.filter((line) => line.trim().split(/ +/).length > 3 && !/\d/.test(line))
  const ends = lines.filter((line) => /[.!?]$/.test(line.trim()))
  return sentences.length * 10 >= lines.length * 6 && ends.length * 3 >= lines.length && !/\d[,;]|[,;]\d|;/.test(head)
}

const wrappedShare = 0.25
const wrappedMin = 4

/**
 * Recognizes paragraphs whose lines end within a sentence, so the next line begins with a lowercase letter. The rows of
 * an ASCII table with `true` and `false` look the same, so only the lines above such a table are checked.
 */
function isWrapped(head: string): boolean {
  const lines = head
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .slice(0, linesExaminedMax)
  const filled = lines.filter((line) => line.trim() !== '')
  const table = asciiTable(head, null)
  const above = table === null ? lines : lines.slice(0, table.firstLine - 1)
  const continued = above.filter(
    (line, at) =>
      /^\s*(?![#%])(?:\S+ ){4,}\S*[\p{L}\p{N},]$/u.test(line) && /^\s*\p{Ll}+[ .,;:]/u.test(above[at + 1] ?? ''),
  )
  return (
    continued.length >= Math.max(wrappedMin, filled.length * wrappedShare) &&
    filled.length < lines.length &&
    !isLog(filled) &&
    !isEvenTable(head) &&
    !isSpacedTable(head)
  )
}

const linesMin = 2
/** Characters that do not occur in sentences. In every line, they separate a name from its description. */
const separators = ['::', '~', '^', '§', '¦', '=>']
const wordsOfFewMin = 10

/** Recognizes a column of sentences, optionally with a one-word name above them. */
export function isColumnOfSentences(text: string): boolean {
  const name = /^["']?[\p{L}\p{N}_-]+["']?(?:\r\n|\r|\n)/u.exec(text)
  return areSentences(text.slice(name?.[0].length ?? 0))
}

/**
 * Recognizes text that consists of sentences only: every line ends like one, commas are followed by spaces, and their
 * number varies from line to line.
 */
function areSentences(text: string): boolean {
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, linesExaminedMax)
  if (separators.some((separator) => lines.every((line) => line.includes(separator)))) return false
  if (lines.length < linesMin || /[\t|;]/.test(text) || /,(?=[^\s\d"'”’»])/.test(text)) return false
  const commas = new Set(lines.map((line) => line.split(',').length))
  const areFew = lines.length < 4 && lines.every((line) => line.split(' ').length >= wordsOfFewMin)
  return lines.every(isSentence) && (commas.size > 1 || commas.has(1) || areFew) && !/^["']/.test(lines[0] ?? '')
}
