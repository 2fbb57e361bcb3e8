import type { Reporter } from '../report/reporter.ts'
import type { RowBatch } from '../table/row-batch.ts'
import type { CastColumn } from './cast-column.ts'

export interface RowsToCast {
  readonly columns: readonly CastColumn[]
  /** The number of cells in a row of the table. Further cells have no column. */
  readonly width: number
  readonly lastHeadRow: number
  /**
   * Whether a row of delimited text that ends early is damaged and needs the plain code. In JSON, a missing key simply
   * has no value.
   */
  readonly shortRowsAreFixes: boolean
  readonly reporter: Reporter
}

/** Casts consecutive rows whose cells are canonical or need only one kind of rewriting. */
export interface AcceleratedCast {
  readonly fixes: AcceleratedFixes
  covers(batch: RowBatch): boolean
  /** Returns the first row that the plain code has to cast. Rewritten values are added to the batch's arena. */
  castRows(batch: RowBatch, row: number, typedRow: number): number
}

/** Fixes that an accelerator can make once the report has enough examples of them. */
export interface AcceleratedFixes {
  /** Lets the accelerator make each kind of fix that has enough examples by now. */
  allow(): void
  /** Adds the fixes made since the last call to the report's counts. */
  report(): void
}

/** The positions of the values of typed cells. */
export interface TypedSpace {
  readonly starts: Int32Array
  readonly ends: Int32Array
}

export interface CastAccelerator {
  /**
   * Returns the space from which the accelerator can write a batch's rows, no matter which code cast them. Returns null
   * if there is none.
   */
  typedSpace(batch: RowBatch, width: number): TypedSpace | null
  /** Returns null if a column needs the plain code. */
  cast(rows: RowsToCast): AcceleratedCast | null
}
