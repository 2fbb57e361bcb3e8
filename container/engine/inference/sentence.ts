import { namesTotal } from '../values/total-words.ts'
import { filled } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

const wordsMin = 3

/** A single cell of several words, or of a word for notes, with nothing beside it. */
export function isSentence(row: TextRow, column: number): boolean {
  const text = row.cells[column]?.text.trim() ?? ''
  if (filled(row) !== 1 || text === '' || namesTotal(text)) return false
  return beginsNote(text) || text.split(/\s+/).length > wordsMin
}

/** A sign that footnotes begin with, and something after it. */
const footnoteSign = /^(?:[*†‡§※¹²³]|\(\d\)|\[\d\]|\d\))\s*\p{L}/u
/** Words that notes begin with, in the languages that most files come in. */
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

/** Whether a text begins with a word or a sign for notes. */
const beginsNote = (text: string): boolean => /^[*†‡]/.test(text) || footnoteSign.test(text) || word.test(text)

/** Whether a text can be nothing but a note: it begins with a sign for notes, or with a word and a colon. */
export const isPlainNote = (text: string): boolean =>
  footnoteSign.test(text) || (word.test(text) && /^\P{P}+[:：]/u.test(text))
