import type { GrowingBytes } from '../../../bytes/growing-bytes.ts'
import { replacing } from '../../../bytes/replacements.ts'
import type { ColumnType } from '../../../table/column-type.ts'
import type { LiteralPattern } from '../../literal-pattern.ts'
import { asText, type CellPlace, hasMoreBreaks, SqlDialect, text } from './base.ts'

const digitsOfDouble = 15
/** An expression may be 1,000 operators deep (SQLITE_MAX_EXPR_DEPTH); each break takes two. */
const breaksMax = 200

/** Numbers that a double cannot hold are text here: NUMERIC affinity would round them in silence. */
export class SqliteDialect extends SqlDialect {
  /** sqlite3's shell folds CRLF inside literals to LF. */
  protected override replacements = replacing({ 39: "''", 0: "'||char(0)||'", 13: "'||char(13)||'" })

  begin(create: string): string {
    return `BEGIN;\n${create}`
  }

  end(): string {
    return 'COMMIT;\n'
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

  override pattern(type: ColumnType): LiteralPattern | null {
    return super.pattern(isText(type) ? { kind: 'uuid' } : type)
  }

  override literal(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (isText(place.column.type)) this.quoted(bytes, start, end, out)
    else super.literal(place, bytes, start, end, out)
  }

  protected override string(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (!hasMoreBreaks(breaksMax, this.replacements, bytes, start, end))
      return super.string(place, bytes, start, end, out)
    out.append(text('CAST('))
    this.binary(bytes, start, end, out)
    out.append(text(' AS TEXT)'))
  }

  protected override float(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const value = asText(bytes, start, end)
    if (value === 'NaN') return this.nullInstead(place, 'not_finite', 'SQLite has no NaN: NULL.', value, out)
    if (value.endsWith('Infinity')) return out.append(text(value.startsWith('-') ? '-9e999' : '9e999'))
    out.append(bytes, start, end)
  }
}

const isText = (type: ColumnType): boolean =>
  type.kind === 'decimal' && type.precision !== null && type.precision > digitsOfDouble
