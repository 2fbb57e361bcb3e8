import type { DumpKernel, LaneColumn } from '../../webassembly/dump/dump-kernel.ts'
import type { DumpText } from '../text/tokens.ts'

const noHead = new Uint8Array(0)
/** After so many rows that were not for it in a row, the lane is tried again. */
const waitMax = 64

/** The lane of rows that are as servers write them: taken many at once, or not at all. */
export class RowLane {
  private readonly kernel: DumpKernel | null
  private isOpen = false
  private misses = 0
  private waiting = 0

  constructor(kernel: DumpKernel | null) {
    this.kernel = kernel
  }

  /** Rows that come have these columns; null: they are not for the lane. */
  open(columns: readonly LaneColumn[] | null): void {
    this.isOpen = this.kernel !== null && columns !== null && this.kernel.describe(columns)
    this.misses = 0
    this.waiting = 0
  }

  /** The output for the last rows read. */
  get written(): Uint8Array {
    return this.kernel?.output ?? noHead
  }

  /** Takes the rows from the bracket here on that are plain; answers how many. */
  take(text: DumpText, head: Uint8Array, isWritten: boolean, rowsMax: number): number {
    const { kernel } = this
    if (kernel === null || !this.isOpen || !text.isAtHome || !text.backslashEscapes || text.hasLeads) return 0
    if (this.waiting > 0) {
      this.waiting--
      return 0
    }
    text.at = kernel.take({
      at: text.at,
      end: text.bytes.length,
      validUntil: text.validUntil,
      doubleQuotes: !text.ansiQuotes,
      isWritten,
      rowsMax,
      head: text.endsStatementsWithSemicolon ? head : noHead,
    })
    this.misses = kernel.rows > 0 ? 0 : this.misses + 1
    this.waiting = this.misses < 2 ? 0 : Math.min(waitMax, 1 << Math.min(this.misses, 10))
    return kernel.rows
  }
}
