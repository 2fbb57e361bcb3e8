/** A merged range. Rows count from 1, as in the sheet. Column 0 is the table's first column. */
export interface MergedRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** The URL or the comment of a range of cells. It is not part of their values. */
export interface CellAnnotation extends MergedRange {
  readonly kind: 'url' | 'comment'
  readonly text: string
}

/** The layout of a sheet, which is everything except its values. */
export interface SheetLayout {
  /** The merged ranges read so far. Most formats list them after the rows. */
  readonly merges: readonly MergedRange[]
  /** The hidden columns of the table. */
  readonly hiddenColumns?: readonly number[]
  /** The URLs and comments that become columns. */
  readonly annotations?: readonly CellAnnotation[]
  /** The first column of the table in the sheet, counted from 0. */
  readonly firstColumn?: number
}
