// Strings that mean NULL.
import { find } from './tallies'

/**
 * The null markers of a typed column that the report already shows: four entries of 32 bytes, each with an i32 length
 * (-1 for an unused entry), a tally and the text. ../../rows/kernel-nulls.ts writes them.
 */
const TALLY: usize = 8
const TEXT: usize = 16
const TEXT_BYTES: usize = 32
const TEXTS_BYTES: usize = 128
const LONGEST: usize = 16

/** Tests whether a value is one of the strings at `texts`, which is 0 if the column has none. If so, it is counted. */
export function isNull(texts: usize, at: usize, count: usize): bool {
  if (texts == 0 || count > LONGEST) return false
  const all = (1 << (<i32>count)) - 1
  const bytes = v128.load(at)
  for (let text = texts; text < texts + TEXTS_BYTES; text += TEXT_BYTES) {
    if (<usize>load<u32>(text) != count) continue
    if ((i8x16.bitmask(i8x16.eq(bytes, v128.load(text, TEXT))) & all) != all) continue
    find(text + TALLY)
    return true
  }
  return false
}

/** The maximum number of bytes of a marker. An eight-byte word also contains its length. */
const MARKER_BYTES: usize = 7

/**
 * Tests whether a value is one of the common null markers, in any case. Each marker takes eight bytes, in lowercase
 * letters followed by zeros.
 */
export function isMarker(at: usize, end: usize, markers: usize, markersEnd: usize): bool {
  const count = end - at
  if (count > MARKER_BYTES) return false
  let word: u64 = 0
  for (let index: usize = 0; index < count; index++) {
    const byte = load<u8>(at + index)
    word |= (<u64>(<u8>(byte - 65) < 26 ? byte | 32 : byte)) << (index << 3)
  }
  for (let marker = markers; marker < markersEnd; marker += 8) if (load<u64>(marker) == word) return true
  return false
}
