import type { SerialShape } from '../../values/excel-serial.ts'
import { currencyOfFormat, digitsFilled, shapeOfFormat } from '../../values/number-format.ts'
import type { StringArena } from './string-arena.ts'

/** The number format of each cell style. */
export class CellStyles {
  readonly shapes: SerialShape[] = []
  /** The number of digits that formats such as `00000` pad to, or 0 for other formats. */
  readonly digits: number[] = []

  /** The currency of each style, or null. */
  readonly currencies: (string | null)[] = []
  private firstCurrency: string | null = null
  /** Whether the number formats use more than one currency. */
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
