// Texts that stand for no value in a typed column. Which ones is the report's to say: it shows them already.
import { find } from './tallies'

/** Four a column, 32 bytes each: an i32 length (-1: there is none), a tally, the text. ../../cast/kernel-nulls.ts writes them. */
const TALLY: usize = 8
const TEXT: usize = 16
const TEXT_BYTES: usize = 32
const TEXTS_BYTES: usize = 128
const LONGEST: usize = 16

/** Whether a value is one of the texts at `texts`, 0 where the column has none; then it counts. */
export function isNull(texts: usize, at: usize, count: usize): bool {
  if (texts == 0 || count > LONGEST) return false
  const all = (1 << <i32>count) - 1
  const bytes = v128.load(at)
  for (let text = texts; text < texts + TEXTS_BYTES; text += TEXT_BYTES) {
    if (<usize>load<u32>(text) != count) continue
    if ((i8x16.bitmask(i8x16.eq(bytes, v128.load(text, TEXT))) & all) != all) continue
    find(text + TALLY)
    return true
  }
  return false
}
