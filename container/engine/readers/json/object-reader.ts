import type { RowBatch } from '../../table/row-batch.ts'

/**
 * Why reading stopped. more: the text ends within a row, or before one. full: the batch has no room. odd: the value at
 * `valueAt` is JsonRows' to read: no object, a new key, half a surrogate pair, damage.
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

/** Reads consecutive objects whose keys are known, in place: the batch's cells point into the text. */
export interface ObjectReader {
  /** Appends the rows of a range of the text as far as they go; rows of an array stand after commas. */
  read(batch: RowBatch, text: TextRange, isArray: boolean, rowNumber: number, rowsMax: number): ObjectsEnd
}
