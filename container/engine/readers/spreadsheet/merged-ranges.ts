import type { MergedRange } from '../../table/sheet-layout.ts'

/** Ranges beyond these are counted and not kept. */
const keptMax = 20_000

/** The merged ranges of a sheet, by its own rows and columns. */
export class MergedRanges {
  count = 0
  private readonly kept: MergedRange[] = []

  /** Rows count from 1, columns from 0. */
  add(firstRow: number, lastRow: number, firstColumn: number, lastColumn: number): void {
    this.count++
    if (this.kept.length < keptMax) this.kept.push({ firstRow, lastRow, firstColumn, lastColumn })
  }

  /** The ranges read so far, with columns counted from `left`. */
  from(left: number): MergedRange[] {
    return this.kept.map((range) => ({
      ...range,
      firstColumn: range.firstColumn - left,
      lastColumn: range.lastColumn - left,
    }))
  }
}
