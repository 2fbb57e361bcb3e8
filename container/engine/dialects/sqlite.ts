import { valueMessages } from '../catalog/values.ts'
import { carriageReturn } from '../bytes/ascii.ts'
import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendHex } from '../bytes/hex.ts'
import { replacing } from '../bytes/replacements.ts'
import type { LiteralPattern } from '../literals/literal-pattern.ts'
import type { CellPlace } from '../literals/literals.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { DecimalBounds } from '../values/value-parser.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { type DecimalType, hasMoreBreaks, type ScriptKind, SqlDialect, words } from './sql-dialect.ts'

/** SQLite stores numbers as doubles, so a number with more digits is stored as text. */
const digitsOfDouble = 15
/** Any precision beyond that of a double turns the column into text. */
const textPrecision = 1000
/** An expression may be 1,000 operators deep (SQLITE_MAX_EXPR_DEPTH). Each break takes two. */
const breaksMax = 200
const nul = 0
/**
 * SQLite's complete list. Later versions may reserve keywords that are harmless today.
 * https://www.sqlite.org/lang_keywords.html
 */
const reservedWords = words(
  'abort action add after all alter always analyze and as asc attach autoincrement before begin between by ' +
    'cascade case cast check collate column commit conflict constraint create cross current current_date ' +
    'current_time current_timestamp database default deferrable deferred delete desc detach distinct do drop ' +
    'each else end escape except exclude exclusive exists explain fail filter first following for foreign from ' +
    'full generated glob group groups having if ignore immediate in index indexed initially inner insert instead ' +
    'intersect into is isnull join key last left like limit match materialized natural no not nothing notnull ' +
    'null nulls of offset on or order others outer over partition plan pragma preceding primary query raise ' +
    'range recursive references regexp reindex release rename replace restrict returning right rollback row rows ' +
    'savepoint select set table temp temporary then ties to transaction trigger unbounded union unique update ' +
    'using vacuum values view virtual when where window with within without',
)

/** Numbers that a double cannot represent are stored as text, because NUMERIC affinity would round them silently. */
export class SqliteDialect extends SqlDialect {
  readonly identifierMax = 1000
  protected readonly bareName = /^[a-z_][a-z0-9_]*$/i
  protected readonly reservedWords = reservedWords
  readonly columnsMax = 2000
  /** Times are stored as text. */
  readonly fractionDigits = 9
  protected readonly widestDecimal = null
  /** The sqlite3 shell converts CRLF inside literals to LF. */
  protected override readonly escapes = replacing({
    39: "''",
    [nul]: "'||char(0)||'",
    [carriageReturn]: "'||char(13)||'",
  })
  protected override readonly differences = { text: { notHere: [nul, carriageReturn] } }

  /** SQLite reserves names that begin with `sqlite_`: https://www.sqlite.org/lang_createtable.html */
  override allowedTableName(name: string): string {
    return /^sqlite_/i.test(name) ? `_${name}` : name
  }

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'boolean':
      case 'integer':
        return 'INTEGER'
      case 'decimal':
        return isText(type) ? 'TEXT' : 'NUMERIC'
      case 'float':
        return 'REAL'
      case 'binary':
        return 'BLOB'
      case 'date':
      case 'time':
      case 'timestamp':
      case 'timestamptz':
      case 'uuid':
      case 'json':
      case 'text':
        return 'TEXT'
    }
  }

  override decimalType(size: DecimalSize): DecimalType | null {
    const isDouble = Math.max(size.whole, size.fraction, size.significant) <= digitsOfDouble
    return isDouble ? super.decimalType(size) : { kind: 'decimal', precision: textPrecision, scale: size.fraction }
  }

  override decimalBounds({ precision }: DecimalType): DecimalBounds | null {
    if (precision !== null) return null
    return { wholeDigits: digitsOfDouble, fractionDigits: digitsOfDouble, significantDigits: digitsOfDouble }
  }

  override pattern(type: ColumnType): LiteralPattern {
    return super.pattern(isText(type) ? { kind: 'uuid' } : type)
  }

  protected override string(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (!hasMoreBreaks(breaksMax, this.escapes, bytes, start, end)) return super.string(bytes, start, end, out)
    out.append(encode("CAST(X'"))
    appendHex(bytes, start, end, out)
    out.append(encode("' AS TEXT)"))
  }

  protected override notFinite(place: CellPlace, value: string, out: GrowingBytes): void {
    if (value === 'NaN') return this.nullInstead(place, 'not_finite', valueMessages.not_finite.sqlite, value, out)
    out.append(encode(value.startsWith('-') ? '-9e999' : '9e999'))
  }

  begin(create: string, { isTransaction }: ScriptKind): string {
    return isTransaction ? `BEGIN;\n${create}` : create
  }

  end({ isTransaction }: ScriptKind): string {
    return isTransaction ? 'COMMIT;\n' : ''
  }

  protected exists({ schema, table }: TablePlan): string {
    const catalog = `${schema === null ? '' : `${this.quoteIdentifier(schema)}.`}sqlite_master`
    return `EXISTS (SELECT 1 FROM ${catalog} WHERE type IN ('table', 'view') AND name = ${this.literal(table)} COLLATE NOCASE)`
  }
}

const isText = (type: ColumnType): boolean =>
  type.kind === 'decimal' && type.precision !== null && type.precision > digitsOfDouble
