import type { Message } from '../../../../src/contract/catalog/message.ts'
import { noticeMessages } from '../../catalog/notices.ts'
import type { Report } from '../../../../src/contract/report.ts'
import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'

/** The maximum number of columns in a notice. */
const columnsNamed = 5

/** Returns the differences between the databases that affect application code, each with the columns concerned. */
export function noticesOf(plan: DumpPlan, report: Report): Message[] {
  const columns = plan.tables.flatMap((table) => table.columns.map((column) => ({ table: table.name, column })))
  const about = (test: (column: PlannedColumn) => boolean, notice: Message): Message[] => {
    const found = columns.filter(({ column }) => test(column))
    if (found.length === 0) return []
    const names = found.slice(0, columnsNamed).map(({ table, column }) => `\`${table}.${column.name}\``)
    return [noticeMessages.columns(notice, names.join(', '), found.length - names.length)]
  }
  const hasFix = (code: string): boolean => report.fixes.some((fix) => fix.code === code)
  return [
    ...about(
      ({ source, type }) =>
        type.kind === 'text' &&
        !source.isExactText &&
        !source.isJson &&
        type.sqlType !== 'citext' &&
        type.collation === undefined,
      noticeMessages.case,
    ),
    noticeMessages.groupBy,
    noticeMessages.strictness,
    noticeMessages.sql,
    ...(hasFix('zero_date') ? [noticeMessages.zeroDates] : []),
    ...about(({ isIdentity }) => isIdentity, noticeMessages.newIds),
    ...about(({ source, type }) => type.kind === 'boolean' && source.type === 'tinyint', noticeMessages.booleans),
    ...about(({ type }) => type.kind === 'set', noticeMessages.sets),
    ...about(({ type }) => type.kind === 'timestamptz', noticeMessages.timeZones),
    ...about(({ source }) => source.onUpdate, noticeMessages.onUpdate),
    ...about(({ source, type }) => source.unsigned && type.kind === 'integer', noticeMessages.unsigned),
    ...(hasFix('table_renamed') || hasFix('column_renamed') ? [noticeMessages.names] : []),
    noticeMessages.division,
  ]
}
