import { MysqlDialect } from './mysql.ts'

/** MySQL but for what InnoDB counts of a text. */
export class MariadbDialect extends MysqlDialect {
  protected override readonly textBytes = 21
}
