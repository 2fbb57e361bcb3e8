import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { RowLayout } from '../dialects/row-layout.ts'
import type { LiteralPattern } from '../literals/literal-pattern.ts'
import type { AllowedKind } from '../report/allowed-fixes.ts'
import type { TypedBatch } from '../table/typed-batch.ts'

/** Writes consecutive rows whose literals are values between constants. */
export interface AcceleratedRows {
  /** One entry per column: the permission to make the changes that the literal's `fix` describes, or null. */
  readonly allowances: readonly (AllowedKind['allowance'] | null)[]
  /** Tests whether a batch and the output are in the accelerator's memory. */
  covers(batch: TypedBatch, out: GrowingBytes): boolean
  /**
   * Writes rows from `row` to `rowEnd`, until the output has `bytesMax` bytes. Returns the first row that was not
   * written.
   */
  write(row: number, rowEnd: number, isFirst: boolean, out: GrowingBytes, bytesMax: number): number
}

export interface RowsAccelerator {
  /** Returns null if a literal needs the plain code. */
  rows(layout: RowLayout, patterns: readonly LiteralPattern[]): AcceleratedRows | null
}
