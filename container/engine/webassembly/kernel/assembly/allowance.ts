// The fixes that the kernel may make itself: every value of a kind, or only the values that the report already
// shows.
import { find } from './tallies'

/**
 * The layout of an allowance, which ../../rows/allowance.ts writes. Its first word is the address of the values that
 * may be changed, 0 for all values, or -1 for none. There are two values of 64 bytes, each an i32 length and the bytes.
 * The tally of changed values follows.
 */
const TALLY: usize = 4

const NONE: u32 = 0xffffffff
const KNOWN_BYTES: usize = 64
const KNOWN_END: usize = 128

function isKnown(known: usize, at: usize, end: usize): bool {
  for (let value = known; value < known + KNOWN_END; value += KNOWN_BYTES) {
    if (<usize>load<u32>(value) != end - at) continue
    let index: usize = 0
    while (at + index < end && load<u8>(value + index, 4) == load<u8>(at + index)) index++
    if (at + index == end) return true
  }
  return false
}

/** Tests whether a value may be changed. If so, it is counted. */
export function mayChange(allowance: usize, at: usize, end: usize): bool {
  const known = load<u32>(allowance)
  if (known == NONE || (known != 0 && !isKnown(known, at, end))) return false
  find(allowance + TALLY)
  return true
}
