import { isFromClient } from './client-lines.ts'

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
export const beginsNote = (text: string): boolean => /^[*†‡]/.test(text) || footnoteSign.test(text) || word.test(text)

/** Tests for a line that is drawn below a table, as statistical offices do above their notes. */
export const isDrawnLine = (text: string): boolean => /^[-_=*~─━—]{4,}$/.test(text)

/** Tests for a word for notes and a colon: `Source: Eurostat`. */
const isNamedNote = (text: string): boolean => word.test(text) && /^\P{P}+[:：]/u.test(text)

/** Tests for a line that is only a note. Wide gaps would separate cells. */
export const isWholeNote = (line: string): boolean => isNamedNote(line.trim()) && !/\S {2,}\S/.test(line)

/**
 * Tests for a text that can only be a note: a drawn line, a sign for notes at its beginning, a word and a colon, the
 * number of a page, or a message of the program that wrote the file.
 */
export const isPlainNote = (text: string): boolean =>
  isFromClient(text) || isDrawnLine(text) || isPageNumber(text) || footnoteSign.test(text) || isNamedNote(text)

const pageLengthMax = 30
const page = 'page|seite|página|pagina|strona|sida|side|sivu|страница'
const outOf = 'of|von|de|di|van|z|av|af|sur|из'
const pageNumber = new RegExp(`^(?:${page})\\s\\d{1,5}(?:\\s(?:${outOf})\\s|\\s?/\\s?)\\d{1,5}$`, 'iu')

/** Tests for the number of a page and the number of pages, as reports print them below their rows: `Page 1 of 3`. */
export const isPageNumber = (text: string): boolean => text.length <= pageLengthMax && pageNumber.test(text)
