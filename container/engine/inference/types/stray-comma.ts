import type { DoubtfulCommas } from '../../catalog/tables.ts'
import { bytesOf, type ColumnCells } from './column-cells.ts'
import type { LaterShape } from './later-facts.ts'

/** The numbers of a column in which nearly every comma may separate thousands, and a few prove the decimal comma. */
export interface MixedCommas extends DoubtfulCommas {
  /** Whether a value such as `0,998` or `1234,567` has a fraction as long as a group, as all others may have. */
  readonly hasLongFraction: boolean
}

/** A larger share of fractions leaves no doubt about the decimal comma. */
const groupsPerFractionMin = 10
/** A smaller share of fractions does not prove it. */
const groupsPerStray = 1000

const valueBytesMax = 64
const fitsGroups = /^[^\d.,]*[1-9]\d{0,2}(?:,\d{3})+[^\d.,]*$/
const hasLongFraction = /^[^,]*,\d{3}[^\d.,]*$/

/** Returns null if the column has no doubtful comma. `later` are shapes of values after the sample. */
export function mixedCommas(cells: ColumnCells, later: readonly LaterShape[] = []): MixedCommas | null {
  const decoder = new TextDecoder()
  const count = cells.starts.length
  let [groups, fractions, row] = [0, 0, 0]
  let isLong = false
  let [group, fraction] = ['', '']
  const take = (value: string, valueRow: number, values: number): void => {
    if (fitsGroups.test(value)) {
      if (groups === 0) group = value
      groups += values
    } else if (value.includes(',')) {
      if (fractions === 0) [fraction, row] = [value, valueRow]
      fractions += values
      isLong ||= hasLongFraction.test(value)
    }
  }
  for (const {
    examples: [first],
    count: values,
  } of later)
    if (first !== undefined) take(decoder.decode(first.bytes), first.row, values)
  for (let index = 0; index < count; index++) {
    const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
    const bytes = bytesOf(cells, index)
    take(decoder.decode(bytes.subarray(start, Math.min(end, start + valueBytesMax))), cells.rows[index] as number, 1)
    // Most columns with the decimal comma end the comparison here.
    if (fractions * groupsPerFractionMin > count) return null
  }
  const isMixed = groups > 0 && fractions > 0 && fractions * groupsPerFractionMin <= groups
  return isMixed ? { groups, group, fractions, fraction, row, hasLongFraction: isLong } : null
}

/** Tests whether the fractions are so few that they may be mistakes, and unlike the other values. */
export const areStray = (found: MixedCommas): boolean =>
  !found.hasLongFraction && found.fractions * groupsPerStray <= found.groups
