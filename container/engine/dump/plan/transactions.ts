import type { Spec } from '../../../../src/contract/spec.ts'
import { countPartitions } from './partitions.ts'
import { partitionsOf, type PlannedTable, type Transactions } from './plan-types.ts'

/** A transaction holds a lock for every relation that it makes, and a server has room for some 6,000. */
const relationsInTransaction = 5000

export function transactionsOf({ output }: Spec, tables: readonly PlannedTable[]): Transactions {
  if (!output.transaction) return 'none'
  const relations = tables.reduce((sum, table) => sum + relationsOf(table), 0)
  return tables.length > 1000 || relations > relationsInTransaction ? 'groups' : 'one'
}

/** The table itself, its long values and their index, its sequences and indexes. */
const relationsOf = (table: PlannedTable): number =>
  (3 + table.source.keys.length) * tablesOf(table) + table.columns.filter(({ isIdentity }) => isIdentity).length

const tablesOf = (table: PlannedTable): number => 1 + countPartitions(partitionsOf(table))
