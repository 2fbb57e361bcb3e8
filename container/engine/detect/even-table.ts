import { quotesNothing } from './quote-evidence.ts'
import { splitRows } from './split-rows.ts'

const delimiters = [',', ';', '\t', '|'] as const
const rowsMin = 2
const evenShare = 0.9
/**
 * The share of the rows with content after the first cell. In programs, lines end with characters that are delimiters
 * elsewhere.
 */
const filledShare = 0.5

/** Tests whether one of the common delimiters splits nearly all lines into the same number of cells. */
export const isEvenTable = (text: string): boolean =>
  delimiters.some((delimiter) => {
    if (!text.includes(delimiter)) return false
    const quote = quotesNothing(text, delimiter) ? null : '"'
    return (
      areRows(splitRows(text, delimiter, quote, null)) ||
      (text.includes(`\\${delimiter}`) && areRows(splitRows(text, delimiter, quote, '\\')))
    )
  })

function areRows(rows: readonly string[][]): boolean {
  const widths = new Map<number, number>()
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width, count] = [...widths].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])
  const filled = rows.filter((row) => row.slice(1).some((cell) => cell.trim() !== ''))
  return (
    width > 1 &&
    rows.length >= rowsMin &&
    count >= rows.length * evenShare &&
    filled.length >= rows.length * filledShare
  )
}
