import type { AcceleratedCast, RowsToCast } from '../../cast/accelerated-cast.ts'
import type { CastColumn } from '../../cast/cast-column.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { DecimalBounds } from '../../values/value-parser.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { checks, descriptionBytes } from '../kernel/layout.ts'
import { KernelFixes } from './kernel-fixes.ts'

/** A check that no value passes. The plain code casts every row with such a column. */
const never = 99
/** The offset of a column's format, which `KernelFixes` fills in. */
const formatInt = 6
export const columnInts = descriptionBytes.cast / 4
const unbounded = 0x7fff_ffff

export class KernelCast implements AcceleratedCast {
  /**
   * The address of the column descriptions, each `columnInts` long. The first number is the cell's index in its row.
   */
  readonly columns: number
  readonly fixes: KernelFixes
  private readonly kernel: Kernel
  private readonly options: RowsToCast

  static open(kernel: Kernel, options: RowsToCast): KernelCast | null {
    const { columns } = options
    // If a column never passes, most rows would be checked twice for nothing.
    const isLeft = ({ parser }: CastColumn): boolean =>
      parser !== null && parser.canonical === undefined && parser.rewritable === undefined
    if (columns.some(isLeft)) return null
    const ints = new Int32Array(columns.length * columnInts)
    columns.forEach((column, at) => ints.set(described(column), at * columnInts))
    const address = kernel.keep(new Uint8Array(ints.buffer))
    return address === null ? null : new KernelCast(kernel, options, address)
  }

  private constructor(kernel: Kernel, options: RowsToCast, columns: number) {
    this.kernel = kernel
    this.options = options
    this.columns = columns
    this.fixes = this.fixesIn((_, at) => columns + (at * columnInts + formatInt) * 4)
  }

  get columnCount(): number {
    return this.options.columns.length
  }

  /**
   * Returns the fixes that the kernel makes with these column descriptions. `formatAt` returns the address of each
   * column's format.
   */
  fixesIn(formatAt: (column: CastColumn, at: number) => number): KernelFixes {
    return new KernelFixes(this.kernel, this.options.reporter, this.options.columns, formatAt)
  }

  covers(batch: RowBatch): boolean {
    return this.kernel.holds(batch) && batch.rowCount * this.columnCount <= this.kernel.typedStarts.length
  }

  castRows({ rowCount, arena }: RowBatch, row: number, typedRow: number): number {
    const { width, lastHeadRow, shortRowsAreFixes } = this.options
    const { call } = this.kernel
    const stopped = call.castRows(
      row,
      rowCount,
      width,
      this.columns,
      this.columnCount,
      typedRow,
      lastHeadRow,
      !shortRowsAreFixes,
      arena.length,
      // An arena that outgrew the kernel's memory has no space in it.
      this.kernel.holdsBytes(arena.bytes) ? arena.bytes.length : 0,
    )
    arena.length = call.castText.value
    return stopped
  }
}

interface Sizes {
  readonly check?: string
  readonly bounds?: DecimalBounds | null
  readonly fractionDigits?: number
}

/** Returns the description of a column for ../kernel/assembly/cast.ts, without the format. */
function described({ column, parser, refusesText }: CastColumn): readonly number[] {
  const { canonical, rewritable } = parser ?? {}
  const { bounds = null, fractionDigits = unbounded }: Sizes = canonical ?? rewritable ?? {}
  return [
    column.index,
    parser === null ? checks.anything : canonical === undefined ? never : checks[canonical.check],
    bounds?.wholeDigits ?? unbounded,
    bounds?.fractionDigits ?? fractionDigits,
    bounds?.significantDigits ?? unbounded,
    refusesText ? 1 : 0,
  ]
}
