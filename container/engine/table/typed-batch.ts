/**
 * Rows that fit the plan. Each cell is the canonical text of its column's type, or null:
 *
 * - boolean: `true` `false`
 * - integer: `-12`; decimal: `-12.50`, plain digits without an exponent
 * - float: `1.5e300`, `NaN`, `Infinity`, `-Infinity`
 * - date: `2024-01-31`; time: `23:59:59.5`
 * - timestamp: `2024-01-31 23:59:59.5`; timestamptz: `2024-01-31 23:59:59.5+02:00`
 * - uuid: lower case with hyphens
 * - json: any valid JSON text
 * - binary: the raw bytes
 * - text: unchanged
 *
 * Writers never parse: they quote, or they don't. A batch is valid until the next one is requested.
 */
export interface TypedBatch {
  rowCount: number
  /** Cells of row `r`, column `c` (in plan order) stand at `r * width + c`. */
  readonly width: number
  bytes: Uint8Array
  /** −1 for NULL. */
  starts: Int32Array
  ends: Int32Array
}
