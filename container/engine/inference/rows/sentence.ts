import { isFromClient } from '../../values/client-lines.ts'
import { namesTotal } from '../../values/total-words.ts'
import { filled } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

const wordsMin = 3

/** Tests for a single cell with several words, or with a word for notes, and nothing next to it. */
export function isSentence(row: TextRow, column: number): boolean {
  const text = row.cells[column]?.text.trim() ?? ''
  if (filled(row) !== 1 || text === '' || namesTotal(text)) return false
  return beginsNote(text) || text.split(/\s+/).length > wordsMin
}

/** Matches a sign that begins a footnote, followed by text. */
const footnoteSign = /^(?:[*†‡§※¹²³]|\(\d\)|\[\d\]|\d\))\s*\p{L}/u
/** Words at the beginning of notes, in the most common languages of files. */
const words = [
  'notes?',
  'sources?',
  'legend',
  'quellen?',
  'anmerkung(?:en)?',
  'hinweise?',
  'remarques?',
  'fuentes?',
  'notas?',
  'fontes?',
  'bron',
  'opmerking(?:en)?',
  'kilde',
  'källa',
  'lähde',
  'źródło',
  'uwag[ai]',
  'zdroj',
  'poznámk[ay]',
  'forrás',
  'megjegyzés',
  'sursa',
  'izvor',
  'kaynak',
  'πηγή',
  'источник',
  'примечани[ея]',
  'джерело',
  '出典',
  '資料',
  '注',
  '来源',
  '來源',
  '출처',
]
const word = new RegExp(`^(?:${words.join('|')})(?![\\p{L}\\d])`, 'iu')

/** Tests for a text that begins with a word or a sign for notes. */
const beginsNote = (text: string): boolean => /^[*†‡]/.test(text) || footnoteSign.test(text) || word.test(text)

/** Tests for a line that is drawn below a table, as statistical offices do above their notes. */
export const isDrawnLine = (text: string): boolean => /^[-_=*~─━—]{4,}$/.test(text)

/**
 * Tests for a text that can only be a note: a drawn line, a sign for notes at its beginning, a word and a colon, or a
 * message of the program that wrote the file.
 */
export const isPlainNote = (text: string): boolean =>
  isFromClient(text) || isDrawnLine(text) || footnoteSign.test(text) || (word.test(text) && /^\P{P}+[:：]/u.test(text))

/**
 * Tests for a note that its own commas split into several cells: `Note: first, second`. Each piece still begins with the
 * space after its comma.
 */
export const isSplitNote = ({ cells: [first, ...others] }: TextRow): boolean =>
  others.length > 0 && isPlainNote(first?.text.trim() ?? '') && others.every(({ text }) => text.startsWith(' '))
