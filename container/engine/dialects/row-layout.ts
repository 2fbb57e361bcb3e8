import type { Literals } from '../literals/literals.ts'

/** The text around rows. They are grouped in blocks, such as the rows of one INSERT or of one COPY. */
export interface RowLayout {
  readonly literals: Literals
  /** The text before the first row of a block. */
  readonly head: string
  /** The text before every other row. */
  readonly between: string
  /** The text before the value of each column. */
  readonly separators: readonly string[]
  /** The text after each row. */
  readonly suffix: string
  /** The text after the last row of a block. */
  readonly end: string
  /** A block ends after this many rows, or once it exceeds the number of bytes. */
  readonly rowsMax: number
  readonly bytesMax: number
  /**
   * The text after a block once `bytes` have been written since the previous time, because some clients send batches.
   */
  readonly batch: { readonly bytes: number; readonly end: string } | null
}
