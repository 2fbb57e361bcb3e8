import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { Reporter } from '../report/reporter.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import type { LiteralPattern } from './literal-pattern.ts'

/** The column of a value, and the report that counts changes to it. */
export interface CellPlace {
  readonly column: PlannedColumn
  readonly reporter: Reporter
}

/**
 * The literals of an output format. Values are already canonical text (`table/typed-batch.ts`), so nothing is parsed.
 */
export interface Literals {
  /** Defines the literals of a type. */
  pattern(type: ColumnType): LiteralPattern
  /** Writes a value that its column's pattern excludes. */
  outsidePattern(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void
}
