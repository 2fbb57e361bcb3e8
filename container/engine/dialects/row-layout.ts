import type { Literals } from '../literals/literals.ts'

/** The text around rows: blocks of them, such as the rows of one INSERT or of one COPY. */
export interface RowLayout {
  readonly literals: Literals
  /** Before the first row of a block. */
  readonly head: string
  /** Before every other row. */
  readonly between: string
  /** Before the value of each column. */
  readonly separators: readonly string[]
  /** After each row. */
  readonly suffix: string
  /** After the last row of a block. */
  readonly end: string
  /** A block ends when it has so many rows, or has grown beyond so many bytes. */
  readonly rowsMax: number
  readonly bytesMax: number
  /** The text after a block when `bytes` were written since the last time: some clients send batches. */
  readonly batch: { readonly bytes: number; readonly end: string } | null
}
