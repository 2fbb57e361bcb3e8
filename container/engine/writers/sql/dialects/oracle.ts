import { appendHex } from '../../../bytes/hex.ts'
import type { GrowingBytes } from '../../../bytes/growing-bytes.ts'
import { replacing } from '../../../bytes/replacements.ts'
import type { ColumnType } from '../../../table/column-type.ts'
import type { TablePlan } from '../../../table/table-plan.ts'
import type { LiteralPattern } from '../../literal-pattern.ts'
import { asText, type CellPlace, SqlDialect, text } from './base.ts'

/** Of one line, as written; SQL*Plus takes 2,499 (SP2-0027), and a chunk has its quotes and TO_CLOB() around it. */
const lineBytes = 2000
/** A string literal holds 4,000 bytes. */
const literalBytes = 3800
/** The longest that stands for one byte: `'||CHR(10)||'`. */
const escapeBytesMax = 13
/** However many escapes they have, such texts fit on a line. */
const shortTextBytes = Math.floor(lineBytes / escapeBytesMax)
/** `+02:00` */
const offsetBytes = 6
const varcharCharactersMax = 1000
const cellsPerStatementMax = 999

/**
 * SQL*Plus reads line by line: no raw line ends in literals (a blank line, a lone `/` or a line's last `;` would end the
 * statement), lines below 2,499 characters, `&` off. Multi-row VALUES came with 23ai, so rows go by INSERT ALL.
 */
export class OracleDialect extends SqlDialect {
  protected override replacements = replacing({ 39: "''", 10: "'||CHR(10)||'", 13: "'||CHR(13)||'", 0: "'||CHR(0)||'" })
  override readonly cellSeparator = ',\n'
  override readonly rowEnd = ')\n'

  /** INSERT ALL takes 999 cells on the oldest servers. */
  rowsFor(columns: number): number {
    return Math.max(1, Math.floor(cellsPerStatementMax / columns))
  }

  override quoteIdentifier(name: string): string {
    return `"${name.replaceAll('"', "'")}"`
  }

  begin(create: string): string {
    return `SET DEFINE OFF\nSET SQLBLANKLINES ON\nWHENEVER SQLERROR EXIT FAILURE ROLLBACK\nALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';\nALTER SESSION SET CURSOR_SHARING = FORCE;\n${create}`
  }

  end(): string {
    return 'COMMIT;\n'
  }

  /** A row of a thousand cells is more than INSERT ALL takes. */
  override insertHead(plan: TablePlan): string {
    return plan.columns.length > cellsPerStatementMax ? 'INSERT\n' : 'INSERT ALL\n'
  }

  override statementEnd(plan: TablePlan): string {
    return plan.columns.length > cellsPerStatementMax ? ';\n' : 'SELECT 1 FROM DUAL;\n'
  }

  override rowStart(_isFirst: boolean, plan: TablePlan): string {
    return `INTO ${this.tableName(plan)} (${plan.columns.map((column) => this.quoteIdentifier(column.name)).join(',\n')}) VALUES (\n`
  }

  typeName(type: ColumnType): string {
    switch (type.kind) {
      case 'boolean':
        return 'NUMBER(1)'
      case 'integer':
        return { 16: 'NUMBER(5)', 32: 'NUMBER(10)', 64: 'NUMBER(19)' }[type.bits]
      case 'decimal':
        return type.precision === null ? 'NUMBER' : `NUMBER(${type.precision},${type.scale})`
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
        const points = type.longest?.codePoints ?? null
        return points === null || points > varcharCharactersMax ? 'CLOB' : `VARCHAR2(${Math.max(1, points)} CHAR)`
      }
    }
  }

  override pattern(type: ColumnType): LiteralPattern | null {
    const pattern = super.pattern(type)
    if (pattern === null) return null
    if (type.kind === 'float') return { ...pattern, after: 'd' }
    if (type.kind === 'date') return { ...pattern, before: "DATE '" }
    if (type.kind === 'timestamp') return { ...pattern, before: "TIMESTAMP '" }
    if (type.kind === 'timestamptz') return { ...pattern, before: "TIMESTAMP '", sort: 'offset_apart' }
    // '' is NULL here, which is said at each.
    return pattern.escapes === null ? pattern : { ...pattern, shortest: 1, longest: shortTextBytes }
  }

  protected override float(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const value = asText(bytes, start, end)
    if (value === 'NaN') out.append(text('BINARY_DOUBLE_NAN'))
    else if (value.endsWith('Infinity'))
      out.append(text(value.startsWith('-') ? '-BINARY_DOUBLE_INFINITY' : 'BINARY_DOUBLE_INFINITY'))
    else {
      out.append(bytes, start, end)
      out.push(100)
    }
  }

  protected override moment(
    { column }: CellPlace,
    bytes: Uint8Array,
    start: number,
    end: number,
    out: GrowingBytes,
  ): void {
    if (column.type.kind === 'date') out.append(text('DATE '))
    else if (column.type.kind !== 'time') out.append(text('TIMESTAMP '))
    if (column.type.kind !== 'timestamptz') return this.quoted(bytes, start, end, out)
    // The documented literal has a space before its offset: TIMESTAMP '1997-01-31 09:26:56.66 +02:00'.
    out.append(text("'"))
    out.append(bytes, start, end - offsetBytes)
    out.append(text(' '))
    out.append(bytes, end - offsetBytes, end)
    out.append(text("'"))
  }

  protected override binary(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.append(text("HEXTORAW('"))
    appendHex(bytes, start, end, out)
    out.append(text("')"))
  }

  protected override string(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const { column, reporter } = place
    if (start === end) reporter.fix({ code: 'empty_is_null', column: column.name, message: "Oracle reads '' as NULL." })
    if (end - start <= shortTextBytes) return super.string(place, bytes, start, end, out)
    // Chunks on lines of their own; a value beyond a literal's length is put together as a CLOB.
    const isLarge = end - start > literalBytes
    for (let from = start; from < end;) {
      const to = this.chunkEnd(bytes, from, end)
      if (from > start) out.append(text('||\n'))
      if (isLarge) out.append(text('TO_CLOB('))
      super.string(place, bytes, from, to, out)
      if (isLarge) out.push(41)
      from = to
    }
  }

  /** As far as fits on a line once escaped, never inside a character. */
  private chunkEnd(bytes: Uint8Array, start: number, end: number): number {
    let to = start
    for (let written = 0; to < end && written < lineBytes; to++)
      written += this.replacements[bytes[to] as number]?.length ?? 1
    if (to === end) return end
    while (((bytes[to] as number) & 0xc0) === 0x80) to--
    return to
  }
}
