import { isSentence } from '../values/sentences.ts'
import { asciiTable } from './ascii-table.ts'
import { isEvenTable, isSpacedTable } from './even-table.ts'
import { isLog } from './log-lines.ts'
import { filledLines, linesOf } from './lines.ts'

const linesExaminedMax = 200

/**
 * Recognizes paragraphs: lines of words in which no delimiter is equally frequent. If the file name suggests another
 * kind of file, only sentences with blank lines between them count.
 */
export function isProse(head: string, name: string): boolean {
  if (isWrapped(head) || isLetter(head) || isVerse(head)) return true
  if (!/\.(?:txt|text|md|rst)$/i.test(name)) return /\S[^\S\r\n]*(?:\r\n|\n){2,}\s*\S/.test(head) && areSentences(head)
  if (/\.md$/i.test(name) && /^#{1,6} \S/m.test(head) && !/[\t|]/.test(head)) return true
  const all = linesOf(head)
  const lines = all.filter((line) => line.trim() !== '')
  if (lines.length < 3 || lines.length === all.length || /[\t|"]/.test(head)) return false
  const sentences = lines.filter((line) => line.trim().split(/ +/).length > 3 && !/\d/.test(line))
  const ends = lines.filter((line) => /[.!?]$/.test(line.trim()))
  return sentences.length * 10 >= lines.length * 6 && ends.length * 3 >= lines.length && !/\d[,;]|[,;]\d|;/.test(head)
}

const salutation =
  /^(?:Dear|Hi|Hello|To whom|Sehr geehrte[rs]?|Liebe[rs]?|Hallo|Guten Tag|Ch\u00e8re?s?|Madame|Monsieur|Bonjour|Estimad[oa]s?|Querid[oa]s?|Gentile|Egregio|Caro|Cara|Beste|Geachte|Prezad[oa]s?)\b[^;\t|]{0,60}[,:!]$/
const closing =
  /^(?:Yours|Sincerely|Respectfully|(?:Kind|Best|Warm) (?:regards|wishes)|Best|Regards|Many thanks|Thanks|Thank you|Cheers|Love|Mit (?:freundlichen|besten|herzlichen)|(?:Viele|Liebe|Beste|Herzliche) Gr\u00fc\u00dfe|Cordialement|Bien \u00e0 vous|Salutations|Veuillez agr\u00e9er|Saludos|Atentamente|Un saludo|Cordiali saluti|Distinti saluti|Met vriendelijke groet|Atenciosamente)\b/

/** Recognizes a letter: a salutation above a closing, each on its own line. */
function isLetter(head: string): boolean {
  const lines = linesOf(head).map((line) => line.trim())
  const opening = lines.slice(0, linesExaminedMax).findIndex((line) => salutation.test(line))
  return opening >= 0 && lines.slice(opening + 1).some((line) => closing.test(line)) && !isEvenTable(head)
}

const versesMin = 4
const verseWordsMax = 14

/**
 * Recognizes a poem: short lines of words that begin with a capital letter. Many end within a sentence, while a
 * column of sentences has whole ones.
 */
function isVerse(head: string): boolean {
  if (/[\d\t|]/.test(head)) return false
  const lines = filledLines(head)
    .map((line) => line.trim())
    .slice(0, linesExaminedMax)
  const words = lines.map((line) => line.split(/\s+/).length)
  const share = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length / lines.length
  return (
    lines.length >= versesMin &&
    words.every((count) => count > 2 && count <= verseWordsMax) &&
    share(/^["'\u00ab\u2018\u201c\u201e]?\p{Lu}/u) > 0.9 &&
    new Set(lines.map((line) => line.at(-1))).size > 1 &&
    share(/[,;:\u2013\u2014-]$/) >= 0.2 &&
    share(/[\p{P}]$/u) >= 0.5 &&
    !/[,;](?=\S)/.test(head) &&
    !isEvenTable(head)
  )
}

const wrappedShare = 0.25
const wrappedMin = 4

/**
 * Recognizes paragraphs whose lines end within a sentence, so the next line begins with a lowercase letter. The rows of
 * an ASCII table with `true` and `false` look the same, so only the lines above such a table are checked.
 */
function isWrapped(head: string): boolean {
  const lines = linesOf(head.trimEnd()).slice(0, linesExaminedMax)
  const filled = lines.filter((line) => line.trim() !== '')
  const table = asciiTable(head, null)
  const above = table === null ? lines : lines.slice(0, table.firstLine - 1)
  const continued = above.filter(
    (line, at) =>
      /^\s*(?![#%])(?:\S+ ){4,}\S*[\p{L}\p{N},]$/u.test(line) &&
      /^\s*\p{Ll}+[ .,;:]/u.test(above[at + 1] ?? '') &&
      !areRows(line, above[at + 1] ?? ''),
  )
  return (
    continued.length >= Math.max(wrappedMin, filled.length * wrappedShare) &&
    filled.length < lines.length &&
    !isLog(filled) &&
    !isEvenTable(head) &&
    !isSpacedTable(head)
  )
}

const separatorsMin = 2

/** Tests for two lines with the same separators, none before a space. Sentences have spaces after their signs. */
function areRows(line: string, next: string): boolean {
  const between = (text: string): readonly string[] => text.match(/[,;|^~\t:](?=\S)/g) ?? []
  const own = between(line)
  return own.length >= separatorsMin && own.join('') === between(next).join('')
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
  const lines = filledLines(text).slice(0, linesExaminedMax)
  if (separators.some((separator) => lines.every((line) => line.includes(separator)))) return false
  if (lines.length < linesMin || /[\t|;]/.test(text) || /,(?=[^\s\d"'”’»])/.test(text)) return false
  const commas = new Set(lines.map((line) => line.split(',').length))
  const areFew = lines.length < 4 && lines.every((line) => line.split(' ').length >= wordsOfFewMin)
  return lines.every(isSentence) && (commas.size > 1 || commas.has(1) || areFew) && !/^["']/.test(lines[0] ?? '')
}
