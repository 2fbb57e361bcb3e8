import type { Spec } from '../../../src/contract/spec.ts'
import { dialectOf } from '../dialects/all.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { csvWriter } from './csv.ts'
import { jsonWriter } from './json.ts'
import { rowWriter } from './row-writer.ts'
import type { TableWriter } from './table-writer.ts'

export function openWriter(spec: Spec, plan: TablePlan, reporter: Reporter, kernel: Kernel | null): TableWriter {
  const { format, style, batch_rows, create_table } = spec.output
  const dialect = dialectOf(spec)
  const sqlTypes = plan.columns.map((column) => dialect.typeName(column.type))
  if (format === 'csv') return csvWriter({ plan, sqlTypes, reporter, kernel })
  if (format === 'json') return jsonWriter({ plan, sqlTypes, reporter, kernel })
  const isBulk = style === 'bulk'
  const table = dialect.tableName(plan)
  const columns = plan.columns.map((column) => dialect.quoteIdentifier(column.name))
  return rowWriter({
    plan,
    layout: isBulk ? dialect.bulk(table, columns) : dialect.inserts(table, columns),
    begin: dialect.begin(create_table ? dialect.createTable(plan) : '', isBulk),
    end: dialect.end(isBulk),
    rowsPerBlock: batch_rows,
    sqlTypes,
    reporter,
    kernel,
  })
}
