import type { Spec } from '../../../src/contract/spec.ts'
import { dialectOf } from '../dialects/all.ts'
import type { RowsAccelerator } from './accelerated-rows.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { csvWriter } from './csv.ts'
import { jsonWriter } from './json.ts'
import { rowWriter } from './row-writer.ts'
import type { TableWriter } from './table-writer.ts'

export function openWriter(
  spec: Spec,
  plan: TablePlan,
  reporter: Reporter,
  accelerator: RowsAccelerator | null,
): TableWriter {
  const { format, style, batch_rows, transaction } = spec.output
  const dialect = dialectOf(spec)
  const sqlTypes = dialect.typeNames(plan)
  if (format === 'csv') return csvWriter({ plan, sqlTypes, reporter, accelerator })
  if (format === 'json') return jsonWriter({ plan, sqlTypes, reporter, accelerator })
  const kind = { isBulk: style === 'bulk', isTransaction: transaction }
  const { table, create, after } = dialect.target(plan, spec.output)
  const columns = plan.columns.map((column) => dialect.quoteIdentifier(column.name))
  return rowWriter({
    plan,
    layout: dialect.layout(kind.isBulk ? dialect.bulk(table, columns) : dialect.inserts(table, columns), kind),
    begin: dialect.begin(create, kind),
    end: after + dialect.end(kind),
    rowsPerBlock: batch_rows,
    sqlTypes,
    reporter,
    accelerator,
  })
}
