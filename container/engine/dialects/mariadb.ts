import { MysqlDialect } from './mysql.ts'

/** MySQL, except for the bytes that InnoDB counts for a text. */
export class MariadbDialect extends MysqlDialect {
  protected override readonly textBytes = 21
}
