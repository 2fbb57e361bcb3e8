import type { TextLength } from '../table/column-type.ts'
import type { CellKind } from '../table/row-batch.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { Canonical } from '../values/value-parser.ts'
import type { Sample } from './sample.ts'

/** Facts about a column's trimmed values in all rows of the sample. */
export interface ColumnSurvey {
  readonly values: number
  readonly empties: number
  /** Values that stand for none (`NULL`, `n/a`), if there is a check. */
  readonly markers: number
  /** The narrowest check that every other value passes; null if there is none. */
  readonly check: Canonical['check'] | null
  /** The kinds of the cells with content. */
  readonly kinds: readonly CellKind[]
  /** The largest sizes of numbers. */
  readonly largest: DecimalSize
  readonly min: bigint
  readonly max: bigint
  /** The most digits of a second's fraction. */
  readonly fractionDigits: number
  /** The lengths with the spaces around values, as text keeps them. */
  readonly longest: TextLength
}

/** A survey of the whole sample, which settles the types of most columns. */
export interface SampleSurvey {
  column(index: number): ColumnSurvey
}

export interface SurveyAccelerator {
  /** Null if the sample has no room in the accelerator's memory: then every cell is examined. */
  survey(sample: Sample, width: number, lastHeadRow: number): SampleSurvey | null
}
