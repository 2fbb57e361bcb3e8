import { valueMessages } from '../catalog/values.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import type { ValueParser } from '../values/value-parser.ts'

/** A column of the plan, with the parser that inference chose. A null parser keeps text unchanged. */
export interface CastColumn {
  readonly column: PlannedColumn
  readonly parser: ValueParser | null
  /**
   * Whether text cells of typed sources are rejected in a numeric column. In a column of nested values, they are
   * quoted.
   */
  readonly refusesText: boolean
}

/** A column whose values are parsed instead of kept as text. */
export interface TypedColumn extends CastColumn {
  readonly parser: ValueParser
}

export const isTyped = (column: CastColumn): column is TypedColumn => column.parser !== null

/** The fix for removed spaces around the values of a typed column. */
export const trimmedFix = { code: 'trimmed', message: valueMessages.trimmed } as const
