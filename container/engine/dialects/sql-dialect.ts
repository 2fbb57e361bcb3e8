import type { FixCode } from '../../../src/contract/codes.ts'
import { appendReplacing, type Replacements, replacing } from '../bytes/replacements.ts'
import { decode, encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { bare, type LiteralPattern } from '../literals/literal-pattern.ts'
import type { CellPlace, Literals } from '../literals/literals.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { DecimalBounds } from '../values/value-parser.ts'
import type { RowLayout } from './row-layout.ts'

const quote = 39

export type DecimalType = Extract<ColumnType, { readonly kind: 'decimal' }>

/** The widest fixed-point type of a dialect. */
export interface WidestDecimal {
  readonly precision: number
  readonly scale: number
}

/** The digits that a sampled column gets beyond those seen, where the type has room. */
const headRoomDigits = 6

/**
 * A SQL dialect is one module: its types, limits, names and script. This class is standard SQL, complete, with small hooks;
 * a dialect is only its differences.
 */
export abstract class SqlDialect implements Literals {
  // Names

  /** The longest identifier, in `identifierUnit`. */
  abstract readonly identifierMax: number
  readonly identifierUnit: 'bytes' | 'characters' = 'bytes'
  /** Columns that every table has by itself, so that no other column may have their names. */
  readonly systemColumns: RegExp | null = null

  quoteIdentifier(name: string): string {
    return `"${name.replaceAll('"', '""')}"`
  }

  /** A name without the characters that a quoted identifier cannot hold. */
  quotable(name: string): string {
    return name
  }

  /** A spelling that is equal for letters that the database does not tell apart, apart from their case. */
  folded(name: string): string {
    return name
  }

  /** A table's name, changed where the dialect keeps it for itself. `isGiven`: the spec names the table. */
  allowedTableName(name: string, _isGiven: boolean): string {
    return name
  }

  /** Whether a table's name fits where the database puts it besides its catalog. */
  isTableNameStorable(_name: string): boolean {
    return true
  }

  // Limits

  abstract readonly columnsMax: number
  /** The digits of a second's fraction that the dialect's types keep. */
  abstract readonly fractionDigits: number
  /** Timestamps with an offset must lie in the years 1 to 9999 in UTC, with an offset of at most 14 hours. */
  readonly hasBoundedMoments: boolean = false
  /** The database stores an empty string as NULL. */
  readonly emptyTextIsNull: boolean = false
  /** A statement ends when it has grown beyond this. */
  readonly statementBytesMax: number = 1 << 20

  /** The most rows of one statement for a table of so many columns. */
  rowsPerStatementMax(_columns: number): number {
    return Number.MAX_SAFE_INTEGER
  }

  // Types

  abstract typeName(type: ColumnType): string
  protected abstract readonly widestDecimal: WidestDecimal | null

  /**
   * As tight as the data where the whole file was seen; otherwise the widest precision, with the scale that was seen and some
   * room. Null where no type of the dialect holds the values: such a column stays text.
   */
  decimalType({ whole, fraction }: DecimalSize, isWholeFile: boolean): DecimalType | null {
    const precision = Math.max(1, whole + fraction)
    const { widestDecimal: widest } = this
    if (widest !== null && (precision > widest.precision || fraction > widest.scale)) return null
    if (isWholeFile) return { kind: 'decimal', precision, scale: fraction }
    if (widest === null) return { kind: 'decimal', precision: null, scale: fraction }
    const spare = Math.floor((widest.precision - precision) / 2)
    const room = fraction === 0 ? 0 : Math.min(headRoomDigits, spare, widest.scale - fraction)
    return { kind: 'decimal', precision: widest.precision, scale: fraction + room }
  }

  /** The digits that the written type holds without rounding; null where it holds every value. */
  decimalBounds({ precision, scale }: DecimalType): DecimalBounds | null {
    if (precision === null) return null
    return { wholeDigits: precision - scale, fractionDigits: scale, significantDigits: precision }
  }

  // Literals

  /** The replacement of each byte inside a string literal. */
  protected readonly escapes: Replacements = replacing({ 39: "''" })

  /** The dialect's differences from standard literals, by the kind of a type; those of JSON are those of text. */
  protected readonly differences: Readonly<Partial<Record<ColumnType['kind'], Partial<LiteralPattern>>>> = {}

  pattern(type: ColumnType): LiteralPattern {
    return { ...this.standardPattern(type), ...this.differences[type.kind === 'json' ? 'text' : type.kind] }
  }

  private standardPattern({ kind }: ColumnType): LiteralPattern {
    switch (kind) {
      case 'integer':
      case 'decimal':
        return bare
      case 'float':
        return { ...bare, sort: 'finite' }
      case 'boolean':
        return { ...bare, before: '1', after: '0', sort: 'boolean' }
      case 'date':
      case 'time':
      case 'timestamp':
      case 'timestamptz':
      case 'uuid':
        return { ...bare, before: "'", after: "'" }
      case 'json':
      case 'text':
        return { ...bare, before: "'", after: "'", escapes: this.escapes }
      case 'binary':
        return { ...bare, before: "X'", after: "'", sort: 'hex' }
    }
  }

  outsidePattern(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (place.column.type.kind === 'float') this.notFinite(place, decode(bytes, start, end), out)
    else this.string(bytes, start, end, out)
  }

  /** `NaN`, `Infinity` or `-Infinity`. */
  protected notFinite(place: CellPlace, value: string, out: GrowingBytes): void {
    this.nullInstead(place, 'not_finite', 'The dialect has no NaN and no infinity: NULL.', value, out)
  }

  /** A string literal with `escapes` alone. */
  protected string(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.push(quote)
    appendReplacing(this.escapes, bytes, start, end, out)
    out.push(quote)
  }

  /** Writes NULL in place of a value that the dialect cannot write. */
  protected nullInstead(place: CellPlace, code: FixCode, message: string, example: string, out: GrowingBytes): void {
    const { column, reporter } = place
    reporter.fix({ code, column: column.name, message, example })
    out.append(encode(this.pattern(column.type).nothing))
  }

  // The script

  /** Settings and the start of the transaction; `create` stands where the dialect wants table definitions. */
  abstract begin(create: string, isBulk: boolean): string
  abstract end(isBulk: boolean): string

  tableName({ schema, table }: Pick<TablePlan, 'schema' | 'table'>): string {
    const quoted = this.quoteIdentifier(table)
    return schema === null ? quoted : `${this.quoteIdentifier(schema)}.${quoted}`
  }

  createTable(plan: TablePlan): string {
    const lines = plan.columns.map(
      (column) =>
        `  ${this.quoteIdentifier(column.name)} ${this.typeName(column.type)}${column.nullable ? '' : ' NOT NULL'}`,
    )
    return `CREATE TABLE ${this.tableName(plan)} (\n${lines.join(',\n')}\n);\n`
  }

  /** Rows as INSERT statements; names are quoted already. */
  inserts(table: string, columns: readonly string[]): RowLayout {
    return {
      literals: this,
      head: `INSERT INTO ${table} (${columns.join(', ')}) VALUES\n(`,
      between: ',\n(',
      separators: columns.map((_, index) => (index === 0 ? '' : ', ')),
      behind: ')',
      end: ';\n',
      rowsMax: this.rowsPerStatementMax(columns.length),
      bytesMax: this.statementBytesMax,
      batch: null,
    }
  }

  /** Rows for `style: bulk`, where the dialect has a faster way to load them from a script. */
  bulk(table: string, columns: readonly string[]): RowLayout {
    return this.inserts(table, columns)
  }
}

/** Whether a literal would fall into more than so many parts: servers bound how deep an expression may be. */
export function hasMoreBreaks(
  max: number,
  replacements: Replacements,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (end - start <= max) return false
  let breaks = 0
  for (let at = start; at < end; at++) if ((replacements[bytes[at] as number]?.length ?? 0) > 2) breaks++
  return breaks > max
}
