import type { BoundedCount, CountsByStatus } from '../../src/contract/operator.ts'

/** Counting reads each row, so it stops at this number. Nobody needs the exact number beyond it. */
const countedMax = 1000

/** Counts the rows of a table that an index finds under a condition, up to a bound. The condition is our own text. */
export function boundedCount(sql: SqlStorage, table: string, condition: string): BoundedCount {
  const { count } = sql
    .exec<{ count: number }>(
      `select count(*) as count from (select 1 from ${table} where ${condition} limit ${countedMax})`,
    )
    .one()
  return count < countedMax ? count : '1,000 or more'
}

/** Returns the statuses that rows have, each with its number of rows. */
export function countsByStatus(sql: SqlStorage, table: string, statuses: readonly string[]): CountsByStatus {
  const counts = statuses.map((status) => [status, boundedCount(sql, table, `status = '${status}'`)] as const)
  return Object.fromEntries(counts.filter(([, count]) => count !== 0))
}
