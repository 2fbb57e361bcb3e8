import { MysqlDialect } from './mysql.ts'

/** MariaDB differs from MySQL only in the number of bytes that InnoDB counts for a text column. */
export class MariadbDialect extends MysqlDialect {
  protected override readonly textBytes = 21
}
