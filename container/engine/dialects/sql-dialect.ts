import type { Message } from '../../../src/contract/catalog/message.ts'
import { valueMessages } from '../catalog/values.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { IfExists } from '../../../src/contract/spec-values.ts'
import { appendReplacing, type Replacements, replacing } from '../bytes/replacements.ts'
import { decode, encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { bare, type LiteralPattern } from '../literals/literal-pattern.ts'
import type { CellPlace, Literals } from '../literals/literals.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { PlannedColumn, TablePlan } from '../table/table-plan.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { DecimalBounds } from '../values/value-parser.ts'
import type { RowLayout } from './row-layout.ts'

const quote = 39

export type DecimalType = Extract<ColumnType, { readonly kind: 'decimal' }>

/** The widest fixed-point type of a dialect without an unlimited one. */
export interface WidestDecimal {
  readonly precision: number
  readonly scale: number
}

/** Common precisions, which take 8 and 16 bytes in most databases. */
const usualPrecisions = [18, 38]
/** The scale of a column with fractions. It has at least four digits, or two more than its values. */
const scaleMin = 4
const spareFraction = 2
/** The number of digits before the point that a column gets in addition to those of its values. */
const spareWhole = 4

export interface ScriptKind {
  readonly isBulk: boolean
  /** Whether the script inserts all rows in one transaction. */
  readonly isTransaction: boolean
}

interface TableChoice {
  readonly create_table: boolean
  readonly if_exists: IfExists
}

export interface LoadTarget {
  /** The quoted table in INSERT. */
  readonly table: string
  readonly create: string
  readonly after: string
}

/**
 * A SQL dialect is one module: its types, limits, names and script. This class implements standard SQL completely, with
 * small hooks. A dialect only overrides the differences.
 */
export abstract class SqlDialect implements Literals {
  // Names

  /** The maximum length of an identifier, in `identifierUnit`. */
  abstract readonly identifierMax: number
  readonly identifierUnit: 'bytes' | 'characters' = 'bytes'
  /** Columns that every table has implicitly, so no other column may have their names. */
  readonly systemColumns: RegExp | null = null

  /** Names that mean the same without quotes, unless they are reserved. */
  protected abstract readonly bareName: RegExp
  /** The words that need quotes as names, in lowercase. Quotes do not change a name, so an extra word does no harm. */
  protected abstract readonly reservedWords: ReadonlySet<string>

  /** Returns a name as users of the database type it, with quotes only if necessary. */
  quoteIdentifier(name: string): string {
    const isBare = this.bareName.test(name) && !this.reservedWords.has(name.toLowerCase())
    return isBare ? name : this.quoted(name)
  }

  protected quoted(name: string): string {
    return `"${name.replaceAll('"', '""')}"`
  }

  /** Removes characters that a quoted identifier cannot contain. */
  quotable(name: string): string {
    return name
  }

  /** Returns a spelling in which letters that the database treats as equal are the same. Case is handled separately. */
  folded(name: string): string {
    return name
  }

  /** Returns the stored form of a snake_case name that was typed without quotes. */
  stored(name: string): string {
    return name
  }

  /** Returns the name of a table, changed if the dialect reserves it. `isGiven` means that the spec sets the name. */
  allowedTableName(name: string, _isGiven: boolean): string {
    return name
  }

  /** Tests whether the database can store a table's name outside its catalog, for example as a file name. */
  isTableNameStorable(_name: string): boolean {
    return true
  }

  // Limits

  abstract readonly columnsMax: number
  /** The number of fractional digits of a second that the dialect's types keep. */
  abstract readonly fractionDigits: number
  /** Whether timestamps with an offset must be in the years 1 to 9999 in UTC, with an offset of at most 14 hours. */
  readonly hasBoundedTimestamps: boolean = false
  /** Whether the database stores an empty string as NULL. */
  readonly emptyTextIsNull: boolean = false
  /** A statement ends once it exceeds this size. */
  readonly statementBytesMax: number = 1 << 20

  /** Returns the maximum number of rows per statement for a table with this many columns. */
  rowsPerStatementMax(_columns: number): number {
    return Number.MAX_SAFE_INTEGER
  }

  // Types

  abstract typeName(type: ColumnType): string
  protected abstract readonly widestDecimal: WidestDecimal | null

  /**
   * Returns a type with space for later values, because databases silently round fractions that are longer than the
   * column's. Null means that no type of the dialect fits the values, so the column stays text.
   */
  decimalType({ whole, fraction }: DecimalSize): DecimalType | null {
    const { widestDecimal: widest } = this
    if (widest === null) return { kind: 'decimal', precision: null, scale: fraction }
    const unused = widest.precision - whole - fraction
    if (unused < 0 || fraction > widest.scale) return null
    const roomy = Math.max(scaleMin, fraction + spareFraction)
    const scale = fraction === 0 ? 0 : Math.min(roomy, fraction + Math.floor(unused / 2), widest.scale)
    const needed = whole + spareWhole + scale
    const precision = usualPrecisions.find((digits) => digits >= needed && digits <= widest.precision)
    return { kind: 'decimal', precision: precision ?? widest.precision, scale }
  }

  /** Returns the digits that the type stores without rounding. Null means that it stores every value. */
  decimalBounds({ precision, scale }: DecimalType): DecimalBounds | null {
    if (precision === null) return null
    return { wholeDigits: precision - scale, fractionDigits: scale, significantDigits: precision }
  }

  // Literals

  /** The replacement of each byte inside a string literal. */
  protected readonly escapes: Replacements = replacing({ 39: "''" })

  /** The dialect's differences from standard literals, by the kind of type. JSON uses those of text. */
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

  /** Writes `NaN`, `Infinity` or `-Infinity`. */
  protected notFinite(place: CellPlace, value: string, out: GrowingBytes): void {
    this.nullInstead(place, 'not_finite', valueMessages.not_finite.anyDialect, value, out)
  }

  /** Writes a string literal with `escapes` only. */
  protected string(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.push(quote)
    appendReplacing(this.escapes, bytes, start, end, out)
    out.push(quote)
  }

  /** Writes NULL instead of a value that the dialect cannot express. */
  protected nullInstead(place: CellPlace, code: FixCode, message: Message, example: string, out: GrowingBytes): void {
    const { column, reporter } = place
    reporter.fix({ code, column: column.name, message, example })
    out.append(encode(this.pattern(column.type).nothing))
  }

  // The script

  /**
   * Returns the settings and the start of the transaction. `create` is inserted at the position that the dialect
   * requires for table definitions.
   */
  abstract begin(create: string, script: ScriptKind): string
  abstract end(script: ScriptKind): string

  /** Returns the table that receives the rows, with the statements before and after them. */
  target(plan: TablePlan, { create_table, if_exists }: TableChoice): LoadTarget {
    const table = this.tableName(plan)
    if (!create_table) return { table, create: '', after: '' }
    switch (if_exists) {
      case 'fail':
        return { table, create: this.createTable(plan), after: '' }
      case 'drop':
        return { table, create: this.dropTable(plan) + this.createTable(plan), after: '' }
      case 'append':
        return { table, create: this.createMissingTable(plan), after: '' }
      case 'skip':
        return this.skippingTarget(plan)
    }
  }

  protected dropTable(plan: TablePlan): string {
    return `DROP TABLE IF EXISTS ${this.tableName(plan)};\n`
  }

  protected createMissingTable(plan: TablePlan): string {
    return this.createTable(plan, 'TABLE IF NOT EXISTS')
  }

  /** Returns a query whose only value says whether the table exists. */
  protected abstract exists(plan: TablePlan): string

  /**
   * Loads into a temporary table first, for databases whose scripts have no conditions. The rows are moved on only if
   * the table did not exist before.
   */
  protected skippingTarget(plan: TablePlan): LoadTarget {
    const [existed, rows] = [this.quoteIdentifier('rowmill_existed'), this.quoteIdentifier('rowmill_rows')]
    const columns = plan.columns.map(({ name }) => this.quoteIdentifier(name)).join(', ')
    const temporary = { ...plan, schema: null, table: 'rowmill_rows', primaryKey: [] }
    return {
      table: rows,
      create: `CREATE TEMPORARY TABLE ${existed} AS SELECT ${this.exists(plan)} AS yes;\n${this.createTable(temporary, 'TEMPORARY TABLE')}`,
      after: `${this.createMissingTable(plan)}INSERT INTO ${this.tableName(plan)} (${columns})\nSELECT ${columns} FROM ${rows}\nWHERE NOT (SELECT yes FROM ${existed}) ORDER BY rowid;\nDROP TABLE ${rows};\nDROP TABLE ${existed};\n`,
    }
  }

  /** Returns a string literal of the dialect for text that is not from a cell. */
  protected literal(text: string): string {
    return `'${text.replaceAll("'", "''")}'`
  }

  tableName({ schema, table }: Pick<TablePlan, 'schema' | 'table'>): string {
    const quoted = this.quoteIdentifier(table)
    return schema === null ? quoted : `${this.quoteIdentifier(schema)}.${quoted}`
  }

  createTable(plan: TablePlan, keyword = 'TABLE'): string {
    return `CREATE ${keyword} ${this.tableDefinition(plan)};\n`
  }

  /** Returns the name and the columns, as they follow CREATE TABLE. */
  protected tableDefinition(plan: TablePlan): string {
    const types = this.typeNames(plan)
    const lines = plan.columns.map(
      ({ name, nullable }, at) => `  ${this.quoteIdentifier(name)} ${types[at]}${nullable ? '' : ' NOT NULL'}`,
    )
    const key = plan.primaryKey.map((name) => this.quoteIdentifier(name)).join(', ')
    if (key !== '') lines.push(`  PRIMARY KEY (${key})`)
    return `${this.tableName(plan)} (\n${lines.join(',\n')}\n)`
  }

  /** Returns the types of the columns in order. */
  typeNames({ columns, primaryKey }: Pick<TablePlan, 'columns' | 'primaryKey'>): string[] {
    const isTextKey = ({ name, type }: PlannedColumn): boolean => type.kind === 'text' && primaryKey.includes(name)
    const charactersMax = this.keyCharactersMax(columns.filter(isTextKey).length)
    return columns.map((column) =>
      isTextKey(column) ? this.keyTextType(column.type, charactersMax) : this.typeName(column.type),
    )
  }

  /** Returns the maximum number of characters of a text column in a primary key with this many text columns. */
  keyCharactersMax(_texts: number): number {
    return 500
  }

  /**
   * Returns the type of a text column in a primary key. It stores that many characters and distinguishes all values
   * that differ.
   */
  protected keyTextType(type: ColumnType, _charactersMax: number): string {
    return this.typeName(type)
  }

  /** Removes the parts of a key that the database ignores in comparisons. */
  comparedKey(text: string): string {
    return text
  }

  /** Returns the layout of rows in INSERT statements. The names are already quoted. */
  inserts(table: string, columns: readonly string[]): RowLayout {
    return {
      literals: this,
      head: `INSERT INTO ${table} (${columns.join(', ')}) VALUES\n(`,
      between: ',\n(',
      separators: columns.map((_, index) => (index === 0 ? '' : ', ')),
      suffix: ')',
      end: ';\n',
      rowsMax: this.rowsPerStatementMax(columns.length),
      bytesMax: this.statementBytesMax,
      batch: null,
    }
  }

  /** Returns the layout of rows for the kind of script. */
  layout(layout: RowLayout, _script: ScriptKind): RowLayout {
    return layout
  }

  /** Returns the layout of rows for `style: bulk`, if the dialect has a faster way to load rows from a script. */
  bulk(table: string, columns: readonly string[]): RowLayout {
    return this.inserts(table, columns)
  }
}

/** Splits a text into a set of words. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Tests whether a literal would consist of more than `max` parts. Servers limit the depth of an expression. */
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
