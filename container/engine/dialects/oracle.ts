import { valueMessages } from '../catalog/values.ts'
import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { replacing } from '../bytes/replacements.ts'
import type { CellPlace } from '../literals/literals.ts'
import { roomyLength } from '../table/headroom.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { DecimalBounds } from '../values/value-parser.ts'
import type { RowLayout } from './row-layout.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { type DecimalType, type LoadTarget, type ScriptKind, SqlDialect, words } from './sql-dialect.ts'

/**
 * The maximum length of a line in the script. SQL*Plus accepts 2,499 bytes (SP2-0027), and a chunk also needs its
 * quotes and TO_CLOB().
 */
const lineBytes = 2000
/** The maximum length of a string literal, which Oracle limits to 4,000 bytes. */
const literalBytes = 3800
/** The length of `'||CHR(10)||'`, the longest replacement of one byte. */
const escapeBytesMax = 13
/** A string of up to this length fits on a line, regardless of its escapes. */
const shortTextBytes = Math.floor(lineBytes / escapeBytesMax)
/** VARCHAR2 stores 4,000 bytes, which is enough for 1,000 characters of any kind. */
const varcharCharactersMax = 1000
const varcharLengths = [255, varcharCharactersMax]
/** NUMBER keeps 38 digits: https://docs.oracle.com/en/database/oracle/oracle-database/19/sqlrf/Data-Types.html */
const numberMax = { wholeDigits: 38, fractionDigits: 38, significantDigits: 38 }
const cellsPerStatementMax = 999
/**
 * The words of https://docs.oracle.com/en/database/oracle/oracle-database/19/sqlrf/Oracle-SQL-Reserved-Words.html,
 * followed by those that only PL/SQL reserves.
 */
const reservedWords = words(
  'access add all alter and any as asc at audit begin between by case char check cluster clusters colauth ' +
    'column column_value columns comment compress connect crash create current cursor date decimal declare ' +
    'default delete desc distinct drop else end exception exclusive exists fetch file float for from function ' +
    'goto grant group having identified if immediate in increment index indexes initial insert integer intersect ' +
    'into is level like lock long maxextents minus mlslabel mode modify nested_table_id noaudit nocompress not ' +
    'nowait null number of offline on online option or order overlaps pctfree prior procedure public raw rename ' +
    'resource revoke row rowid rownum rows select session set share size smallint sql start subtype successful ' +
    'synonym sysdate tabauth table then to trigger type uid union unique update user validate values varchar ' +
    'varchar2 view views when whenever where with',
)
const onError = 'WHENEVER SQLERROR EXIT FAILURE ROLLBACK\n'

/**
 * SQL*Plus reads the script line by line. Literals contain no raw line ends, because a blank line, a lone `/` or a `;`
 * at the end of a line would end the statement. Lines have less than 2,499 characters, and `&` is disabled. Multi-row
 * VALUES requires 23ai, so rows use INSERT ALL.
 */
export class OracleDialect extends SqlDialect {
  readonly identifierMax = 128
  // https://docs.oracle.com/en/database/oracle/oracle-database/19/sqlrf/ROWID-Pseudocolumn.html
  override readonly systemColumns = /^ROWID$/
  readonly columnsMax = 1000
  /** Times are stored as text. */
  readonly fractionDigits = 9
  override readonly hasBoundedTimestamps = true
  override readonly emptyTextIsNull = true
  protected readonly widestDecimal = null
  protected override readonly escapes = replacing({
    39: "''",
    10: "'||CHR(10)||'",
    13: "'||CHR(13)||'",
    0: "'||CHR(0)||'",
  })
  protected override readonly differences = {
    float: { after: 'd' },
    date: { before: "DATE '" },
    timestamp: { before: "TIMESTAMP '" },
    // The documented literal has a space before its offset: TIMESTAMP '1997-01-31 09:26:56.66 +02:00'.
    timestamptz: { before: "TIMESTAMP '", sort: 'offset_apart' },
    binary: { before: "HEXTORAW('", after: "')" },
    text: { shortest: 1, longest: shortTextBytes },
  } as const

