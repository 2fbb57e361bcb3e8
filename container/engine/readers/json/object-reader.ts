import type { BatchAccelerator, RowBatch } from '../../table/row-batch.ts'

/**
 * The reason why reading stopped. `more`: the text ends before the next row is complete. `full`: the batch has no space
 * left. `odd`: JsonRows must read the value at `valueAt`. It is not an object, or it has a new key, half a surrogate
 * pair or an error.
 */
export interface ObjectsEnd {
  readonly kind: 'more' | 'full' | 'odd'
  readonly consumed: number
  readonly valueAt: number
}

export interface TextRange {
  readonly at: number
  readonly end: number
}

/** Reads consecutive objects with known keys. Cells of the batch point into the text. */
export interface ObjectReader {
  /** Appends rows of the text to the batch until it has to stop. In an array, commas separate the rows. */
  read(batch: RowBatch, text: TextRange, isArray: boolean, rowNumber: number, rowsMax: number): ObjectsEnd
}

/** The part of a `ReadingAccelerator` for JSON. */
export interface ObjectAccelerator extends BatchAccelerator {
  /** Returns a reader of objects with these keys, or null if there are too many keys. */
  objects(names: readonly string[]): ObjectReader | null
}
