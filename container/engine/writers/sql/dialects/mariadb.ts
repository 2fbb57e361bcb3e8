import { MysqlDialect } from './mysql.ts'

/** MariaDB's JSON is a LONGTEXT with a check, which spells texts exactly as they are. */
export class MariadbDialect extends MysqlDialect {
  protected override readonly jsonType = 'LONGTEXT'
  protected override readonly textBytes = 21
}
