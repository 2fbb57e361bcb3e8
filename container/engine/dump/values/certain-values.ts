import { asciiOf } from '../../bytes/ascii.ts'
import { isUsableDate } from '../expressions/dates.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { cellKind, numberFlag, type RowCells } from '../text/row-cells.ts'
import type { DumpText } from '../text/tokens.ts'
import { rangeOf } from '../schema/integer-ranges.ts'

export const isInteger = ({ type }: DumpColumn): boolean => /^(?:tiny|small|medium|big)?int$/.test(type)

/** The characters that texts hold in any character set. */
const charactersOf: Readonly<Record<string, number>> = {
  tinytext: 255,
  text: 65_535,
  mediumtext: 65_535,
  longtext: 65_535,
}
const digitsOfNumber = 15

/** Returns what every server stores for a cell, in every mode, as it is in the dump. Returns null if that is uncertain. */
export function certainValue(column: DumpColumn, { bytes }: DumpText, cells: RowCells, at: number): string | null {
  const kind = cells.kinds[at]
  const flags = cells.flags[at] as number
  const isString = kind === cellKind.string && flags === 0
  const isNumber = kind === cellKind.number && (flags === 0 || flags === numberFlag.point)
  if (!isString && !isNumber) return null
  const written = asciiOf(bytes, cells.starts[at] as number, cells.ends[at] as number)
  return isStored(column, written, isString) ? written : null
}

function isStored(column: DumpColumn, written: string, isString: boolean): boolean {
  const {
    type,
    sizes: [size],
  } = column
  if (isInteger(column)) return isStoredInteger(column, written)
  const charactersMax = type === 'char' || type === 'varchar' ? (size ?? 1) : charactersOf[type]
  if (charactersMax !== undefined) return isString && written.length <= charactersMax
  switch (type) {
    case 'decimal':
      return isStoredDecimal(column, written)
    case 'float':
    case 'double':
      return !isString && !column.unsigned && column.sizes.length === 0
    case 'date':
      return isString && /^[12]\d{3}-\d\d-\d\d$/.test(written) && isUsableDate(written)
    case 'datetime':
      return isString && /^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(written) && isUsableDate(written)
    case 'enum':
      return isString && column.labels.includes(written)
    default:
      return false
  }
}

function isStoredDecimal({ sizes: [size = 10, scale = 0], unsigned }: DumpColumn, written: string): boolean {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(written) ?? []
  if (whole === undefined || (unsigned && sign !== '')) return false
  return whole.length <= size - scale && fraction.length <= scale
}

/** Tests for an integer as a server writes it. Zero makes a counter generate a number. */
function isStoredInteger(column: DumpColumn, written: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(written) || (written === '0' && column.autoIncrement)) return false
  const [smallest, largest] = rangeOf(column)
  const number = written.length > digitsOfNumber ? BigInt(written) : Number(written)
  return number >= smallest && number <= largest
}
