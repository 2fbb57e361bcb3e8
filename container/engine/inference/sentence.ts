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

/** Whether a text begins with a word or a sign for notes. */
export const beginsNote = (text: string): boolean =>
  /^(?:\*|†|‡|\d\)|(?:notes?|sources?|quellen?|fuente|fonte|legend)\b)/i.test(text)
