import type { ColumnType } from './column-type.ts'

/** One column as it will be written. */
export interface PlannedColumn {
  /** 0-based position in the file. */
  readonly index: number
  readonly sourceName: string
  /** The name to write: unique in its table, within the dialect's length. */
  readonly name: string
  readonly type: ColumnType
  /** False only when the whole file was seen and every row has a value. */
  readonly nullable: boolean
}

/** The decisions of inference, which every later step obeys. `columns` are the columns to write, in order, without excluded ones. */
export interface TablePlan {
  readonly schema: string | null
  readonly table: string
  readonly sourceName: string
  readonly columns: readonly PlannedColumn[]
  /** Names of columns; empty if the table has no primary key. */
  readonly primaryKey: readonly string[]
}
