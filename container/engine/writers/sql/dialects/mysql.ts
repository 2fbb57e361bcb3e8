import type { GrowingBytes } from '../../../bytes/growing-bytes.ts'
import { replacing } from '../../../bytes/replacements.ts'
import type { ColumnType } from '../../../table/column-type.ts'
import type { LiteralPattern } from '../../literal-pattern.ts'
import { asText, type CellPlace, inUtc, SqlDialect, text } from './base.ts'

const inUtcFix = {
  code: 'time_zone',
  message: 'Moments with an offset are written in UTC: DATETIME keeps no offset.',
}

/**
 * Clients cut a script into statements by the character set of their machine: in GBK, Big5 or Shift JIS the last byte of
 * a character in UTF-8 may swallow the backslash or the quote behind it, and what follows would be commands to them.
 * Servers, and programs that know no `\C`, take it for a comment.
 */
const names = '/*!999999 \\C utf8mb4 */ SET NAMES utf8mb4;\n'

/**
 * Escapes are chosen so that a literal ends where it should even where a server ignores backslashes: quotes are doubled,
 * never escaped. Line ends are written as escapes because the clients fold CRLF inside literals.
 */
export class MysqlDialect extends SqlDialect {
  protected override replacements = replacing({ 39: "''", 92: '\\\\', 10: '\\n', 13: '\\r', 0: '\\0', 26: '\\Z' })

  override quoteIdentifier(name: string): string {
    return `\`${name.replaceAll('`', '``')}\``
  }

  /** Table definitions commit by themselves, so the transaction begins after them. */
  begin(create: string, isBulk: boolean): string {
    const checksOff = isBulk ? 'SET SESSION unique_checks = 0;\nSET SESSION foreign_key_checks = 0;\n' : ''
    return `${names}SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO';\n${checksOff}${create}START TRANSACTION;\n`
  }

  end(isBulk: boolean): string {
    return `COMMIT;\n${isBulk ? 'SET SESSION foreign_key_checks = 1;\nSET SESSION unique_checks = 1;\n' : ''}`
  }

  override createTable(plan: Parameters<SqlDialect['createTable']>[0]): string {
    const create = super.createTable(plan).replace(/\);\n$/, ') DEFAULT CHARACTER SET utf8mb4;\n')
    const longestRow = plan.columns.reduce((sum, { type }) => sum + rowBytes(type, this.textBytes), 0)
    if (longestRow <= rowBytesMax) return create
    return `SET SESSION innodb_strict_mode = OFF;\n${create}SET SESSION innodb_strict_mode = DEFAULT;\n`
  }

  /** What a text may take of its row at least. */
  protected readonly textBytes: number = 41

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'boolean':
        return 'TINYINT(1)'
      case 'integer':
        return { 16: 'SMALLINT', 32: 'INT', 64: 'BIGINT' }[type.bits]
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
        // Its JSON sorts keys, drops double ones, turns long numbers into floats and refuses what is 100 levels deep.
        return 'LONGTEXT'
      case 'binary':
        return sizedBy(type.maxBytes, 'BLOB')
      case 'text':
        return sizedBy(type.longest?.bytes ?? null, 'TEXT')
    }
  }

  override pattern(type: ColumnType): LiteralPattern | null {
    const pattern = super.pattern(type)
    return pattern !== null && type.kind === 'timestamptz' ? { ...pattern, sort: 'utc', fix: inUtcFix } : pattern
  }

  protected override float(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    this.finite(place, bytes, start, end, out)
  }

  protected override moment(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (place.column.type.kind !== 'timestamptz') return this.quoted(bytes, start, end, out)
    const { column, reporter } = place
    const value = asText(bytes, start, end)
    reporter.fix({ ...inUtcFix, column: column.name, example: value })
    out.append(text(`'${inUtc(value)}'`))
  }
}

/**
 * InnoDB refuses a table whose longest row would not fit into half a page, although every row that there is does: a few
 * hundred columns of text are enough. Not being strict it looks at the rows instead.
 */
const rowBytesMax = 8126

/** What InnoDB counts for a column. */
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

/** By bytes: 64 KiB, 16 MiB, 4 GiB; the largest where the length is not known. */
function sizedBy(bytes: number | null, type: 'TEXT' | 'BLOB'): string {
  if (bytes === null || bytes > 16_777_215) return `LONG${type}`
  return bytes > 65_535 ? `MEDIUM${type}` : type
}
