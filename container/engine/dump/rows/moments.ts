import type { Moment } from '../expressions/constant.ts'
import { momentSql } from '../expressions/date-arithmetic.ts'
import type { ColumnTypePlan, ValueKind } from '../plan/column-plan.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import { form, type Value } from './value.ts'

/** The word for the transaction's timestamp in PostgreSQL, for a column that MySQL fills with the current timestamp. */
function momentWord(kind: ValueKind, { of, sql }: Moment): string | null {
  if (sql !== undefined || of === 'seconds' || of === 'part' || of === 'text') return null
  if (kind === 'time') return of === 'day' ? null : 'now'
  if (kind !== 'date' && kind !== 'timestamp' && kind !== 'timestamptz') return null
  return of === 'time' ? null : of === 'day' ? 'today' : 'now'
}

/** The expression for a time that is computed with, or that goes into another column than one of dates. */
function momentExpression(type: ColumnTypePlan, moment: Moment): string | null {
  const { of } = moment
  const sql = momentSql(moment)
  if (of === 'moment' || of === 'day') return dateExpression(type, of, sql)
  return of === 'time' ? null : partExpression(type, moment, sql)
}

/** Numbers and texts that are made of a time. */
function partExpression(
  { kind, size, width }: ColumnTypePlan,
  { of, longest = 10 }: Moment,
  sql: string,
): string | null {
  if (kind === 'text') return size > 0 && size < longest ? null : of === 'text' ? sql : `(${sql})::text`
  if (of === 'text') return null
  return kind === 'decimal' || (kind === 'integer' && (of === 'part' || width >= 32)) ? sql : null
}

function dateExpression({ kind, size }: ColumnTypePlan, of: 'moment' | 'day', sql: string): string | null {
  if (kind === 'text') {
    const isLong = of === 'moment'
    if (size > 0 && size < (isLong ? 19 : 10)) return null
    return `to_char(${sql}, 'YYYY-MM-DD${isLong ? ' HH24:MI:SS' : ''}')`
  }
  if (kind === 'date') return `(${sql})::date`
  return kind === 'timestamp' || kind === 'timestamptz' ? sql : null
}

/** Sets a time of loading; false where the column takes none. */
export function setMoment({ type }: PlannedColumn, moment: Moment, value: Value): boolean {
  const word = momentWord(type.kind, moment)
  const sql = word === null ? momentExpression(type, moment) : null
  if (word === null && sql === null) return false
  value.changes.push('moment_of_loading')
  return word === null ? value.setText(form.expression, sql ?? '') : value.setText(form.plain, word)
}
