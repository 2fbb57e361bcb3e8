import { carriageReturn } from '../bytes/ascii.ts'
import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendHex } from '../bytes/hex.ts'
import { replacing } from '../bytes/replacements.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { hasMoreBreaks, type ScriptKind, SqlDialect, words } from './sql-dialect.ts'

/** An expression may be 1,000 operators deep (max_expression_depth). Each break takes two. */
const breaksMax = 200
const nul = 0
/** The words that DuckDB 1.5 reserves according to duckdb_keywords(), for columns or for functions and types. */
const reservedWords = words(
  'all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit ' +
    'boolean both by case cast char character check coalesce collate collation column columns concurrently ' +
    'constraint create cross dec decimal default deferrable desc describe distinct do else end except exists ' +
    'extract false fetch float for foreign freeze from full generated glob group grouping grouping_id having ' +
    'ilike in initially inner inout int integer intersect interval into is isnull join lambda lateral leading ' +
    'left like limit map national natural nchar none not notnull null nullif numeric offset on only or order out ' +
    'outer overlaps overlay pivot pivot_longer pivot_wider placing position positional precision primary qualify ' +
    'real references returning right row select semi setof show similar smallint some struct substring summarize ' +
    'symmetric table tablesample then time timestamp to trailing treat trim true try_cast union unique unpack ' +
    'unpivot using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement ' +
    'xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable',
)
/** The number of digits of a decimal whose size is unknown, which is the maximum. */
const digitsMax = 38

/** DuckDB's clients send the script unchanged. Its shell is based on that of SQLite. */
export class DuckdbDialect extends SqlDialect {
  /** DuckDB documents no limit. Names of this length do not occur. */
  readonly identifierMax = 1000
  protected readonly bareName = /^[a-z_][a-z0-9_]*$/i
  protected readonly reservedWords = reservedWords
  /** DuckDB documents no limit for the columns of a table. This one comes from the contract. */
  readonly columnsMax = 100_000
  // https://duckdb.org/docs/stable/sql/data_types/timestamp: microseconds
  readonly fractionDigits = 6
  // https://duckdb.org/docs/stable/sql/data_types/numeric: DECIMAL(38)
  protected readonly widestDecimal = { precision: digitsMax, scale: digitsMax }
  /** The shell converts CRLF inside literals to LF, and the parser stops at NUL. */
  protected override readonly escapes = replacing({
    39: "''",
    [nul]: "'||chr(0)||'",
    [carriageReturn]: "'||chr(13)||'",
  })
  protected override readonly differences = {
    boolean: { before: 'true', after: 'false' },
    // A number without an exponent is a DECIMAL, which is rounded when it becomes a DOUBLE. A string can also express
    // NaN.
    float: { before: "'", after: "'", sort: 'plain' },
    binary: { before: "from_hex('", after: "')" },
    text: { notHere: [nul, carriageReturn] },
  } as const

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'integer':
        return { 32: 'INTEGER', 64: 'BIGINT' }[type.bits]
      case 'decimal':
        return `DECIMAL(${type.precision ?? digitsMax},${type.scale})`
      case 'float':
        return 'DOUBLE'
      case 'binary':
        return 'BLOB'
      case 'boolean':
      case 'date':
      case 'time':
      case 'timestamp':
      case 'timestamptz':
      case 'uuid':
        return type.kind.toUpperCase()
      case 'json':
      case 'text':
        // DuckDB's JSON type rejects lone surrogates. Its JSON functions accept VARCHAR as well.
        return 'VARCHAR'
    }
  }

  protected override string(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (!hasMoreBreaks(breaksMax, this.escapes, bytes, start, end)) return super.string(bytes, start, end, out)
    out.append(encode("decode(from_hex('"))
    appendHex(bytes, start, end, out)
    out.append(encode("'))"))
  }

  begin(create: string, { isTransaction }: ScriptKind): string {
    return isTransaction ? `BEGIN;\n${create}` : create
  }

  end({ isTransaction }: ScriptKind): string {
    return isTransaction ? 'COMMIT;\n' : ''
  }

  protected exists({ schema, table }: TablePlan): string {
    const place = schema === null ? 'current_schema()' : this.literal(schema)
    return `EXISTS (SELECT 1 FROM information_schema.tables WHERE lower(table_schema) = lower(${place}) AND lower(table_name) = lower(${this.literal(table)}))`
  }
}
