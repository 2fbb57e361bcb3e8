import { valueMessages } from '../catalog/values.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendReplacing, replacing } from '../bytes/replacements.ts'
import { bare, type LiteralPattern } from '../literals/literal-pattern.ts'
import type { CellPlace, Literals } from '../literals/literals.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { DecimalBounds } from '../values/value-parser.ts'
import type { RowLayout } from './row-layout.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { type DecimalType, type LoadTarget, type ScriptKind, SqlDialect, words } from './sql-dialect.ts'

/** The digits before and after the point: https://www.postgresql.org/docs/current/datatype-numeric.html */
const numericMax = { wholeDigits: 131_072, fractionDigits: 16_383, significantDigits: 131_072 + 16_383 }
const nul = 0
/**
 * The words that PostgreSQL 18 reserves according to pg_get_keywords(), for columns or for functions and types. pg_dump
 * quotes the same ones. https://www.postgresql.org/docs/current/sql-keywords-appendix.html
 */
const reservedWords = words(
  'all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both ' +
    'case cast char character check coalesce collate collation column concurrently constraint create cross ' +
    'current_catalog current_date current_role current_schema current_time current_timestamp current_user dec ' +
    'decimal default deferrable desc distinct do else end except exists extract false fetch float for foreign ' +
    'freeze from full grant greatest group grouping having ilike in initially inner inout int integer intersect ' +
    'interval into is isnull join json json_array json_arrayagg json_exists json_object json_objectagg ' +
    'json_query json_scalar json_serialize json_table json_value lateral leading least left like limit localtime ' +
    'localtimestamp merge_action national natural nchar none normalize not notnull null nullif numeric offset on ' +
    'only or order out outer overlaps overlay placing position precision primary real references returning right ' +
    'row select session_user setof similar smallint some substring symmetric system_user table tablesample then ' +
    'time timestamp to trailing treat trim true union unique user using values varchar variadic verbose when ' +
    'where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi ' +
    'xmlroot xmlserialize xmltable',
)

/** A script starts with `\set` for psql, so that the data of a COPY that cannot start never runs as SQL. */
export class PostgresqlDialect extends SqlDialect {
  readonly identifierMax = 63
  // https://www.postgresql.org/docs/current/ddl-system-columns.html
  override readonly systemColumns = /^(?:tableoid|[cx]min|[cx]max|ctid)$/
  /** Without quotes, uppercase letters would become lowercase. */
  protected readonly bareName = /^[a-z_][a-z0-9_]*$/
  protected readonly reservedWords = reservedWords
  readonly columnsMax = 1600
  readonly fractionDigits = 6
  protected readonly widestDecimal = null
  protected override readonly escapes = replacing({ 39: "''", [nul]: '' })
  protected override readonly differences = {
    boolean: { before: 'TRUE', after: 'FALSE' },
    binary: { before: "'\\x" },
    text: { notHere: [nul] },
  }

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'boolean':
      case 'date':
      case 'uuid':
      case 'json':
      case 'text':
        return type.kind
      case 'integer':
        return { 32: 'integer', 64: 'bigint' }[type.bits]
      case 'decimal':
        // Without a precision, the type keeps every digit as written, also in later values.
        return 'numeric'
      case 'float':
        return 'double precision'
      case 'time':
        return 'time'
      case 'timestamp':
        return 'timestamp'
      case 'timestamptz':
        return 'timestamptz'
      case 'binary':
        return 'bytea'
    }
  }

  override decimalType(size: DecimalSize): DecimalType | null {
    if (size.whole > numericMax.wholeDigits || size.fraction > numericMax.fractionDigits) return null
    return super.decimalType(size)
  }

  override decimalBounds(): DecimalBounds {
    return numericMax
  }

  override outsidePattern(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (place.column.type.kind !== 'float') reportNul(place)
    this.string(bytes, start, end, out)
  }

  begin(create: string, { isTransaction }: ScriptKind): string {
    return `\\set ON_ERROR_STOP on\nSET standard_conforming_strings = on;\nSET client_encoding = 'UTF8';\n${isTransaction ? 'BEGIN;\n' : ''}${create}`
  }

  end({ isTransaction }: ScriptKind): string {
    return isTransaction ? 'COMMIT;\n' : ''
  }

  protected exists(plan: TablePlan): string {
    return `to_regclass(${this.literal(this.tableName(plan))}) IS NOT NULL`
  }

  /** If the table exists, a temporary table receives the rows. psql chooses between the two. */
  protected override skippingTarget(plan: TablePlan): LoadTarget {
    const instead = { ...plan, schema: 'pg_temp', table: 'rowmill_rows' }
    const [table, other] = [plan, instead].map((one) => this.literal(this.tableName(one).replaceAll('\\', '\\\\')))
    return {
      table: ':rowmill_table',
      create: `SELECT ${this.exists(plan)} AS rowmill_existed \\gset\n\\if :rowmill_existed\n\\set rowmill_table ${other}\n${this.createTable(instead)}\\else\n\\set rowmill_table ${table}\n${this.createTable(plan)}\\endif\n`,
      after: `\\if :rowmill_existed\nDROP TABLE ${this.tableName(instead)};\n\\endif\n`,
    }
  }

  /** Returns the layout of COPY blocks with their data in the script. */
  override bulk(table: string, columns: readonly string[]): RowLayout {
    return {
      literals: copyLiterals,
      head: `COPY ${table} (${columns.join(', ')}) FROM stdin;\n`,
      between: '',
      separators: columns.map((_, index) => (index === 0 ? '' : '\t')),
      suffix: '\n',
      end: '\\.\n',
      rowsMax: Number.MAX_SAFE_INTEGER,
      bytesMax: Number.MAX_SAFE_INTEGER,
      batch: null,
    }
  }
}

const copyEscapes = replacing({
  92: '\\\\',
  10: '\\n',
  13: '\\r',
  9: '\\t',
  8: '\\b',
  12: '\\f',
  11: '\\v',
  [nul]: '',
})
const copied: LiteralPattern = { ...bare, nothing: '\\N' }

/**
 * COPY's text format, in which backslashes are doubled. It is the only format whose data psql never interprets as
 * commands.
 */
const copyLiterals: Literals = {
  pattern({ kind }) {
    if (kind === 'binary') return { ...copied, before: '\\\\x', sort: 'hex' }
    if (kind === 'text' || kind === 'json') return { ...copied, escapes: copyEscapes, notHere: [nul] }
    return copied
  },
  outsidePattern(place, bytes, start, end, out) {
    reportNul(place)
    appendReplacing(copyEscapes, bytes, start, end, out)
  },
}

function reportNul({ column, reporter }: CellPlace): void {
  const message = valueMessages.nul_removed
  reporter.fix({ code: 'nul_removed', column: column.name, message })
}
