import { valueMessages } from '../catalog/values.ts'
import { replacing } from '../bytes/replacements.ts'
import { roomyLength } from '../table/headroom.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { type LoadTarget, type ScriptKind, SqlDialect, words } from './sql-dialect.ts'

const inUtcFix = {
  code: 'time_zone',
  message: valueMessages.time_zone,
} as const

/**
 * Clients split a script into statements using the character set of their machine. In GBK, Big5 or Shift JIS, the last
 * byte of a UTF-8 character may swallow the backslash or quote after it, and the rest would become commands. Servers,
 * and programs without `\C`, read this line as a comment.
 */
const names = '/*!999999 \\C utf8mb4 */ SET NAMES utf8mb4;\n'

/**
 * The words that MySQL 5.7 to 9 or MariaDB reserve (https://dev.mysql.com/doc/refman/8.4/en/keywords.html,
 * https://mariadb.com/kb/en/reserved-words/), plus `value`, which MariaDB does not accept as a table after INSERT INTO.
 */
const reservedWords = words(
  'accessible add all alter analyze and as asc asensitive before between bigint binary blob both by ' +
    'call cascade case change char character check collate column condition constraint continue convert create ' +
    'cross cube cume_dist current_date current_role current_time current_timestamp current_user cursor database ' +
    'databases day_hour day_microsecond day_minute day_second dec decimal declare default delayed delete ' +
    'delete_domain_id dense_rank desc describe deterministic distinct distinctrow div do_domain_ids double drop ' +
    'dual each else elseif empty enclosed escaped except exists exit explain external false fetch first_value ' +
    'float float4 float8 for force foreign from fulltext function generated get grant group grouping groups ' +
    'having high_priority hour_microsecond hour_minute hour_second if ignore ignore_domain_ids in index infile ' +
    'inner inout insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids ' +
    'io_before_gtids is iterate join json_table key keys kill lag last_value lateral lead leading leave left ' +
    'library like limit linear lines load localtime localtimestamp lock long longblob longtext loop low_priority ' +
    'manual master_bind master_demote_to_replica master_demote_to_slave master_ssl_verify_server_cert match ' +
    'maxvalue mediumblob mediumint mediumtext middleint minute_microsecond minute_second mod modifies natural ' +
    'no_write_to_binlog not nth_value ntile null numeric of offset on optimize optimizer_costs option optionally ' +
    'or order out outer outfile over page_checksum parallel parse_vcol_expr partition percent_rank portion ' +
    'precision primary procedure purge qualify range rank read read_write reads real recursive ref_system_id ' +
    'references regexp release rename repeat replace require resignal restrict return returning revoke right ' +
    'rlike row row_number rows schema schemas second_microsecond select sensitive separator set show signal ' +
    'smallint spatial specific sql sql_big_result sql_buffer_result sql_cache sql_calc_found_rows sql_no_cache ' +
    'sql_small_result sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent ' +
    'stats_sample_pages stored straight_join system table tablesample terminated then tinyblob tinyint tinytext ' +
    'to trailing trigger true undo union unique unlock unsigned update usage use using utc_date utc_time ' +
    'utc_timestamp value values varbinary varchar varcharacter varying vector virtual when where while window ' +
    'with write xor year_month zerofill',
)

/** The maximum length of a table's file name: 255 bytes, without `.ibd`. InnoDB names the file after the table. */
const fileNameMax = 251

/**
 * InnoDB rejects a table whose longest possible row exceeds half a page, even if every actual row fits. A few hundred
 * text columns are enough. In non-strict mode, it checks the actual rows instead.
 */
const rowBytesMax = 8126

/**
 * The escapes also work on servers that ignore backslashes: quotes are doubled, never escaped, so a literal ends at the
 * right place. Line ends are written as escapes because the clients convert CRLF inside literals.
 */
export class MysqlDialect extends SqlDialect {
  readonly identifierMax = 64
  override readonly identifierUnit = 'characters'
  // The columns of https://dev.mysql.com/doc/refman/8.4/en/innodb-limits.html, and the one for full-text indexes.
  override readonly systemColumns = /^(?:db_row_id|db_trx_id|db_roll_ptr|fts_doc_id)$/i
  readonly columnsMax = 1017
  readonly fractionDigits = 6
  override readonly hasBoundedTimestamps = true
  protected readonly widestDecimal = { precision: 65, scale: 30 }
  protected override readonly escapes = replacing({ 39: "''", 92: '\\\\', 10: '\\n', 13: '\\r', 0: '\\0', 26: '\\Z' })
  protected override readonly differences = { timestamptz: { sort: 'utc', fix: inUtcFix } } as const
  /** The minimum number of bytes that InnoDB counts for a text column in a row. */
  protected readonly textBytes: number = 41

  /**
   * MySQL's client interprets `delimiter` before a space as its own command, even at the end of a longer word. After
   * an underscore, the name of a character set introduces a string, as in `_utf8`.
   */
  protected readonly bareName = /^(?!.*delimiter$)[a-z][a-z0-9_]*$/i
  protected readonly reservedWords = reservedWords

  protected override quoted(name: string): string {
    return `\`${name.replaceAll('`', '``')}\``
  }

  /** Removes characters beyond the basic plane: https://dev.mysql.com/doc/refman/8.4/en/identifiers.html */
  override quotable(name: string): string {
    return name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')
  }

