import { decode, encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendHex } from '../bytes/hex.ts'
import { appendReplacing, replacing } from '../bytes/replacements.ts'
import { isDigit } from '../bytes/ascii.ts'
import type { CellPlace } from '../literals/literals.ts'
import { roomyLength } from '../table/headroom.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { RowLayout } from './row-layout.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { hasMoreBreaks, type LoadTarget, type ScriptKind, SqlDialect, words } from './sql-dialect.ts'

const partCharactersMax = 4000
const nvarcharLengths = [255, 1000, partCharactersMax]
const dollar = 36
const openParenthesis = 40
/**
 * The maximum length of a number that is written without an exponent. Such numbers are exact, and all exact numbers of
 * a VALUES list share 38 digits: up to 19 before the point and up to 19 after it. Longer ones would be rounded or
 * rejected, so they are written as floats.
 */
const exactBytesMax = 19
/**
 * Thousands of concatenations end in error 191, "nested too deeply". A `$` counts as well, because `$(` also breaks the
 * literal.
 */
const breaksMax = 200
const breaking = replacing({ 0: '···', 10: '···', 13: '···', [dollar]: '···' })
/**
 * The words of https://learn.microsoft.com/en-us/sql/t-sql/language-elements/reserved-keywords-transact-sql, plus those
 * that sqlcmd interprets as commands at the beginning of a line: `ed`, `go`, `quit` and `reset`.
 */
const reservedWords = words(
  'add all alter and any as asc authorization backup begin between break browse bulk by cascade case check ' +
    'checkpoint close clustered coalesce collate column commit compute constraint contains containstable ' +
    'continue convert create cross current current_date current_time current_timestamp current_user cursor ' +
    'database dbcc deallocate declare default delete deny desc disk distinct distributed double drop dump ed ' +
    'else end errlvl escape except exec execute exists exit external fetch file fillfactor for foreign freetext ' +
    'freetexttable from full function go goto grant group having holdlock identity identity_insert identitycol ' +
    'if in index inner insert intersect into is join key kill left like lineno load merge national nocheck ' +
    'nonclustered not null nullif of off offsets on open opendatasource openquery openrowset openxml option or ' +
    'order outer over percent pivot plan precision primary print proc procedure public quit raiserror read ' +
    'readtext reconfigure references replication reset restore restrict return revert revoke right rollback ' +
    'rowcount rowguidcol rule save schema securityaudit select semantickeyphrasetable ' +
    'semanticsimilaritydetailstable semanticsimilaritytable session_user set setuser shutdown some statistics ' +
    'system_user table tablesample textsize then to top tran transaction trigger truncate try_convert tsequal ' +
    'union unique unpivot update updatetext use user values varying view waitfor when where while with within ' +
    'writetext',
)
/** A failed batch rolls back the transaction. After that, nothing may run outside of it. */
const guard = 'IF @@TRANCOUNT = 0 SET NOEXEC ON;\n'

/** sqlcmd reads the script line by line before the server does, so literals contain no raw line ends and no `$(`. */
export class SqlServerDialect extends SqlDialect {
  readonly identifierMax = 128
  override readonly identifierUnit = 'characters'
  readonly columnsMax = 1024
  readonly fractionDigits = 7
  override readonly hasBoundedTimestamps = true
  protected readonly widestDecimal = { precision: 38, scale: 38 }
  protected override readonly escapes = replacing({
    39: "''",
    10: "'+NCHAR(10)+N'",
    13: "'+NCHAR(13)+N'",
    0: "'+NCHAR(0)+N'",
  })
  protected override readonly differences = {
    float: { longest: exactBytesMax },
    // With a `T`, the timestamp does not depend on the session's language.
    timestamp: { sort: 'with_t' },
    timestamptz: { sort: 'with_t' },
    binary: { before: '0x', after: '' },
    text: { before: "N'", notHere: [0, 10, 13, dollar], longest: partCharactersMax },
  } as const

  protected readonly bareName = /^[a-z_][a-z0-9_]*$/i
  protected readonly reservedWords = reservedWords

  protected override quoted(name: string): string {
    return `[${this.quotable(name.replaceAll(']', ']]'))}]`
  }

  /** sqlcmd interprets `$(` as the start of a variable. */
  override quotable(name: string): string {
    return name.replaceAll('$(', '$ (')
  }

  /** SQL Server's collations ignore the width of characters and treat ß as ss. */
  override folded(name: string): string {
    return name.normalize('NFKC').toUpperCase()
  }

  /** With `#`, the table would exist only in the session. */
  override allowedTableName(name: string, isGiven: boolean): string {
    return !isGiven && name.startsWith('#') ? `_${name}` : name
  }

