import { appendHex } from '../../../bytes/hex.ts'
import type { GrowingBytes } from '../../../bytes/growing-bytes.ts'
import { appendReplacing, type Replacements, replacing } from '../../../bytes/replacements.ts'
import type { Reporter } from '../../../report/reporter.ts'
import type { ColumnType } from '../../../table/column-type.ts'
import { bare, type LiteralPattern } from '../../literal-pattern.ts'
import type { PlannedColumn, TablePlan } from '../../../table/table-plan.ts'

export const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** Where a value stands, and where changes to it are reported. */
export interface CellPlace {
  readonly column: PlannedColumn
  readonly reporter: Reporter
}

const quote = 39
const nullWord = text('NULL')

/**
 * Standard SQL, complete, with small hooks: a dialect is only its differences. Values come as canonical text
 * (`table/typed-batch.ts`) and leave as literals; nothing is parsed on the way.
 */
export abstract class SqlDialect {
  /** Rows of one VALUES list at most. */
  readonly rowsPerStatementMax: number = Number.MAX_SAFE_INTEGER
  /** A statement is closed when it has grown beyond this. */
  readonly statementBytesMax: number = 1 << 20

  abstract typeName(type: ColumnType): string
  /** Settings and the start of the transaction; `create` stands where the dialect wants table definitions. */
  abstract begin(create: string, isBulk: boolean): string
  abstract end(isBulk: boolean): string

  quoteIdentifier(name: string): string {
    return `"${name.replaceAll('"', '""')}"`
  }

  tableName(plan: TablePlan): string {
    const table = this.quoteIdentifier(plan.table)
    return plan.schema === null ? table : `${this.quoteIdentifier(plan.schema)}.${table}`
  }

  createTable(plan: TablePlan): string {
    const lines = plan.columns.map(
      (column) =>
        `  ${this.quoteIdentifier(column.name)} ${this.typeName(column.type)}${column.nullable ? '' : ' NOT NULL'}`,
    )
    return `CREATE TABLE ${this.tableName(plan)} (\n${lines.join(',\n')}\n);\n`
  }

  insertHead(plan: TablePlan): string {
    return `INSERT INTO ${this.tableName(plan)} (${plan.columns.map((column) => this.quoteIdentifier(column.name)).join(', ')}) VALUES\n`
  }

  /** Before each row of a statement. */
  rowStart(isFirst: boolean, _plan: TablePlan): string {
    return isFirst ? '(' : ',\n('
  }

  readonly cellSeparator: string = ', '
  readonly rowEnd: string = ')'

  statementEnd(_plan: TablePlan): string {
    return ';\n'
  }

  /** Between statements, when `bytes` have been written since the last call: where a client wants batches. */
  batchEnd(_bytesSince: number): string {
    return ''
  }

  null(out: GrowingBytes): void {
    out.append(nullWord)
  }

  literal(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const { type } = place.column
    switch (type.kind) {
      case 'integer':
      case 'decimal':
        return out.append(bytes, start, end)
      case 'float':
        return this.float(place, bytes, start, end, out)
      case 'boolean':
        return this.boolean(bytes[start] === 116, out)
      case 'date':
      case 'time':
      case 'timestamp':
      case 'timestamptz':
        return this.moment(place, bytes, start, end, out)
      case 'uuid':
        return this.quoted(bytes, start, end, out)
      case 'binary':
        return this.binary(bytes, start, end, out)
      case 'json':
      case 'text':
        return this.string(place, bytes, start, end, out)
    }
  }

  /** The literals of a type as a pattern, where that is all there is to them: `literal` by other means. */
  pattern(type: ColumnType): LiteralPattern | null {
    switch (type.kind) {
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
        return { ...bare, before: "'", after: "'", escapes: this.replacements }
      case 'binary':
        return null
    }
  }

  protected boolean(value: boolean, out: GrowingBytes): void {
    out.push(value ? 49 : 48)
  }

  protected float(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.append(bytes, start, end)
  }

  /** A float where the dialect has no words for the others. They do not end in a digit. */
  protected finite(place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const last = bytes[end - 1] as number
    if (last >= 48 && last <= 57) out.append(bytes, start, end)
    else
      this.nullInstead(
        place,
        'not_finite',
        'The dialect has no NaN and no infinity: NULL.',
        asText(bytes, start, end),
        out,
      )
  }

  protected moment(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    this.quoted(bytes, start, end, out)
  }

  protected binary(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.append(text("X'"))
    appendHex(bytes, start, end, out)
    out.push(quote)
  }

  /** Text that needs no escape: what we wrote ourselves. */
  protected quoted(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.push(quote)
    out.append(bytes, start, end)
    out.push(quote)
  }

  protected string(_place: CellPlace, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    out.push(quote)
    appendReplacing(this.replacements, bytes, start, end, out)
    out.push(quote)
  }

  /** By byte: what is written in its place inside a string literal. */
  protected replacements: Replacements = replacing({ 39: "''" })

  /** A value that the dialect has no way to write. */
  protected nullInstead(
    { column, reporter }: CellPlace,
    code: string,
    message: string,
    value: string,
    out: GrowingBytes,
  ): void {
    reporter.fix({ code, column: column.name, message, example: value })
    this.null(out)
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

export const asText = (bytes: Uint8Array, start: number, end: number): string =>
  new TextDecoder().decode(bytes.subarray(start, end))

/** A timestamp with offset as the same moment in UTC, its fraction untouched. */
export function inUtc(value: string): string {
  const found = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?([+-])(\d\d):(\d\d)$/.exec(value)
  if (found === null) return value
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours, offsetMinutes] = found
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === '-' ? -1 : 1)
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  const utc = new Date(date.getTime() - offsetMs).toISOString()
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}${fraction}`
}
