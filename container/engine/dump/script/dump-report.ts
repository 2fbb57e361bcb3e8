import type { Report, ReportColumn, ReportTable } from '../../../../src/contract/report.ts'
import { LeftOutCounts } from '../../report/left-out-counts.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'

interface DumpReportRequest {
  readonly plan: DumpPlan
  readonly reporter: Reporter
  readonly encoding: string
  readonly wrapping: string | null
}

export function dumpReport({ plan, reporter, encoding, wrapping }: DumpReportRequest): Report {
  const tables = plan.tables.map(tableReport)
  const all = new LeftOutCounts()
  for (const { leftOut } of [...plan.tables, plan]) all.join(leftOut.leftOut)
  const sum = (count: (table: ReportTable) => number): number =>
    tables.reduce((total, table) => total + count(table), 0)
  return {
    table: tables[0]?.name ?? '',
    tables,
    columns: tables[0]?.columns ?? [],
    rows: {
      converted: sum(({ rows }) => rows.converted),
      rejected: sum(({ rows }) => rows.rejected),
      ...leftOutOf(all),
    },
    fixes: reporter.fixes,
    problems: reporter.problems,
    problems_summary: reporter.problemsSummary,
    input: { format: 'sql_dump', encoding, ...(wrapping === null ? {} : { wrapping }) },
    notes: reporter.notes,
  }
}

function tableReport(table: PlannedTable): ReportTable {
  const columns = table.source.columns.map((source, index): ReportColumn => {
    const column = table.columns.find((planned) => planned.index === index)
    return {
      index,
      name: column?.name ?? source.name,
      source_name: source.name,
      type: column?.type.reportType ?? 'text',
      sql_type: column?.type.sqlType ?? '',
      nullable: column?.nullable ?? !source.notNull,
      ...(column === undefined ? { excluded: true } : {}),
    }
  })
  const rows = { ...table.rows, ...leftOutOf(table.leftOut) }
  return { name: table.name, source_name: table.source.name, rows, columns }
}

/** Few dumps leave rows out, so the others omit this field. */
const leftOutOf = ({ leftOut }: LeftOutCounts): Pick<Report['rows'], 'left_out'> =>
  leftOut.count === 0 ? {} : { left_out: leftOut }
