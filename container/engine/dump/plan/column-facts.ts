import type { DumpColumn, DumpTable } from '../schema/schema.ts'

/** Facts that only the whole column shows. */
export class ColumnFacts {
  hasOtherThanBoolean = false
  hasZeroDate = false
  hasDuration = false
  exceedsBigint = false
  hasEmptyLabel = false
  hasInvalidJson = false
  /** A document with an escape that no text of PostgreSQL can have: no part of it can be taken out there. */
  hasSealedJson = false
  /** Whether rows leave the column out: a generated column, as in mysqldump's output, or a counter that some rows leave out. */
  isLeftOut = false
  /** NULL, DEFAULT or zero in an AUTO_INCREMENT column: the server would have counted. */
  isCounted = false
}

/** The facts of a column that shows none. */
export const noFacts: Readonly<ColumnFacts> = Object.freeze(new ColumnFacts())

/** The facts of all columns, once every row was read. */
export interface KnownFacts {
  known(table: DumpTable, column: DumpColumn): Readonly<ColumnFacts>
}
