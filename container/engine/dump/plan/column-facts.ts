import type { DumpColumn, DumpTable } from '../schema/schema.ts'

/** Facts that require reading the whole column. */
export class ColumnFacts {
  hasOtherThanBoolean = false
  hasZeroDate = false
  hasDuration = false
  exceedsBigint = false
  hasEmptyLabel = false
  hasInvalidJson = false
  /** A document has an escape that no text in PostgreSQL can contain, so no part of it can be extracted there. */
  hasSealedJson = false
  /** Rows omit the column: a generated column, as in mysqldump's output, or a counter that only some rows contain. */
  isLeftOut = false
  /** An AUTO_INCREMENT column contains NULL, DEFAULT or zero, for which the server would have generated a number. */
  isCounted = false
}

/** The facts of a column that shows none. */
export const noFacts: Readonly<ColumnFacts> = Object.freeze(new ColumnFacts())

/** The facts of all columns after every row was read. */
export interface KnownFacts {
  known(table: DumpTable, column: DumpColumn): Readonly<ColumnFacts>
}
