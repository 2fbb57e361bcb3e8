import { appendHex } from '../../../bytes/hex.ts'
import type { GrowingBytes } from '../../../bytes/growing-bytes.ts'
import { appendReplacing, replacing } from '../../../bytes/replacements.ts'
import type { ColumnType } from '../../../table/column-type.ts'
import type { LiteralPattern } from '../../literal-pattern.ts'
import { asText, type CellPlace, hasMoreBreaks, SqlDialect, text } from './base.ts'

const nationalQuote = text("N'")
const maxPrefix = text("CAST(N'' AS nvarchar(max))+")
const splitVariable = text("$'+N'(")
const partCharactersMax = 4000
const dollar = 36
const noExponent = text('e0')
/**
 * A number without an exponent is an exact one, and all exact ones of a VALUES list share 38 digits: up to 19 before the
 * point and up to 19 behind it fit. Longer ones would be rounded or refused, so they are written as floats.
 */
const exactBytesMax = 19
const batchBytes = 1 << 20
/** Thousands of concatenations end in error 191, "nested too deeply". A `$` counts, as `$(` breaks too. */
const breaksMax = 200
const breaking = replacing({ 0: '···', 10: '···', 13: '···', 36: '···' })
/** After a failed batch nothing more may run outside the transaction that went with it. */
const guard = 'IF @@TRANCOUNT = 0 SET NOEXEC ON;\n'

/** sqlcmd reads the script line by line before the server does: no raw line ends in literals, no `$(`. */
export class SqlServerDialect extends SqlDialect {
  /** A VALUES list takes 1,000 rows (error 10738). */
  override readonly rowsPerStatementMax = 1000
  protected override replacements = replacing({
    39: "''",
    10: "'+NCHAR(10)+N'",
    13: "'+NCHAR(13)+N'",
    0: "'+NCHAR(0)+N'",
  })

  override quoteIdentifier(name: string): string {
    return `[${name.replaceAll(']', ']]').replaceAll('$(', '$ (')}]`
  }

  begin(create: string): string {
    return `SET NOCOUNT ON;\nSET XACT_ABORT ON;\nSET QUOTED_IDENTIFIER ON;\nGO\nBEGIN TRANSACTION;\n${create}GO\n${guard}`
  }

  end(): string {
    return 'COMMIT TRANSACTION;\nGO\nSET NOEXEC OFF;\nGO\n'
  }

  override batchEnd(bytesSince: number): string {
    return bytesSince >= batchBytes ? `GO\n${guard}` : ''
  }

  typeName(type: ColumnType): string {
    const fraction = (digits: number): string => `(${Math.min(7, digits)})`
    switch (type.kind) {
      case 'boolean':
        return 'bit'
      case 'integer':
        return { 16: 'smallint', 32: 'int', 64: 'bigint' }[type.bits]
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
        const units = type.longest?.utf16Units ?? null
        return units === null || units > partCharactersMax ? 'nvarchar(max)' : `nvarchar(${Math.max(1, units)})`
      }
    }
  }

  override pattern(type: ColumnType): LiteralPattern | null {
    const pattern = super.pattern(type)
    if (pattern === null) return null
    if (type.kind === 'float') return { ...pattern, longest: exactBytesMax }
    if (type.kind === 'timestamp' || type.kind === 'timestamptz') return { ...pattern, sort: 'with_t' }
    if (pattern.escapes === null) return pattern
    return { ...pattern, before: "N'", notHere: [dollar], longest: partCharactersMax }
  }

  protected override float(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const from = out.length
    this.finite(place, bytes, start, end, out)
    const isExact = /^-?[\d.]+$/.test(asText(out.bytes, from, out.length))
    if (isExact && end - start > exactBytesMax) out.append(noExponent)
  }

  /** With a `T` the reading does not depend on the session's language. */
  protected override moment(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const from = out.length + 1
    this.quoted(bytes, start, end, out)
    if (out.bytes[from + 10] === 32) out.bytes[from + 10] = 84
  }

  protected override binary(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const from = out.length
    super.binary(bytes, start, end, out)
    // X'…' becomes 0x…
    out.bytes[from] = 48
    out.bytes[from + 1] = 120
    out.length--
  }

  /** Parts of up to 4,000 characters: a concatenation of short parts would be cut there, so the first is a max. */
  protected override string(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    if (hasMoreBreaks(breaksMax, breaking, bytes, start, end)) return utf16Cast(bytes, start, end, out)
    if (end - start > partCharactersMax) out.append(maxPrefix)
    out.append(nationalQuote)
    let from = start
    for (let at = start; at < end; at++) {
      if (bytes[at] !== 36 || bytes[at + 1] !== 40 || at + 1 >= end) continue
      appendReplacing(this.replacements, bytes, from, at, out)
      out.append(splitVariable)
      from = at + 2
      at++
    }
    appendReplacing(this.replacements, bytes, from, end, out)
    out.push(39)
  }
}

/** The text as its own bytes in the server's UTF-16: one constant, whatever is in it. */
function utf16Cast(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  const value = asText(bytes, start, end)
  const units = new Uint8Array(value.length * 2)
  for (let at = 0; at < value.length; at++) {
    units[at * 2] = value.charCodeAt(at) & 255
    units[at * 2 + 1] = value.charCodeAt(at) >> 8
  }
  out.append(text('CAST(0x'))
  appendHex(units, 0, units.length, out)
  out.append(text(' AS nvarchar(max))'))
}
