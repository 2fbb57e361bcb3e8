import type { SerialShape } from '../../values/excel-serial.ts'
import { currencyOfFormat, digitsFilled, shapeOfFormat } from '../../values/number-format.ts'
import type { StringArena } from './string-arena.ts'

/** The number format of each cell style. */
export class CellStyles {
  readonly shapes: SerialShape[] = []
  /** The number of digits that formats such as `00000` fill, or 0 for other formats. */
  readonly digits: number[] = []

  /** The currency that each style shows, or null. */
  readonly currencies: (string | null)[] = []
  private firstCurrency: string | null = null
  /** The numbers of one column may have different currencies. */
  hasSeveralCurrencies = false

  add(formatId: number, code: string | undefined): void {
    const currency = currencyOfFormat(formatId, code)
    this.currencies.push(currency)
    this.firstCurrency ??= currency
    this.hasSeveralCurrencies ||= currency !== null && currency !== this.firstCurrency
    this.shapes.push(shapeOfFormat(formatId, code))
    this.digits.push(digitsFilled(code))
  }
}

/** The parts that all sheets of a workbook share. */
export interface SheetParts {
  readonly strings: StringArena
  readonly styles: CellStyles
  readonly is1904: boolean
}
