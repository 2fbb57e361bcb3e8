import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { RowLayout } from '../dialects/row-layout.ts'

/** The block that rows go into: opened by its first row, closed by rows or by bytes, whichever comes first. */
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

  /** Rows that follow stand in blocks that begin like this. */
  use(head: string, out: GrowingBytes): void {
    this.close(out)
    this.head = encode(head)
  }

  get isFirst(): boolean {
    return this.rows === 0
  }

  /** How many more rows it takes. */
  get rowsLeft(): number {
    return this.rowsMax - this.rows
  }

  /** How many more bytes it takes after those of the rows at hand. */
  bytesLeft(atHand: number): number {
    return this.layout.bytesMax - this.bytes - atHand
  }

  /** Begins the block, where rows come that bring their own `between`. */
  open(out: GrowingBytes): void {
    if (this.isFirst) out.append(this.head)
  }

  beginRow(out: GrowingBytes): void {
    out.append(this.isFirst ? this.head : this.between)
  }

  /** Rows stand in `out` from `before` on. */
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
