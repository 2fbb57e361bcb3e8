import type { PlannedColumn } from '../plan/plan-types.ts'
import type { HeldRow } from './held-cell.ts'
import { keyText } from './key-text.ts'

export const numberIn = (row: HeldRow, at: number): bigint => BigInt(/^\d+$/.exec(row[at]?.text ?? '')?.[0] ?? 0)

/** The largest number among the rows with the same prefix. */
export class LargestNumbers {
  private readonly byPrefix = new Map<string, bigint>()
  private readonly prefix: readonly number[]
  private readonly counted: number
  private readonly columns: readonly PlannedColumn[]

  constructor(prefix: readonly number[], counted: number, columns: readonly PlannedColumn[]) {
    this.prefix = prefix
    this.counted = counted
    this.columns = columns
  }

  numberOf(row: HeldRow): bigint {
    return this.byPrefix.get(this.prefixOf(row)) ?? 0n
  }

  note(row: HeldRow): void {
    const number = numberIn(row, this.counted)
    if (number > this.numberOf(row)) this.byPrefix.set(this.prefixOf(row), number)
  }

  private prefixOf(row: HeldRow): string {
    const textOf = (at: number): string => {
      const cell = row[at] ?? null
      return cell === null ? '' : keyText(cell.text, this.columns[at] as PlannedColumn)
    }
    return this.prefix.map(textOf).join('\0')
  }
}
