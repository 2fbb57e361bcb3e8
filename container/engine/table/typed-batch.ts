/**
 * Rows that fit the plan. Each cell is null or the canonical text of its column's type:
 *
 * - boolean: `true` `false`
 * - integer: `-12`; decimal: `-12.50`, plain digits without an exponent
 * - float: `1.5e300`, `NaN`, `Infinity`, `-Infinity`
 * - date: `2024-01-31`; time: `23:59:59.5`
 * - timestamp: `2024-01-31 23:59:59.5`; timestamptz: `2024-01-31 23:59:59.5+02:00`
 * - uuid: lowercase with hyphens
 * - json: any valid JSON text
 * - binary: the raw bytes
 * - text: unchanged
 *
 * Writers never parse values; they only quote them. A batch is valid until the next one is requested.
 */
export interface TypedBatch {
  rowCount: number
  /** The cell of row `r` and column `c` (in plan order) has the index `r * width + c`. */
  readonly width: number
  bytes: Uint8Array
  /** The start of each cell. It is −1 for NULL. */
  starts: Int32Array
  ends: Int32Array
}
