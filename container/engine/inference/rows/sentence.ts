import { beginsNote, isPlainNote } from '../../values/notes.ts'
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

/**
 * Tests for a note that its own commas split into several cells: `Note: first, second`. Each piece still begins with the
 * space after its comma.
 */
export const isSplitNote = ({ cells: [first, ...others] }: TextRow): boolean =>
  others.length > 0 && isPlainNote(first?.text.trim() ?? '') && others.every(({ text }) => text.startsWith(' '))
