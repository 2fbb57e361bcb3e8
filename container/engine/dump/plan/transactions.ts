import type { Spec } from '../../../../src/contract/spec.ts'
import { countPartitions } from './partitions.ts'
import { type DumpPlan, partitionsOf, type PlannedTable, type Transactions } from './plan-types.ts'

/**
 * The maximum number of relations that a transaction creates. It holds a lock for each of them, and a server has space
 * for about 6,000.
 */
const relationsInTransaction = 5000

export function transactionsOf({ output }: Spec, tables: readonly PlannedTable[]): Transactions {
  if (!output.transaction) return 'none'
  const relations = tables.reduce((sum, table) => sum + relationsOf(table), 0)
  return tables.length > 1000 || relations > relationsInTransaction ? 'groups' : 'one'
}

/**
 * Returns the number of relations of a table: the table itself, its long values and their index, its sequences and
 * indexes.
 */
const relationsOf = (table: PlannedTable): number =>
  (3 + table.source.keys.length) * tablesOf(table) + table.columns.filter(({ isIdentity }) => isIdentity).length

const tablesOf = (table: PlannedTable): number => 1 + countPartitions(partitionsOf(table))

/** Returns a statement about transactions, if the script has any. */
export const transaction = ({ transactions }: DumpPlan, statement: string): string =>
  transactions === 'none' ? '' : statement

export const beginTransaction = 'BEGIN;\n'
export const endTransaction = 'COMMIT;\n'
export const nextTransaction = `${endTransaction}${beginTransaction}`

export const statementsInGroup = 500

export const isInGroups = ({ transactions }: DumpPlan): boolean => transactions === 'groups'

/** Splits the statements into several transactions if a dump has too many tables for one. */
export function* inGroups(plan: DumpPlan, statements: Iterable<string>): Iterable<string> {
  let count = 0
  for (const statement of statements) {
    yield statement
    if (isInGroups(plan) && ++count % statementsInGroup === 0) yield nextTransaction
  }
}

/** Ends the transaction after the rows of a number of tables. */
export class RowGroups {
  private count = 0
  private readonly isNeeded: boolean

  constructor(plan: DumpPlan) {
    this.isNeeded = isInGroups(plan)
  }

  /** Returns the text before the rows of another table. */
  next(): string {
    return this.isNeeded && ++this.count % statementsInGroup === 0 ? nextTransaction : ''
  }
}
