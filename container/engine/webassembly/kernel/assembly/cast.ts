import { ends, input, kinds, rowNumbers, rowStarts, starts, typedEnds, typedStarts } from './batch'
import {
  CELL_EMPTY as EMPTY,
  CELL_ERROR as ERROR,
  CELL_NAMED_NULL as NAMED_NULL,
  CELL_QUOTED as QUOTED,
  CELL_UNCACHED as UNCACHED,
} from './layout'
import { passes } from './checks'
import { BYTES_OF_CAST as COLUMN_BYTES } from './layout'
import { NULLS, rewrite, trim, trimmedTo } from './formats'
import { isNull } from './nulls'
import { beginRow, countRow } from './tallies'

/**
 * A column's description: i32 numbers for index, check, whole digits, fraction digits, significant digits and whether
 * it rejects text, followed by its format.
 */
const CHECK: usize = 4
const SIZES: usize = 8
const FORMAT: usize = 24

/** The end of the text of rewritten values. */
export let castText: i32 = 0

/** The maximum number of bytes of a rewritten value. Copies write past its end by less than this. */
const REWRITTEN_ROOM: usize = 64

/**
 * Casts rows, starting with `row`, to typed rows from `typedRow` on, as long as every cell is canonical in its column's
 * format or known to be null. Rewritten values are stored from `text` to `textEnd`. Returns `rowEnd`, or the first row
 * that needs the plain code or is outside the table because its number is not above that of the header. With
 * `takesShort`, the missing cells of a short row have no values.
 */
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
export function castRows(
  row: i32,
  rowEnd: i32,
  width: i32,
  columns: usize,
  columnCount: i32,
  typedRow: i32,
  lastHeadRow: f64,
  takesShort: bool,
  text: i32,
  textEnd: i32,
): i32 {
  castText = text
  let to = (<usize>(typedRow * columnCount)) << 2
  const columnsEnd = columns + <usize>columnCount * COLUMN_BYTES
  for (; row < rowEnd; row++) {
    if (load<f64>(rowNumbers + ((<usize>row) << 3)) <= lastHeadRow) return row
    const first = load<i32>(rowStarts + ((<usize>row) << 2))
    const count = load<i32>(rowStarts + ((<usize>row) << 2), 4) - first
    if (count != width && (count > width || !takesShort)) return row
    let textTo = input + castText
    beginRow()
    for (let column = columns; column < columnsEnd; column += COLUMN_BYTES, to += 4) {
      const index = load<i32>(column)
      const cell = first + index
      const kind = index < count ? load<u8>(kinds + cell) : EMPTY
      if (kind == EMPTY) {
        store<i32>(typedStarts + to, -1)
        continue
      }
      if (kind == ERROR || kind == UNCACHED || kind == NAMED_NULL) return row
      if (kind == QUOTED && load<i32>(column, 20) != 0) return row
      const check = load<i32>(column, CHECK)
      let at = input + load<i32>(starts + ((<usize>cell) << 2))
      let end = input + load<i32>(ends + ((<usize>cell) << 2))
      let isCanonical = passes(check, column + SIZES, at, end)
      if (!isCanonical && isNull(load<u32>(column, FORMAT + NULLS), at, end - at)) {
        store<i32>(typedStarts + to, -1)
        continue
      }
      if (!isCanonical && textTo + (end - at) + REWRITTEN_ROOM <= input + textEnd) {
        let rewritten = rewrite(column + FORMAT, column + SIZES, at, end, textTo)
        const trimmed = rewritten == 0 ? trim(column + FORMAT, at, end) : 0
        if (trimmed != 0) {
          at = trimmed
          end = trimmedTo
          isCanonical = passes(check, column + SIZES, at, end)
          // oxlint-disable-next-line max-depth -- a call would cost the loop its registers
          if (!isCanonical) rewritten = rewrite(column + FORMAT, column + SIZES, at, end, textTo)
        }
        if (rewritten != 0) {
          at = textTo
          end = textTo = rewritten
          isCanonical = true
        }
      }
      if (!isCanonical) return row
      store<i32>(typedStarts + to, <i32>(at - input))
      store<i32>(typedEnds + to, <i32>(end - input))
    }
    castText = <i32>(textTo - input)
    countRow()
  }
  return row
}
