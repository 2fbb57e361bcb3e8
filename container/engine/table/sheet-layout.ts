/** Rows from 1 as the sheet numbers them; columns from 0 at the table's first one. */
export interface MergedRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** The URL or the comment of cells, which is not their value. */
export interface CellAnnotation extends MergedRange {
  readonly kind: 'url' | 'comment'
  readonly text: string
}

/** The layout of a sheet: everything besides its values. */
export interface SheetLayout {
  /** The merged ranges read so far: most formats list them after the rows. */
  readonly merges: readonly MergedRange[]
  /** Columns of the table that its user does not see. */
  readonly hiddenColumns?: readonly number[]
  /** The URLs and comments that become columns. */
  readonly annotations?: readonly CellAnnotation[]
  /** The column of the sheet, from 0, that is the first one of the table. */
  readonly firstColumn?: number
}
