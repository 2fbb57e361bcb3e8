import type { DumpColumn, DumpTable } from '../schema/schema.ts'

/** Facts that require reading the whole column. */
export class ColumnFacts {
  hasOtherThanBoolean = false
  hasZeroDate = false
  hasDuration = false
  exceedsBigint = false
  hasEmptyLabel = false
  hasInvalidJson = false
  /**
   * Whether a document has an escape that no text in PostgreSQL can contain, so no part of it can be extracted there.
   */
  hasSealedJson = false
  /**
   * Whether rows omit the column: a generated column, as in mysqldump's output, or a counter that only some rows
   * contain.
   */
  isLeftOut = false
  /**
   * Whether an AUTO_INCREMENT column contains NULL, DEFAULT or zero, for which the server would have generated a
   * number.
   */
  isCounted = false
}

/** Facts about a column without special values. */
export const noFacts: Readonly<ColumnFacts> = Object.freeze(new ColumnFacts())

/** The facts of all columns after every row was read. */
export interface KnownFacts {
  known(table: DumpTable, column: DumpColumn): Readonly<ColumnFacts>
}
