import { isListItem } from '../values/sentences.ts'
import { besideQuotes, withoutQuoted } from './delimiter-candidates.ts'
import { isEvenTable } from './even-table.ts'
import { filledLines } from './lines.ts'

const listShare = 1 / 3
const marksMin = 3
const linesExaminedMax = 200

/**
 * Recognizes a recipe, minutes, or another text in which many lines are items of lists. Their commas separate words. If
 * a delimiter splits all items into equally many cells, they are the rows of a table. A list within a quoted cell is a
 * value.
 */
export function isList(text: string): boolean {
  const lines = filledLines(withoutQuoted(text, besideQuotes)).slice(0, linesExaminedMax)
  const items = lines.filter(isListItem)
  return items.length >= Math.max(marksMin, lines.length * listShare) && !isEvenTable(items.join('\n'))
}
