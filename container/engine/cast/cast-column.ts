import { valueMessages } from '../catalog/values.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import type { ValueParser } from '../values/value-parser.ts'

/** A column of the plan, with the parser that inference chose. A null parser keeps text as written. */
export interface CastColumn {
  readonly column: PlannedColumn
  readonly parser: ValueParser | null
  /** Text cells of typed sources are rejected in a numeric column. Among nested values they are quoted instead. */
  readonly refusesText: boolean
}

/** A column whose values are parsed instead of kept as text. */
export interface TypedColumn extends CastColumn {
  readonly parser: ValueParser
}

export const isTyped = (column: CastColumn): column is TypedColumn => column.parser !== null

/** Spaces around the values of a typed column are removed. */
export const trimmedFix = { code: 'trimmed', message: valueMessages.trimmed } as const
