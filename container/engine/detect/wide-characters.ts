import { linesOf } from './lines.ts'

/** Matches an East Asian character of one code unit that takes two columns in a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g
const doubled = new RegExp(`(${wide.source})\\1`, 'g')
const linesExamined = 200

/** Writes each wide character twice, so that every character takes one column. */
export const spread = (line: string): string => line.replaceAll(wide, '$&$&')

/** Undoes `spread`. */
export const unspread = (cell: string): string => cell.replaceAll(doubled, '$1')

/**
 * Tests whether the columns of a text only line up if East Asian characters count as two, as programs for a terminal
 * pad them. Others count characters. The words of lines that line up begin and end at fewer different positions.
 */
export function countsWide(text: string): boolean {
  if (text.search(wide) < 0) return false
  const lines = linesOf(text).slice(0, linesExamined)
  return edgesOf(lines.map(spread)) < edgesOf(lines)
}

/** Counts the positions at which words begin, and those at which they end. */
function edgesOf(lines: readonly string[]): number {
  const starts = new Set<number>()
  const ends = new Set<number>()
  for (const line of lines) {
    for (const { 0: word, index } of line.matchAll(/\S+/g)) {
      starts.add(index)
      ends.add(index + word.length)
    }
  }
  return starts.size + ends.size
}
