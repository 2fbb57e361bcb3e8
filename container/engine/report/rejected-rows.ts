import type { Problem, ReportColumn } from '../../../src/contract/report.ts'
import type { ByteSink } from '../bytes/byte-source.ts'
import { encode } from '../bytes/encode.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'

/** The approximate size of the chunks that the sink receives. */
const chunkBytes = 1 << 20

/** The columns in front of the cells of a rejected row. */
const ownColumns = ['row', 'code', 'column', 'message'] as const
export const headerOfSeveralTables = encode(lineOf(['sheet', 'table', ...ownColumns]))

/** The sheet and the table of rejected rows, if the file has several tables. */
export interface RejectsPlace {
  readonly sheet: string | null
  readonly table: string
}

type NamedColumn = Pick<ReportColumn, 'name' | 'source_name' | 'excluded'>

/**
 * Returns the headings of the columns in the file. A column without one is named as in the output, and a heading that
 * several columns have is followed by the name in the output.
 */
function headingsOf(columns: readonly NamedColumn[]): string[] {
  const byHeading = Map.groupBy(columns, ({ source_name: heading }) => heading)
  return columns.map(({ name, source_name: heading, excluded }) => {
    if (heading === '') return name
    const isRepeated = (byHeading.get(heading)?.length ?? 0) > 1 && excluded !== true
    return isRepeated ? `${heading} (${name})` : heading
  })
}

/** Writes every rejected row as CSV: its number, the reason, and its cells from the file. */
export class RejectedRows {
  private readonly sink: ByteSink
  /** The place if the file has rows of several tables. In that case, there is no header with column names. */
  private readonly place: RejectsPlace | null
  private readonly out = new GrowingBytes(1 << 12)
  private headings: readonly string[] = []
  /** The headings by the names in the output. */
  private headingByName: ReadonlyMap<string, string> = new Map()
  private hasHeader: boolean
  private isDropped = false

  constructor(sink: ByteSink, place: RejectsPlace | null) {
    this.sink = sink
    this.place = place
    this.hasHeader = place !== null
  }

  /** Sets the file's columns. Rows that were rejected earlier are written after their headings. */
  begin(columns: readonly NamedColumn[]): void {
    this.headings = headingsOf(columns)
    const headed = columns.map((column, at) => ({ ...column, heading: this.headings[at] as string }))
    this.headingByName = new Map(
      headed.filter(({ excluded }) => excluded !== true).map(({ name, heading }) => [name, heading]),
    )
  }

  /** Drops the rejected rows of this pass over the file. */
  drop(): void {
    this.isDropped = true
    this.out.clear()
  }

  add({ row, code, column, message }: Problem, cells: readonly (string | null)[]): void {
    if (this.isDropped) return
    const before = this.place === null ? [] : [this.place.sheet, this.place.table]
    const heading = column === undefined ? null : (this.headingByName.get(column) ?? column)
    this.out.append(encode(lineOf([...before, String(row ?? ''), code, heading, message, ...cells])))
  }

  /** Sends the collected rows to the sink once there are enough of them. */
  async flush(): Promise<void> {
    if (this.out.length >= chunkBytes) await this.empty()
  }

  async end(): Promise<void> {
    if (this.out.length > 0) await this.empty()
  }

  private async empty(): Promise<void> {
    if (!this.hasHeader) await this.sink.write(encode(lineOf([...ownColumns, ...this.headings])))
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
