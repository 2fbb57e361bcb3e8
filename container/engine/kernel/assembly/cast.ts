import { EMPTY, ends, ERROR, input, kinds, QUOTED, rowNumbers, rowStarts, starts, typedEnds, typedStarts, UNCACHED } from './batch'
import { passes } from './checks'
import { NULLS, rewrite } from './forms'
import { isNull } from './nulls'
import { beginRow, countRow } from './tallies'

/** A column's description: i32 index, check, whole digits, fraction digits, significant digits, refuses text; its form. */
const COLUMN_BYTES: usize = 48
const CHECK: usize = 4
const SIZES: usize = 8
const FORM: usize = 24

/** Where the texts end of values that were rewritten. */
export let castText: i32 = 0

/** What a value takes at most when it is rewritten, and copies run beyond. */
const REWRITTEN_ROOM: usize = 64

/**
 * Casts rows from `row` on as long as every cell is canonical already, in its column's form or known to be none, to typed rows from `typedRow`
 * on; what is rewritten stands from `text` to `textEnd` at most. Answers the first row that needs a second look or is none of
 * the table's (its number is not above the header's), or `rowEnd`. Where `takesShort`, a row that ends early has no values there.
 */
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
  let to = <usize>(typedRow * columnCount) << 2
  const columnsEnd = columns + <usize>columnCount * COLUMN_BYTES
  for (; row < rowEnd; row++) {
    if (load<f64>(rowNumbers + (<usize>row << 3)) <= lastHeadRow) return row
    const first = load<i32>(rowStarts + (<usize>row << 2))
    const count = load<i32>(rowStarts + (<usize>row << 2), 4) - first
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
      if (kind == ERROR || kind == UNCACHED || (kind == QUOTED && load<i32>(column, 20) != 0)) return row
      const start = load<i32>(starts + (<usize>cell << 2))
      const end = load<i32>(ends + (<usize>cell << 2))
      if (passes(load<i32>(column, CHECK), column + SIZES, input + start, input + end)) {
        store<i32>(typedStarts + to, start)
        store<i32>(typedEnds + to, end)
        continue
      }
      if (isNull(load<u32>(column, FORM + NULLS), input + start, end - start)) {
        store<i32>(typedStarts + to, -1)
        continue
      }
      if (textTo + <usize>(end - start) + REWRITTEN_ROOM > input + textEnd) return row
      store<i32>(typedStarts + to, <i32>(textTo - input))
      textTo = rewrite(column + FORM, column + SIZES, input + start, input + end, textTo)
      if (textTo == 0) return row
      store<i32>(typedEnds + to, <i32>(textTo - input))
    }
    castText = <i32>(textTo - input)
    countRow()
  }
  return row
}
