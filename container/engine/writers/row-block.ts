import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { RowLayout } from '../dialects/row-layout.ts'

/** A block of rows, such as one INSERT. Its first row opens it, and it closes after a number of rows or bytes. */
export class RowBlock {
  private readonly layout: RowLayout
  private readonly rowsMax: number
  private head: Uint8Array
  private readonly between: Uint8Array
  private readonly end: Uint8Array
  private rows = 0
  private bytes = 0
  private bytesSinceBatch = 0

  constructor(layout: RowLayout, rowsMax: number) {
    this.layout = layout
    this.rowsMax = Math.min(rowsMax, layout.rowsMax)
    this.head = encode(layout.head)
    this.between = encode(layout.between)
    this.end = encode(layout.end)
  }

  /** Starts all further blocks with this text. */
  use(head: string, out: GrowingBytes): void {
    this.close(out)
    this.head = encode(head)
  }

  get isFirst(): boolean {
    return this.rows === 0
  }

  /** Returns the number of further rows that fit. */
  get rowsLeft(): number {
    return this.rowsMax - this.rows
  }

  /** Returns the number of bytes that still fit after the pending rows. */
  bytesLeft(atHand: number): number {
    return this.layout.bytesMax - this.bytes - atHand
  }

  /** Opens the block for rows that already contain their own `between`. */
  open(out: GrowingBytes): void {
    if (this.isFirst) out.append(this.head)
  }

  beginRow(out: GrowingBytes): void {
    out.append(this.isFirst ? this.head : this.between)
  }

  /** Counts rows that were written to `out`, starting at `before`. */
  afterWrite(rows: number, before: number, out: GrowingBytes): void {
    this.rows += rows
    this.bytes += out.length - before
    if (this.rowsLeft <= 0 || this.bytes >= this.layout.bytesMax) this.close(out)
  }

  close(out: GrowingBytes): void {
    if (this.isFirst) return
    out.append(this.end)
    this.bytesSinceBatch += this.bytes
    const { batch } = this.layout
    if (batch !== null && this.bytesSinceBatch >= batch.bytes) {
      out.append(encode(batch.end))
      this.bytesSinceBatch = 0
    }
    this.rows = 0
    this.bytes = 0
  }
}
