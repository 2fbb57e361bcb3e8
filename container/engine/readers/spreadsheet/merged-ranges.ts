import type { MergedRange } from '../../table/sheet-layout.ts'

/** Ranges beyond this number are counted but not kept. */
const keptMax = 20_000

/** The merged ranges of a sheet, in sheet rows and columns. */
export class MergedRanges {
  count = 0
  private readonly kept: MergedRange[] = []

  /** Rows count from 1, and columns from 0. */
  add(firstRow: number, lastRow: number, firstColumn: number, lastColumn: number): void {
    this.count++
    if (this.kept.length < keptMax) this.kept.push({ firstRow, lastRow, firstColumn, lastColumn })
  }

  /** Returns the ranges read so far. Columns count from `left`. */
  from(left: number): MergedRange[] {
    return this.kept.map((range) => ({
      ...range,
      firstColumn: range.firstColumn - left,
      lastColumn: range.lastColumn - left,
    }))
  }
}
