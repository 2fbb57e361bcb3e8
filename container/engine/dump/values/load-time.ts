import type { LoadTime } from '../constants/constant.ts'
import { loadTimeSql } from '../constants/date-arithmetic.ts'
import type { ColumnTypePlan, ValueKind } from '../plan/column-plan.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { Token } from '../text/tokens.ts'
import { literalKinds, type Value } from './value.ts'

export const currentTimestamp: readonly Token[] = [{ kind: 'word', text: 'CURRENT_TIMESTAMP' }]

/**
 * Tests for a column in which MariaDB, and MySQL up to 5.7, store the current time for NULL. `then` is the column at the
 * statement. MySQL 8 refuses NULL.
 */
export const takesTimeForNull = ({ source, nullable }: PlannedColumn, then: DumpColumn = source): boolean =>
  source.type === 'timestamp' && then.type === 'timestamp' && (then.notNull || !nullable)

/**
 * Returns PostgreSQL's word for the timestamp of the transaction, for a column that MySQL fills with the current
 * timestamp.
 */
function loadTimeWord(kind: ValueKind, { shape, sql }: LoadTime): string | null {
  if (sql !== undefined || shape === 'seconds' || shape === 'part' || shape === 'text') return null
  if (kind === 'time') return shape === 'day' ? null : 'now'
  if (kind !== 'date' && kind !== 'timestamp' && kind !== 'timestamptz') return null
  return shape === 'time' ? null : shape === 'day' ? 'today' : 'now'
}

/** Returns the expression for a time that is part of a computation, or that is stored in a column of another kind. */
function loadTimeExpression(type: ColumnTypePlan, loadTime: LoadTime): string | null {
  const { shape } = loadTime
  const sql = loadTimeSql(loadTime)
  if (shape === 'timestamp' || shape === 'day') return dateExpression(type, shape, sql)
  return shape === 'time' ? null : partExpression(type, loadTime, sql)
}

/** Returns the expression for numbers and strings that are derived from a time. */
function partExpression(
  { kind, size, width }: ColumnTypePlan,
  { shape, longest = 10 }: LoadTime,
  sql: string,
): string | null {
  if (kind === 'text') return size > 0 && size < longest ? null : shape === 'text' ? sql : `(${sql})::text`
  if (shape === 'text') return null
  return kind === 'decimal' || (kind === 'integer' && (shape === 'part' || width >= 32)) ? sql : null
}

function dateExpression({ kind, size }: ColumnTypePlan, shape: 'timestamp' | 'day', sql: string): string | null {
  if (kind === 'text') {
    const isLong = shape === 'timestamp'
    if (size > 0 && size < (isLong ? 19 : 10)) return null
    return `to_char(${sql}, 'YYYY-MM-DD${isLong ? ' HH24:MI:SS' : ''}')`
  }
  if (kind === 'date') return `(${sql})::date`
  return kind === 'timestamp' || kind === 'timestamptz' ? sql : null
}

/** Sets the value to the time when the script is loaded. Returns false if the column cannot store one. */
export function setLoadTime({ type }: PlannedColumn, loadTime: LoadTime, value: Value): boolean {
  const word = loadTimeWord(type.kind, loadTime)
  const sql = word === null ? loadTimeExpression(type, loadTime) : null
  if (word === null && sql === null) return false
  value.changes.push('moment_of_loading')
  return word === null ? value.setText(literalKinds.expression, sql ?? '') : value.setText(literalKinds.plain, word)
}
