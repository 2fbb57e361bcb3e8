import type { TextLength } from '../../table/column-type.ts'
import type { CellKind } from '../../table/row-batch.ts'
import type { DecimalSize } from '../../values/numbers.ts'
import type { Canonical } from '../../values/value-parser.ts'
import type { Sample } from './sample.ts'

/** The facts about a column's trimmed values in all rows of the sample. */
export interface ColumnSurvey {
  readonly values: number
  readonly empties: number
  /** The number of null markers (`NULL`, `n/a`), if there is a check. */
  readonly markers: number
  /** The narrowest check that every other value passes, or null if there is none. */
  readonly check: Canonical['check'] | null
  /** The kinds of the cells with content. */
  readonly kinds: readonly CellKind[]
  /** The largest sizes of numbers. */
  readonly largest: DecimalSize
  readonly min: bigint
  readonly max: bigint
  /** The maximum number of fractional digits of a second. */
  readonly fractionDigits: number
  /** The maximum length, including the spaces around values, because text columns keep them. */
  readonly longest: TextLength
}

/** A survey of the whole sample, which decides the types of most columns. */
export interface SampleSurvey {
  column(index: number): ColumnSurvey
}

export interface SurveyAccelerator {
  /** Returns null if the sample does not fit into the accelerator's memory. In that case, every cell is examined. */
  survey(sample: Sample, width: number, lastHeadRow: number): SampleSurvey | null
}
