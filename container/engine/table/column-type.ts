/**
 * The type of a column, independent of dialects. It is a closed union, so every dialect handles all cases. Properties
 * that only some dialects use, such as lengths and precision, leave room for later values (`headroom.ts`).
 */
export type ColumnType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly bits: 32 | 64 }
  /**
   * A null precision allows any number of digits, in dialects with such a type. The type is also used for integers of
   * more than 64 bits.
   */
  | { readonly kind: 'decimal'; readonly precision: number | null; readonly scale: number }
  | { readonly kind: 'float' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time'; readonly fractionDigits: number }
  | { readonly kind: 'timestamp'; readonly fractionDigits: number }
  | { readonly kind: 'timestamptz'; readonly fractionDigits: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'json' }
  | { readonly kind: 'binary'; readonly maxBytes: number | null }
  /** The longest value of the whole file in UTF-8 bytes, UTF-16 units and code points, or null if unknown. */
  | { readonly kind: 'text'; readonly longest: TextLength | null }

export interface TextLength {
  readonly bytes: number
  readonly utf16Units: number
  readonly codePoints: number
}
