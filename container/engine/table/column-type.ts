/**
 * The dialect-free type of a column: a closed union that every dialect switches over exhaustively. Facts that only some
 * dialects want (lengths, precision) leave room for later values (`headroom.ts`).
 */
export type ColumnType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly bits: 32 | 64 }
  /** `precision` null: any, in a dialect that has such a type. Integers beyond 64 bits too. */
  | { readonly kind: 'decimal'; readonly precision: number | null; readonly scale: number }
  | { readonly kind: 'float' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time'; readonly fractionDigits: number }
  | { readonly kind: 'timestamp'; readonly fractionDigits: number }
  | { readonly kind: 'timestamptz'; readonly fractionDigits: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'json' }
  | { readonly kind: 'binary'; readonly maxBytes: number | null }
  /** The longest value of the whole file, in UTF-8 bytes, UTF-16 units and code points; null if unknown. */
  | { readonly kind: 'text'; readonly longest: TextLength | null }

export interface TextLength {
  readonly bytes: number
  readonly utf16Units: number
  readonly codePoints: number
}
