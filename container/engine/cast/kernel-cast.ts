import type { CastColumn } from './cast-column.ts'
import type { RowBatch } from '../table/row-batch.ts'
import type { Canonical } from '../values/value-parser.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Their numbers in ../kernel/assembly/cast.ts. */
export const checks: Readonly<Record<Canonical['check'], number>> = {
  integer: 1,
  decimal: 2,
  date: 3,
  timestamp: 4,
  timestamp_zoned: 5,
  time: 6,
  boolean: 7,
  uuid: 8,
}
export const anything = 0
/** Passes nothing: every row of such a column is the plain code's. */
const never = 99
export const columnInts = 6
const unbounded = 0x7fff_ffff

export interface KernelCastOptions {
  readonly columns: readonly CastColumn[]
  readonly width: number
  readonly lastHeadRow: number
  /** Then a row that ends early is not the kernel's. */
  readonly shortRowsAreFixes: boolean
}

/** Casts runs of rows whose cells are all canonical already. */
export class KernelCast {
  /** Where the columns' descriptions are kept, of `columnInts` each; the first is the cell's place in its row. */
  readonly columns: number
  readonly columnCount: number
  private readonly kernel: Kernel
  private readonly width: number
  private readonly lastHeadRow: number
  private readonly takesShort: boolean

  static open(
    kernel: Kernel,
    { columns, width, lastHeadRow, shortRowsAreFixes }: KernelCastOptions,
  ): KernelCast | null {
    // A column that never passes would only cost: most rows would be looked at twice.
    if (columns.some(({ parser }) => parser !== null && parser.canonical === undefined)) return null
    const ints = new Int32Array(columns.length * columnInts)
    columns.forEach(({ column, parser, refusesText }, at) => {
      const { canonical } = parser ?? {}
      const bounds = canonical?.check === 'decimal' ? canonical.bounds : null
      const fraction = canonical !== undefined && 'fractionDigits' in canonical ? canonical.fractionDigits : unbounded
      ints.set(
        [
          column.index,
          parser === null ? anything : canonical === undefined ? never : checks[canonical.check],
          bounds?.wholeDigits ?? unbounded,
          bounds?.fractionDigits ?? fraction,
          bounds?.significantDigits ?? unbounded,
          refusesText ? 1 : 0,
        ],
        at * columnInts,
      )
    })
    const address = kernel.keep(new Uint8Array(ints.buffer))
    return address === null
      ? null
      : new KernelCast(kernel, {
          width,
          columns: address,
          columnCount: columns.length,
          lastHeadRow,
          takesShort: !shortRowsAreFixes,
        })
  }

  private constructor(
    kernel: Kernel,
    table: { width: number; columns: number; columnCount: number; lastHeadRow: number; takesShort: boolean },
  ) {
    this.kernel = kernel
    this.width = table.width
    this.columns = table.columns
    this.columnCount = table.columnCount
    this.lastHeadRow = table.lastHeadRow
    this.takesShort = table.takesShort
  }

  covers(batch: RowBatch): boolean {
    return this.kernel.holds(batch) && batch.rowCount * this.columnCount <= this.kernel.typedStarts.length
  }

  /** Answers the first row that needs a second look, or is none of the table's. */
  castRows(row: number, rowEnd: number, typedRow: number): number {
    const { width, columns, columnCount, lastHeadRow, takesShort } = this
    return this.kernel.call.castRows(row, rowEnd, width, columns, columnCount, typedRow, lastHeadRow, takesShort)
  }
}
