import { bytesOf, type ColumnCells } from './column-cells.ts'
import type { ColumnDecision, TypingFacts } from './column-types.ts'

/** The access to the columns of a table whose numbers may fit both decimal separators. */
export interface NumberColumns {
  decide(at: number, facts: TypingFacts): ColumnDecision
  cells(at: number): ColumnCells
}

/** A value such as `59,913` whose comma may separate thousands or a fraction, because nothing in the file proves either. */
export interface UnprovenNumber {
  readonly at: number
  readonly value: string
  readonly decimal: '.' | ','
}

export interface FileDecimal {
  readonly decisions: readonly ColumnDecision[]
  readonly unproven: readonly UnprovenNumber[]
}

/**
 * Returns the decisions about the columns of a table, which share one decimal separator. The point in `1.250` may
 * separate thousands or a fraction. If another column proves the decimal comma, as `12,50` does, and none proves the
 * decimal point, it separates thousands. If no column proves either, the notation of the values and the delimiter
 * decide.
 */
export function withFileDecimal(
  found: readonly ColumnDecision[],
  facts: TypingFacts,
  columns: NumberColumns,
): FileDecimal {
  const unchanged = { decisions: found, unproven: [] }
  const points = found.flatMap(({ decimal }, at) => (decimal === '.' ? [at] : []))
  if (facts.locale !== null || facts.typedSource) return unchanged
  const hasComma = found.some(({ decimal }) => decimal === ',')
  const mayBeOtherwise = points.every((at) => found[at]?.fitsGroups === true)
  if (!mayBeOtherwise && !hasComma) return unchanged
  const withComma = found.map((decision, at) =>
    decision.decimal === '.' || decision.groupedCode !== null || isTextByStray(decision)
      ? columns.decide(at, { ...facts, decimal: ',' })
      : decision,
  )
  const fitsBoth = points.filter((at) => withComma[at]?.decimal === ',')
  const hasPoint = fitsBoth.length < points.length
  if (hasPoint && !hasComma) return unchanged
  if (hasComma && !hasPoint) return { decisions: withComma, unproven: [] }
  const written = fitsBoth.flatMap((at) => writtenGroups(at, columns.cells(at)))
  const decimal = !hasPoint && written.some((groups) => suggestsComma(groups, facts.delimiter)) ? ',' : '.'
  return {
    decisions: decimal === ',' ? withComma : found,
    unproven: written
      .filter((groups) => mayBeMisread(groups, facts.delimiter))
      .map(({ at, value }) => ({ at, value, decimal })),
  }
}

/** Tests for numbers that stay text, because a stray value alone proves the decimal comma. */
const isTextByStray = ({ parser, mixedCommas }: ColumnDecision): boolean => parser === null && mixedCommas !== null

/** The notation of the numbers in a column with one separator before three digits. */
interface WrittenGroups {
  readonly at: number
  /** The first value with a separator. */
  readonly value: string
  readonly separator: string
  /** Whether some values have no separator, although they have more than three digits. */
  readonly hasLongNumbers: boolean
  /** Whether some values have three digits or fewer, so they need no separator. */
  readonly hasShortNumbers: boolean
  /** Whether some values have a currency of a country with the decimal point, or its accounting negatives: `(1.50)`. */
  readonly isEnglish: boolean
}

const english = /[$£(]/
const grouped = /\d([.,])\d{3}(?!\d)/

/** Returns the notation of a column's numbers, or an empty list if none has a separator. */
function writtenGroups(at: number, cells: ColumnCells): WrittenGroups[] {
  const decoder = new TextDecoder()
  let first: { value: string; separator: string } | null = null
  let [hasLongNumbers, hasShortNumbers, isEnglish] = [false, false, false]
  for (let index = 0; index < cells.starts.length; index++) {
    const value = decoder.decode(bytesOf(cells, index).subarray(cells.starts[index], cells.ends[index]))
    const separator = grouped.exec(value)?.[1]
    isEnglish ||= english.test(value)
    if (separator !== undefined) first ??= { value, separator }
    else if (/\d{4}/.test(value)) hasLongNumbers = true
    else if (/\d/.test(value)) hasShortNumbers = true
  }
  return first === null ? [] : [{ at, ...first, hasLongNumbers, hasShortNumbers, isEnglish }]
}

/**
 * Tests whether `59,913` has a fraction. In that case, either a number such as 1250 has no separator, or the delimiter
 * is that of countries with the decimal comma.
 */
function suggestsComma(
  { separator, hasLongNumbers, hasShortNumbers, isEnglish }: WrittenGroups,
  delimiter: string | null,
): boolean {
  if (separator !== ',' || isEnglish) return false
  return hasLongNumbers || (delimiter === ';' && !hasShortNumbers)
}

/**
 * Tests whether a number is worth a note. In a file with commas between its cells, the commas in quoted numbers
 * separate thousands. A point is only doubtful in files with semicolons.
 */
function mayBeMisread({ separator, hasLongNumbers }: WrittenGroups, delimiter: string | null): boolean {
  if (delimiter === null || delimiter === ',') return hasLongNumbers && separator === ','
  return separator === ',' || (delimiter === ';' && !hasLongNumbers)
}
