import type { Dialect, Spec } from '../../../src/contract/spec.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { csvWriter } from './csv.ts'
import { jsonWriter } from './json.ts'
import { copyWriter } from './sql/copy-writer.ts'
import type { SqlDialect } from './sql/dialects/base.ts'
import { MariadbDialect } from './sql/dialects/mariadb.ts'
import { MysqlDialect } from './sql/dialects/mysql.ts'
import { OracleDialect } from './sql/dialects/oracle.ts'
import { PostgresqlDialect } from './sql/dialects/postgresql.ts'
import { SqlServerDialect } from './sql/dialects/sql-server.ts'
import { SqliteDialect } from './sql/dialects/sqlite.ts'
import { insertWriter } from './sql/insert-writer.ts'
import type { TableWriter } from './table-writer.ts'

const dialectOf: Readonly<Record<Dialect, () => SqlDialect>> = {
  postgresql: () => new PostgresqlDialect(),
  mysql: () => new MysqlDialect(),
  mariadb: () => new MariadbDialect(),
  sqlite: () => new SqliteDialect(),
  sql_server: () => new SqlServerDialect(),
  oracle: () => new OracleDialect(),
}

export function openWriter(spec: Spec, plan: TablePlan, reporter: Reporter, kernel: Kernel | null): TableWriter {
  const { format, dialect: name, style, batch_rows, create_table } = spec.output
  const dialect = dialectOf[name]()
  const sqlTypes = plan.columns.map((column) => dialect.typeName(column.type))
  if (format === 'csv') return csvWriter(plan, sqlTypes, reporter, kernel)
  if (format === 'json') return jsonWriter(plan, sqlTypes, kernel)
  const isBulk = style === 'bulk'
  if (isBulk && name === 'postgresql') {
    return copyWriter({ plan, createTable: create_table, rowsPerBlock: batch_rows, reporter, kernel })
  }
  return insertWriter({
    plan,
    dialect,
    createTable: create_table,
    isBulk,
    rowsPerStatement: rowsPerStatement(dialect, spec, plan),
    reporter,
    kernel,
  })
}

function rowsPerStatement(dialect: SqlDialect, { output }: Spec, plan: TablePlan): number {
  const most = dialect instanceof OracleDialect ? dialect.rowsFor(plan.columns.length) : dialect.rowsPerStatementMax
  return Math.min(output.batch_rows, most)
}