  override isTableNameStorable(name: string): boolean {
    return fileNameLength(name) <= fileNameMax
  }

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'boolean':
        return 'TINYINT(1)'
      case 'integer':
        return { 32: 'INT', 64: 'BIGINT' }[type.bits]
      case 'decimal':
        return `DECIMAL(${type.precision ?? 65},${type.scale})`
      case 'float':
        return 'DOUBLE'
      case 'date':
        return 'DATE'
      case 'time':
        return type.fractionDigits === 0 ? 'TIME' : `TIME(${Math.min(6, type.fractionDigits)})`
      case 'timestamp':
      case 'timestamptz':
        return type.fractionDigits === 0 ? 'DATETIME' : `DATETIME(${Math.min(6, type.fractionDigits)})`
      case 'uuid':
        return 'CHAR(36)'
      case 'json':
        // MySQL's JSON type sorts keys, drops duplicates, converts long numbers to floats and rejects 100 levels.
        return 'LONGTEXT'
      case 'binary':
        return sizedBy(type.maxBytes, 'BLOB')
      case 'text':
        return sizedBy(type.longest?.bytes ?? null, 'TEXT')
    }
  }

  /** Table definitions commit implicitly, so the transaction begins after them. */
  begin(create: string, { isBulk, isTransaction }: ScriptKind): string {
    const checksOff = isBulk ? 'SET SESSION unique_checks = 0;\nSET SESSION foreign_key_checks = 0;\n' : ''
    const start = isTransaction ? 'START TRANSACTION;\n' : ''
    return `${names}SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO';\n${checksOff}${create}${start}`
  }

  end({ isBulk, isTransaction }: ScriptKind): string {
    const commit = isTransaction ? 'COMMIT;\n' : ''
    return `${commit}${isBulk ? 'SET SESSION foreign_key_checks = 1;\nSET SESSION unique_checks = 1;\n' : ''}`
  }

  override createTable(plan: TablePlan, keyword?: string): string {
    return this.notStrict(plan, super.createTable(plan, keyword))
  }

  protected override tableDefinition(plan: TablePlan): string {
    return `${super.tableDefinition(plan)} DEFAULT CHARACTER SET utf8mb4`
  }

  private notStrict(plan: TablePlan, create: string): string {
    const longestRow = plan.columns.reduce((sum, { type }) => sum + rowBytes(type, this.textBytes), 0)
    if (longestRow <= rowBytesMax) return create
    return `SET SESSION innodb_strict_mode = OFF;\n${create}SET SESSION innodb_strict_mode = DEFAULT;\n`
  }

  protected exists({ schema, table }: TablePlan): string {
    const place = schema === null ? 'DATABASE()' : this.literal(schema)
    const name = this.literal(table)
    return `EXISTS (SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${place} AND IF(@@lower_case_table_names = 0, BINARY TABLE_NAME = ${name}, TABLE_NAME = ${name}))`
  }

  /** A temporary table receives the rows if the table exists. It hides the table of the same name. */
  protected override skippingTarget(plan: TablePlan): LoadTarget {
    const table = this.tableName(plan)
    const definition = this.literal(`TABLE ${this.tableDefinition(plan)}`)
    const create = `SET @rowmill_create = CONCAT('CREATE ', IF(${this.exists(plan)}, 'TEMPORARY ', ''), ${definition});\nPREPARE rowmill_create FROM @rowmill_create;\nEXECUTE rowmill_create;\nDEALLOCATE PREPARE rowmill_create;\n`
    return { table, create: this.notStrict(plan, create), after: `DROP TEMPORARY TABLE IF EXISTS ${table};\n` }
  }

  protected override literal(text: string): string {
    return super.literal(text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'))
  }

  /** A key in InnoDB has 3,072 bytes, and a character takes up to four. */
  override keyCharactersMax(texts: number): number {
    return Math.min(255, Math.floor(768 / Math.max(1, texts)))
  }

  protected override keyTextType(_type: ColumnType, charactersMax: number): string {
    return `VARCHAR(${charactersMax}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`
  }

  /** MySQL's collations ignore trailing spaces. */
  override comparedKey(text: string): string {
    return text.trimEnd()
  }
}

/** Returns the number of bytes that InnoDB counts for a column. */
function rowBytes(type: ColumnType, textBytes: number): number {
  switch (type.kind) {
    case 'boolean':
      return 1
    case 'integer':
      return type.bits / 8
    case 'decimal':
      return Math.ceil((type.precision ?? 65) / 2)
    case 'date':
      return 3
    case 'time':
      return 6
    case 'float':
    case 'timestamp':
    case 'timestamptz':
      return 8
    case 'uuid':
      return 145
    case 'json':
    case 'binary':
    case 'text':
      return textBytes
  }
}

/**
 * Returns the type for a length in bytes: up to 64 KiB, 16 MiB or 4 GiB. An unknown length requires the largest type.
 */
function sizedBy(bytes: number | null, type: 'TEXT' | 'BLOB'): string {
  const length = bytes === null ? null : roomyLength(bytes, [65_535, 16_777_215])
  if (length === null) return `LONG${type}`
  return length > 65_535 ? `MEDIUM${type}` : type
}

/**
 * Returns the length of the file name that MySQL and MariaDB derive from a table's name. They replace special
 * characters with `@` and two or four other characters
 * (https://dev.mysql.com/doc/refman/8.4/en/identifier-mapping.html). European letters with upper and lower case take
 * two.
 */
function fileNameLength(name: string): number {
  let length = 0
  for (const character of name) {
    const isEuropean = /[\u00c0-\u0587\u1e00-\u1fff]/.test(character)
    const isCased = character.toLowerCase() !== character.toUpperCase()
    length += /\w/.test(character) ? 1 : isEuropean && isCased ? 3 : 5
  }
  return length
}
