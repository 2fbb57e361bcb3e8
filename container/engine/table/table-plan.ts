import type { ColumnType } from './column-type.ts'

/** A column of the output. */
export interface PlannedColumn {
  /** The position in the file, counted from 0. */
  readonly index: number
  readonly sourceName: string
  /** The name in the output. It is unique in its table and within the dialect's length limit. */
  readonly name: string
  readonly type: ColumnType
  /** Whether the column may be NULL. It is false only if the whole file was read and every row has a value. */
  readonly nullable: boolean
}

/**
 * The decisions of inference. Every later step follows them. `columns` are the output columns in order, without
 * excluded ones.
 */
export interface TablePlan {
  readonly schema: string | null
  readonly table: string
  readonly sourceName: string
  readonly columns: readonly PlannedColumn[]
  /** The names of the columns, or empty if the table has no primary key. */
  readonly primaryKey: readonly string[]
}
