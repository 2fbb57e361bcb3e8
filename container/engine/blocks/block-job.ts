import type { RowPattern } from '../writers/kernel-rows.ts'

/** What a thread must know to convert blocks: plain data, so that it can be sent there. */
export interface BlockJob {
  readonly delimiter: number
  /** −1 where nothing quotes. */
  readonly quote: number
  readonly trailingDelimiter: boolean
  /** Cells of the table. */
  readonly width: number
  /** The columns' checks, as KernelCast describes them. */
  readonly checks: Int32Array
  readonly rows: RowPattern
  /** The header's rows, should they stand among the rows once more. */
  readonly heads: readonly (readonly Uint8Array[])[]
}

/** Whole records, or so its sender believes. The memory is the thread's until it answers. */
export interface BlockOrder {
  readonly block: Uint8Array
  /** Memory for what is written; the thread takes more where it is too little. */
  readonly room: Uint8Array
}

/** A row that the kernel leaves to the plain code, at its place among those that it wrote. */
export interface Hole {
  /** Rows of the block that are written before it. */
  readonly before: number
  /** Records of the block up to it. */
  readonly record: number
  readonly kinds: Uint8Array
  /** Where each cell ends in `bytes`: they stand one after another. */
  readonly ends: Int32Array
  readonly bytes: Uint8Array
}

export type BlockAnswer =
  /** Something in it is for those who know what comes before and after: nothing was done. */
  | { readonly kind: 'odd'; readonly block: Uint8Array; readonly room: Uint8Array }
  | {
      readonly kind: 'rows'
      readonly block: Uint8Array
      readonly room: Uint8Array
      /** Where each row ends in `room`; every one begins with what stands between rows. */
      readonly rowEnds: Int32Array
      readonly holes: readonly Hole[]
      readonly records: number
      /** The first text in the last row. */
      readonly lastText: string
    }

/** Threads are the platform's: they are handed in, as decompression is. */
export interface Threads {
  /** Blocks that may be under way at a time. */
  readonly depth: number
  /** Before the first block. */
  begin(job: BlockJob): void
  convert(order: BlockOrder): Promise<BlockAnswer>
  /** Memory that a thread may be given to read and write. */
  memory(bytes: number): Uint8Array
}