  protected readonly bareName = /^[A-Z][A-Z0-9_$#]*$/
  protected readonly reservedWords = reservedWords

  protected override quoted(name: string): string {
    return `"${this.quotable(name)}"`
  }

  /** Converts each letter to uppercase, as Oracle does for a name without quotes. */
  override stored(name: string): string {
    return Array.from(name, (letter) => {
      const upper = letter.toUpperCase()
      return Array.from(upper).length === 1 ? upper : letter
    }).join('')
  }

  override quotable(name: string): string {
    return name.replaceAll('"', "'")
  }

  /** The oldest servers accept 999 cells in an INSERT ALL. */
  override rowsPerStatementMax(columns: number): number {
    return Math.max(1, Math.floor(cellsPerStatementMax / columns))
  }

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'boolean':
        return 'NUMBER(1)'
      case 'integer':
        return { 32: 'NUMBER(10)', 64: 'NUMBER(19)' }[type.bits]
      case 'decimal':
        return 'NUMBER'
      case 'float':
        return 'BINARY_DOUBLE'
      case 'date':
        return 'DATE'
      case 'time':
        return 'VARCHAR2(18)'
      case 'timestamp':
        return `TIMESTAMP(${Math.min(9, type.fractionDigits)})`
      case 'timestamptz':
        return `TIMESTAMP(${Math.min(9, type.fractionDigits)}) WITH TIME ZONE`
      case 'uuid':
        return 'VARCHAR2(36)'
      case 'json':
        return 'CLOB'
      case 'binary':
        return 'BLOB'
      case 'text': {
        const length = type.longest === null ? null : roomyLength(type.longest.codePoints, varcharLengths)
        return length === null ? 'CLOB' : `VARCHAR2(${length} CHAR)`
      }
    }
  }

  override decimalType(size: DecimalSize): DecimalType | null {
    const { wholeDigits, fractionDigits, significantDigits } = numberMax
    const isHeld = size.whole <= wholeDigits && size.fraction <= fractionDigits && size.significant <= significantDigits
    return isHeld ? super.decimalType(size) : null
  }

  override decimalBounds(): DecimalBounds {
    return numberMax
  }

  override outsidePattern(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const { column, reporter } = place
    if (start === end)
      reporter.fix({ code: 'empty_is_null', column: column.name, message: valueMessages.empty_is_null })
    super.outsidePattern(place, bytes, start, end, out)
  }

  protected override notFinite(_place: CellPlace, value: string, out: GrowingBytes): void {
    const sign = value.startsWith('-') ? '-' : ''
    out.append(encode(value === 'NaN' ? 'BINARY_DOUBLE_NAN' : `${sign}BINARY_DOUBLE_INFINITY`))
  }

  /** Writes chunks on separate lines. A value that is too long for a literal is assembled as a CLOB. */
  protected override string(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (end - start <= shortTextBytes) return super.string(bytes, start, end, out)
    const isLarge = end - start > literalBytes
    for (let from = start; from < end;) {
      const to = this.chunkEnd(bytes, from, end)
      if (from > start) out.append(encode('||\n'))
      if (isLarge) out.append(encode('TO_CLOB('))
      super.string(bytes, from, to, out)
      if (isLarge) out.append(encode(')'))
      from = to
    }
  }

  /** Returns the end of the bytes that fit on a line after escaping. It is never inside a character. */
  private chunkEnd(bytes: Uint8Array, start: number, end: number): number {
    let to = start
    for (let written = 0; to < end && written < lineBytes; to++)
      written += this.escapes[bytes[to] as number]?.length ?? 1
    if (to === end) return end
    while (((bytes[to] as number) & 0xc0) === 0x80) to--
    return to
  }

  /** Oracle begins a transaction implicitly. Without one, SQL*Plus commits every statement. */
  begin(create: string, { isTransaction }: ScriptKind): string {
    const autocommit = isTransaction ? '' : 'SET AUTOCOMMIT ON\n'
    return `SET DEFINE OFF\nSET SQLBLANKLINES ON\n${onError}${autocommit}ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';\nALTER SESSION SET CURSOR_SHARING = FORCE;\n${create}`
  }

  end({ isTransaction }: ScriptKind): string {
    return isTransaction ? 'COMMIT;\n' : 'SET AUTOCOMMIT OFF\n'
  }

  protected exists({ schema, table }: TablePlan): string {
    const [catalog, owner] =
      schema === null ? ['user_tables', ''] : ['all_tables', `owner = ${this.literal(this.storedName(schema))} AND `]
    return `SELECT COUNT(*) INTO found FROM ${catalog} WHERE ${owner}table_name = ${this.literal(this.storedName(table))};`
  }

  protected override dropTable(plan: TablePlan): string {
    const drop = this.literal(`DROP TABLE ${this.tableName(plan)} PURGE`)
    return `BEGIN\n  EXECUTE IMMEDIATE ${drop};\nEXCEPTION\n  WHEN OTHERS THEN\n    IF SQLCODE != -942 THEN RAISE; END IF;\nEND;\n/\n`
  }

  /** ORA-00955 (the name is in use) must not end the script. After any other error, the first INSERT fails. */
  protected override createMissingTable(plan: TablePlan): string {
    return `WHENEVER SQLERROR CONTINUE NONE\n${this.createTable(plan)}${onError}`
  }

  /** SQL*Plus ends the script if the table exists. */
  protected override skippingTarget(plan: TablePlan): LoadTarget {
    const check = `DECLARE\n  found NUMBER;\nBEGIN\n  ${this.exists(plan)}\n  IF found > 0 THEN RAISE_APPLICATION_ERROR(-20000, 'The table exists. Nothing was loaded.'); END IF;\nEND;\n/\n`
    const create = `WHENEVER SQLERROR EXIT SUCCESS\n${check}${onError}${this.createTable(plan)}`
    return { table: this.tableName(plan), create, after: '' }
  }

  /** A key has about 6,000 bytes, and a character takes up to four. */
  override keyCharactersMax(texts: number): number {
    return Math.min(varcharCharactersMax, Math.floor(1500 / Math.max(1, texts)))
  }

  protected override keyTextType(_type: ColumnType, charactersMax: number): string {
    return `VARCHAR2(${charactersMax} CHAR)`
  }

  /** Returns the name in the form in which the catalog stores it. */
  private storedName(name: string): string {
    return this.quotable(name)
  }

  override inserts(table: string, columns: readonly string[]): RowLayout {
    const row = `INTO ${table} (${columns.join(',\n')}) VALUES (\n`
    // INSERT ALL does not accept a row of a thousand cells.
    const isSingle = columns.length > cellsPerStatementMax
    return {
      ...super.inserts(table, columns),
      head: `INSERT${isSingle ? '' : ' ALL'}\n${row}`,
      between: row,
      separators: columns.map((_, index) => (index === 0 ? '' : ',\n')),
      suffix: ')\n',
      end: isSingle ? ';\n' : 'SELECT 1 FROM DUAL;\n',
    }
  }
}