  /** A VALUES list accepts 1,000 rows (error 10738). */
  override rowsPerStatementMax(): number {
    return 1000
  }

  typeName(type: ColumnType): string {
    const fraction = (digits: number): string => `(${Math.min(7, digits)})`
    switch (type.kind) {
      case 'boolean':
        return 'bit'
      case 'integer':
        return { 32: 'int', 64: 'bigint' }[type.bits]
      case 'decimal':
        return `decimal(${type.precision ?? 38},${type.scale})`
      case 'float':
        return 'float(53)'
      case 'date':
        return 'date'
      case 'time':
        return `time${fraction(type.fractionDigits)}`
      case 'timestamp':
        return `datetime2${fraction(type.fractionDigits)}`
      case 'timestamptz':
        return `datetimeoffset${fraction(type.fractionDigits)}`
      case 'uuid':
        return 'uniqueidentifier'
      case 'json':
        return 'nvarchar(max)'
      case 'binary':
        return 'varbinary(max)'
      case 'text': {
        const length = type.longest === null ? null : roomyLength(type.longest.utf16Units, nvarcharLengths)
        return `nvarchar(${length ?? 'max'})`
      }
    }
  }

  override outsidePattern(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (place.column.type.kind !== 'float' || !isDigit(bytes[end - 1]))
      return super.outsidePattern(place, bytes, start, end, out)
    out.append(bytes, start, end)
    if (/^-?[\d.]+$/.test(decode(bytes, start, end))) out.append(encode('e0'))
  }

  /**
   * Writes parts of up to 4,000 characters. A concatenation of short parts would be cut there, so the first one is a
   * max type.
   */
  protected override string(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (hasMoreBreaks(breaksMax, breaking, bytes, start, end)) return utf16Cast(bytes, start, end, out)
    if (end - start > partCharactersMax) out.append(encode("CAST(N'' AS nvarchar(max))+"))
    out.append(encode("N'"))
    let from = start
    for (let at = start; at < end; at++) {
      if (bytes[at] !== dollar || bytes[at + 1] !== openParenthesis || at + 1 >= end) continue
      appendReplacing(this.escapes, bytes, from, at, out)
      out.append(encode("$'+N'("))
      from = at + 2
      at++
    }
    appendReplacing(this.escapes, bytes, from, end, out)
    out.append(encode("'"))
  }

  begin(create: string, { isTransaction }: ScriptKind): string {
    const start = isTransaction ? 'BEGIN TRANSACTION;\n' : ''
    return `SET NOCOUNT ON;\nSET XACT_ABORT ON;\nSET QUOTED_IDENTIFIER ON;\nGO\n${start}${create}GO\n${isTransaction ? guard : ''}`
  }

  end({ isTransaction }: ScriptKind): string {
    return `${isTransaction ? 'COMMIT TRANSACTION;\n' : ''}GO\nSET NOEXEC OFF;\nGO\n`
  }

  protected exists(plan: TablePlan): string {
    return `OBJECT_ID(N${this.literal(this.tableName(plan))}) IS NOT NULL`
  }

  protected override createMissingTable(plan: TablePlan): string {
    return `IF NOT ${this.exists(plan)}\n${this.createTable(plan)}`
  }

  /** The rest of the script is parsed but not run, up to SET NOEXEC OFF. */
  protected override skippingTarget(plan: TablePlan): LoadTarget {
    const create = `IF ${this.exists(plan)} SET NOEXEC ON;\nGO\n${this.createTable(plan)}`
    return { table: this.tableName(plan), create, after: '' }
  }

  /** A clustered key has 900 bytes, and a character takes two. */
  override keyCharactersMax(texts: number): number {
    return Math.floor(400 / Math.max(1, texts))
  }

  protected override keyTextType(_type: ColumnType, charactersMax: number): string {
    return `nvarchar(${charactersMax}) COLLATE Latin1_General_100_BIN2`
  }

  /** Trailing spaces do not count in comparisons. */
  override comparedKey(text: string): string {
    return text.trimEnd()
  }

  override layout(layout: RowLayout, { isTransaction }: ScriptKind): RowLayout {
    return { ...layout, batch: { bytes: 1 << 20, end: `GO\n${isTransaction ? guard : ''}` } }
  }
}

/** Writes the text as its UTF-16 bytes, as on the server. It is a single constant, whatever the text contains. */
function utf16Cast(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  const value = decode(bytes, start, end)
  const units = new Uint8Array(value.length * 2)
  for (let at = 0; at < value.length; at++) {
    units[at * 2] = value.charCodeAt(at) & 255
    units[at * 2 + 1] = value.charCodeAt(at) >> 8
  }
  out.append(encode('CAST(0x'))
  appendHex(units, 0, units.length, out)
  out.append(encode(' AS nvarchar(max))'))
}
