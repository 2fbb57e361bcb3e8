import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { Reporter } from '../report/reporter.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import type { LiteralPattern } from './literal-pattern.ts'

/** A value's column, and the report of changes to it. */
export interface CellPlace {
  readonly column: PlannedColumn
  readonly reporter: Reporter
}

/** The literals of an output format. Values are canonical text (`table/typed-batch.ts`); nothing is parsed on the way. */
export interface Literals {
  /** The definition of the literals of a type. */
  pattern(type: ColumnType): LiteralPattern
  /** Writes a value that its column's pattern leaves out. */
  outsidePattern(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void
}
