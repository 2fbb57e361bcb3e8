import { input } from './batch'

// @ts-ignore: decorator
@inline
function matches(at: usize, wanted: v128): u64 {
  let found: u64 = 0
  for (let part: usize = 0; part < 4; part++) {
    found |= (<u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(at + part * 16), wanted)))) << (<u64>part * 16)
  }
  return found
}

/** Every bit becomes the parity of the bits up to it: set from an opening quote to before its closing one. */
// @ts-ignore: decorator
@inline
function parities(bits: u64): u64 {
  bits ^= bits << 1
  bits ^= bits << 2
  bits ^= bits << 4
  bits ^= bits << 8
  bits ^= bits << 16
  return bits ^ (bits << 32)
}

/**
 * Behind the last line feed that is in no quotes, or −1. A guess where quotes stand inside unquoted fields: whoever reads
 * the records sees whether they end there. `quote` is −1 where there is none. 64 bytes beyond `end` are read, and ignored.
 */
export function cutAt(start: i32, end: i32, quote: i32): i32 {
  const quotes = i8x16.splat(<i8>quote)
  const lineFeeds = i8x16.splat(10)
  let last: i32 = -1
  let carried: u64 = 0
  for (let base = start; base < end; base += 64) {
    const at = input + base
    let lines = matches(at, lineFeeds)
    if (quote >= 0) {
      const inside = parities(matches(at, quotes)) ^ carried
      carried = <u64>((<i64>inside) >> 63)
      lines &= ~inside
    }
    if (end - base < 64) lines &= ((<u64>1) << (<u64>(end - base))) - 1
    if (lines != 0) last = base + 64 - <i32>clz(lines)
  }
  return last
}
