import type { Dialect, Spec } from '../../../src/contract/spec.ts'
import { DuckdbDialect } from './duckdb.ts'
import { MariadbDialect } from './mariadb.ts'
import { MysqlDialect } from './mysql.ts'
import { OracleDialect } from './oracle.ts'
import { PostgresqlDialect } from './postgresql.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { SqlServerDialect } from './sql-server.ts'
import { SqliteDialect } from './sqlite.ts'

/** The dialects of the contract. A dialect without a module does not compile. */
export const sqlDialects: Readonly<Record<Dialect, SqlDialect>> = {
  postgresql: new PostgresqlDialect(),
  mysql: new MysqlDialect(),
  mariadb: new MariadbDialect(),
  sqlite: new SqliteDialect(),
  sql_server: new SqlServerDialect(),
  oracle: new OracleDialect(),
  duckdb: new DuckdbDialect(),
}

/** Returns the dialect that a spec selects. */
export const dialectOf = ({ output }: Spec): SqlDialect => sqlDialects[output.dialect]
