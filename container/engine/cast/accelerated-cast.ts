import type { Reporter } from '../report/reporter.ts'
import type { RowBatch } from '../table/row-batch.ts'
import type { CastColumn } from './cast-column.ts'

export interface RowsToCast {
  readonly columns: readonly CastColumn[]
  /** Cells of the table: those beyond are no column's. */
  readonly width: number
  readonly lastHeadRow: number
  /** In delimited text a row that ends early is damage, and needs the plain code; in JSON a missing key is just no value. */
  readonly shortRowsAreFixes: boolean
  readonly reporter: Reporter
}

/** Casts consecutive rows whose cells are all canonical already, or rewritten in one way. */
export interface AcceleratedCast {
  readonly fixes: AcceleratedFixes
  covers(batch: RowBatch): boolean
  /** Returns the first row that the plain code has to cast. Rewritten values go into the batch's arena. */
  castRows(batch: RowBatch, row: number, typedRow: number): number
}

/** Fixes that an accelerator makes where the report already has enough examples of them. */
export interface AcceleratedFixes {
  /** Hands over every kind of value that has enough examples by now. */
  allow(): void
  /** Adds the counts of the fixes made since then to the report. */
  report(): void
}

/** The positions of the values of typed cells. */
export interface TypedSpace {
  readonly starts: Int32Array
  readonly ends: Int32Array
}

export interface CastAccelerator {
  /** The space from which the accelerator can write the rows of a batch, by any caster. Null if it cannot. */
  typedSpace(batch: RowBatch, width: number): TypedSpace | null
  /** Null if a column needs the plain code. */
  cast(rows: RowsToCast): AcceleratedCast | null
}
