import { appendHex } from '../../bytes/hex.ts'
import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { appendReplacing, replacing } from '../../bytes/replacements.ts'
import { copyNull, copyText } from '../../writers/sql/copy-text.ts'
import { text } from '../../writers/sql/dialects/base.ts'
import { type PlannedColumn, type PlannedTable, qualified, quoteName } from '../plan/plan-types.ts'
import { timeZoneStatement } from './time-zones.ts'
import { form, type Value } from './value.ts'

const statementBytesMax = 1 << 20

/** Rows as blocks of statements: a block ends with its table, its columns, its rows or its bytes. */
export abstract class BlockWriter {
  private readonly batchRows: number
  protected rows = 0
  private bytes = 0
  private rowStart = 0
  private head = ''
  private headBytes: Uint8Array = text('')

  constructor(batchRows: number) {
    this.batchRows = batchRows
  }

  protected abstract headOf(table: string, columns: string): string
  protected abstract readonly blockEnd: Uint8Array
  protected abstract readonly bytesMax: number
  /** Between the block's head and a row, or between two rows. */
  protected abstract rowBegin(isFirst: boolean, out: GrowingBytes): void
  protected abstract rowEnd(out: GrowingBytes): void
  abstract cell(value: Value, column: number, out: GrowingBytes): void

  /** How blocks begin whose rows are of this table and have these columns. */
  headFor(table: PlannedTable, columns: readonly PlannedColumn[]): string {
    return this.headOf(qualified(table.schema, table.name), columns.map(({ name }) => quoteName(name)).join(', '))
  }

  /** The rows that follow stand in blocks that begin like this. */
  use(head: string, out: GrowingBytes): void {
    if (head === this.head) return
    this.close(out)
    this.head = head
    this.headBytes = text(head)
  }

  useTimeZone(zone: string, out: GrowingBytes): void {
    const statement = timeZoneStatement(zone)
    if (statement === null) return
    this.close(out)
    out.append(text(statement))
  }

  beginRow(out: GrowingBytes): void {
    this.rowStart = out.length
    if (this.rows === 0) out.append(this.headBytes)
    this.rowBegin(this.rows === 0, out)
    this.rows++
  }

  /** The row's bytes have been cut off the output: it does not count. */
  takeBackRow(): void {
    this.rows--
  }

  endRow(out: GrowingBytes): void {
    this.rowEnd(out)
    this.bytes += out.length - this.rowStart
    if (this.rows >= this.batchRows || this.bytes >= this.bytesMax) this.close(out)
  }

  /** How many rows the block takes yet. */
  get rowsLeft(): number {
    return this.batchRows - this.rows
  }

  /** Rows as this block writes them, with their ends. */
  appendRows(rows: number, bytes: Uint8Array, out: GrowingBytes): void {
    if (this.rows === 0) out.append(this.headBytes)
    out.append(bytes)
    this.rows += rows
    this.bytes += bytes.length
    if (this.rows >= this.batchRows) this.close(out)
  }

  close(out: GrowingBytes): void {
    if (this.rows > 0) out.append(this.blockEnd)
    this.rows = 0
    this.bytes = 0
  }
}

const copyBinaryHead = text('\\\\x')

/** COPY in text format, the only one whose data psql can never take for commands. */
export class CopyBlocks extends BlockWriter {
  protected readonly blockEnd = text('\\.\n')
  protected readonly bytesMax = Number.MAX_SAFE_INTEGER

  protected headOf(table: string, columns: string): string {
    return `COPY ${table} (${columns}) FROM stdin;\n`
  }

  protected rowBegin(): void {}

  protected rowEnd(out: GrowingBytes): void {
    out.push(10)
  }

  cell(value: Value, column: number, out: GrowingBytes): void {
    if (column > 0) out.push(9)
    switch (value.form) {
      case form.null:
        return copyNull(out)
      case form.text:
        copyText(value.bytes, value.start, value.end, out)
        return
      case form.binary:
        out.append(copyBinaryHead)
        return appendHex(value.bytes, value.start, value.end, out)
      default:
        return out.append(value.bytes, value.start, value.end)
    }
  }
}

const words = {
  null: text('NULL'),
  true: text('TRUE'),
  false: text('FALSE'),
  binaryHead: text("'\\x"),
  separator: text(', '),
}
const inLiteral = replacing({ 39: "''", 0: '' })

export class InsertBlocks extends BlockWriter {
  protected readonly blockEnd = text(';\n')
  protected readonly bytesMax = statementBytesMax

  protected headOf(table: string, columns: string): string {
    return `INSERT INTO ${table} (${columns}) VALUES\n`
  }

  protected rowBegin(isFirst: boolean, out: GrowingBytes): void {
    if (!isFirst) out.append(rowSeparator)
    out.push(40)
  }

  protected rowEnd(out: GrowingBytes): void {
    out.push(41)
  }

  cell(value: Value, column: number, out: GrowingBytes): void {
    const { bytes, start, end } = value
    if (column > 0) out.append(words.separator)
    switch (value.form) {
      case form.null:
        return out.append(words.null)
      case form.number:
        return out.append(bytes, start, end)
      case form.boolean:
        return out.append(bytes[start] === 116 ? words.true : words.false)
      case form.binary:
        out.append(words.binaryHead)
        appendHex(bytes, start, end, out)
        return out.push(39)
      default:
        out.push(39)
        appendReplacing(inLiteral, bytes, start, end, out)
        out.push(39)
    }
  }
}

const rowSeparator = text(',\n')
