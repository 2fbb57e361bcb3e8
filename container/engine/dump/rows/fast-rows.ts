import type { DumpText } from '../text/tokens.ts'
import type { DumpAccelerator, FastColumn } from './dump-accelerator.ts'

const noHead = new Uint8Array(0)
/** The maximum number of consecutive rows that are not plain before the fast path is tried again. */
const waitMax = 64

/** Tests for the first row of a statement. The fast path may end there, after rows of earlier statements. */
export function isFirstRow({ bytes, at }: DumpText): boolean {
  let before = at - 1
  while ((bytes[before] as number) <= 32) before--
  return bytes[at] === 40 && bytes[before] !== 44
}

/** The fast path for rows in the notation of servers. It reads many at once, or none. */
export class FastRows {
  private readonly accelerator: DumpAccelerator | null
  private isOpen = false
  private misses = 0
  private waiting = 0

  constructor(accelerator: DumpAccelerator | null) {
    this.accelerator = accelerator
  }

  /** Sets the columns of the next rows. Null keeps them off the fast path. */
  open(columns: readonly FastColumn[] | null): void {
    this.isOpen = this.accelerator !== null && columns !== null && this.accelerator.describe(columns)
    this.misses = 0
    this.waiting = 0
  }

  /** Returns the output for the last rows read. */
  get written(): Uint8Array {
    return this.accelerator?.output ?? noHead
  }

  /** Reads the plain rows that start at this parenthesis. Returns their number. */
  take(text: DumpText, head: Uint8Array, isWritten: boolean, rowsMax: number): number {
    const { accelerator } = this
    if (accelerator === null || !this.isOpen || !text.isAtHome || !text.backslashEscapes || text.hasLeads) return 0
    if (this.waiting > 0) {
      this.waiting--
      return 0
    }
    text.at = accelerator.take({
      at: text.at,
      end: text.bytes.length,
      validUntil: text.validUntil,
      doubleQuotes: !text.ansiQuotes,
      isWritten,
      rowsMax,
      head: text.endsStatementsWithSemicolon ? head : noHead,
    })
    this.misses = accelerator.rows > 0 ? 0 : this.misses + 1
    this.waiting = this.misses < 2 ? 0 : Math.min(waitMax, 1 << Math.min(this.misses, 10))
    return accelerator.rows
  }
}
