import type { Problem } from '../../../src/contract/report.ts'
import type { ByteSink } from '../bytes/byte-source.ts'
import { encode } from '../bytes/encode.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'

/** The approximate size of the chunks that the sink receives. */
const chunkBytes = 1 << 20

/** The columns in front of the cells of a rejected row. */
const ownColumns = ['row', 'code', 'column', 'message'] as const
export const headerOfSeveralTables = encode(lineOf(['table', ...ownColumns]))

/** Writes every rejected row as CSV: its number, the reason, and its cells from the file. */
export class RejectedRows {
  private readonly sink: ByteSink
  /** The table's name if the file has rows of several tables. In that case, there is no header with column names. */
  private readonly table: string | null
  private readonly out = new GrowingBytes(1 << 12)
  private names: readonly string[] = []
  private hasHeader: boolean
  private isDropped = false

  constructor(sink: ByteSink, table: string | null) {
    this.sink = sink
    this.table = table
    this.hasHeader = table !== null
  }

  /** Sets the names of the file's columns. Rows that were rejected earlier are written after them. */
  begin(names: readonly string[]): void {
    this.names = names
  }

  /** Drops the rejected rows of this pass over the file. */
  drop(): void {
    this.isDropped = true
    this.out.clear()
  }

  add({ row, code, column, message }: Problem, cells: readonly (string | null)[]): void {
    if (this.isDropped) return
    const before = this.table === null ? [] : [this.table]
    this.out.append(encode(lineOf([...before, String(row ?? ''), code, column ?? null, message, ...cells])))
  }

  /** Sends the collected rows to the sink once there are enough of them. */
  async flush(): Promise<void> {
    if (this.out.length >= chunkBytes) await this.empty()
  }

  async end(): Promise<void> {
    if (this.out.length > 0) await this.empty()
  }

  private async empty(): Promise<void> {
    if (!this.hasHeader) await this.sink.write(encode(lineOf([...ownColumns, ...this.names])))
    this.hasHeader = true
    await this.sink.write(this.out.bytes.subarray(0, this.out.length))
    this.out.clear()
  }
}

/** Writes a line of RFC 4180. Null becomes an empty field, and an empty text a quoted one. */
function lineOf(values: readonly (string | null)[]): string {
  return `${values.map((value) => (value === null ? '' : fieldOf(value))).join(',')}\r\n`
}

function fieldOf(value: string): string {
  return value === '' || /^\s|[",\r\n]|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
