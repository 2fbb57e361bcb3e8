import { appendHex } from '../../../bytes/hex.ts'
import type { GrowingBytes } from '../../../bytes/growing-bytes.ts'
import { replacing } from '../../../bytes/replacements.ts'
import type { ColumnType } from '../../../table/column-type.ts'
import type { LiteralPattern } from '../../literal-pattern.ts'
import { type CellPlace, SqlDialect, text } from './base.ts'

const words = { true: text('TRUE'), false: text('FALSE') }

/** psql's own `\set` comes first: a COPY that cannot start must not let its data run as SQL. */
export class PostgresqlDialect extends SqlDialect {
  protected override replacements = replacing({ 39: "''", 0: '' })

  begin(create: string): string {
    return `\\set ON_ERROR_STOP on\nSET standard_conforming_strings = on;\nSET client_encoding = 'UTF8';\nBEGIN;\n${create}`
  }

  end(): string {
    return 'COMMIT;\n'
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
        return { 16: 'smallint', 32: 'integer', 64: 'bigint' }[type.bits]
      case 'decimal':
        return type.precision === null || type.precision > 1000 ? 'numeric' : `numeric(${type.precision},${type.scale})`
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

  override pattern(type: ColumnType): LiteralPattern | null {
    const pattern = super.pattern(type)
    if (pattern === null) return null
    if (type.kind === 'boolean') return { ...pattern, before: 'TRUE', after: 'FALSE' }
    return pattern.escapes === null ? pattern : { ...pattern, notHere: [0] }
  }

  protected override boolean(value: boolean, out: GrowingBytes): void {
    out.append(value ? words.true : words.false)
  }

  protected override float(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const last = bytes[end - 1] as number
    if (last >= 48 && last <= 57) out.append(bytes, start, end)
    else this.quoted(bytes, start, end, out)
  }

  protected override string(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    reportNul(place, bytes, start, end)
    super.string(place, bytes, start, end, out)
  }

  protected override binary(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.append(text("'\\x"))
    appendHex(bytes, start, end, out)
    out.push(39)
  }
}

/** PostgreSQL has no NUL in text: it is left out, and said. */
export function reportNul({ column, reporter }: CellPlace, bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== 0) continue
    reporter.fix({
      code: 'nul_removed',
      column: column.name,
      message: 'PostgreSQL text cannot hold NUL characters: they were left out.',
    })
    return
  }
}
