import { MysqlDialect } from './mysql.ts'

export class MariadbDialect extends MysqlDialect {
  protected override readonly textBytes = 21
}
