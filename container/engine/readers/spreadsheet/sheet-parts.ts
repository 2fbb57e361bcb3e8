import type { SerialShape } from '../../values/excel-serial.ts'
import { digitsFilled, shapeOfFormat } from '../../values/number-format.ts'
import type { StringArena } from './string-arena.ts'

/** The number format of each cell style. */
export class CellStyles {
  readonly shapes: SerialShape[] = []
  /** How many digits formats such as `00000` fill; 0 for the others. */
  readonly digits: number[] = []

  add(formatId: number, code: string | undefined): void {
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
