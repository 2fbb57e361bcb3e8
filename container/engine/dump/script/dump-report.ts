import type { Report, ReportColumn, ReportTable } from '../../../../src/contract/report.ts'
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
  const sum = (count: (table: ReportTable) => number): number =>
    tables.reduce((total, table) => total + count(table), 0)
  return {
    table: tables[0]?.name ?? '',
    tables,
    columns: tables[0]?.columns ?? [],
    rows: { converted: sum(({ rows }) => rows.converted), rejected: sum(({ rows }) => rows.rejected) },
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
  return { name: table.name, source_name: table.source.name, rows: { ...table.rows }, columns }
}
