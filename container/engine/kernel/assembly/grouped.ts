// Numbers with the signs of a language: the twin of DecimalParser in ../../values/numbers.ts for those without affixes.
import { isDigit, MINUS, POINT } from './bytes'
import { isDecimal } from './checks'

/** Where reading ended. */
let readTo: usize = 0

/** Writes digits without what stands between groups of three; answers where they end, 0 where the groups are none. */
function writeWhole(group: u8, at: usize, end: usize, to: usize): usize {
  let inGroup = 0
  let groups = 0
  for (; at < end; at++) {
    const byte = load<u8>(at)
    if (isDigit(byte)) {
      store<u8>(to++, byte)
      inGroup++
      continue
    }
    if (group == 0 || byte != group) break
    // The first group has one to three digits, the later ones just three.
    if (inGroup == 0 || inGroup > 3 || (groups > 0 && inGroup != 3)) return 0
    groups++
    inGroup = 0
  }
  readTo = at
  return groups > 0 && inGroup != 3 ? 0 : to
}

/**
 * Writes `1,234.56` as canonical text; answers where that ends, 0 for what is no such number or larger than `whole`, `fraction`
 * and `significant` digits allow. `group` is 0 where nothing stands between groups.
 */
export function writeGrouped(
  group: u8,
  decimal: u8,
  whole: i32,
  fraction: i32,
  significant: i32,
  at: usize,
  end: usize,
  to: usize,
): usize {
  const from = to
  if (load<u8>(at) == MINUS) store<u8>(to++, load<u8>(at++))
  to = writeWhole(group, at, end, to)
  if (to == 0) return 0
  at = readTo
  if (at < end) {
    if (load<u8>(at++) != decimal) return 0
    store<u8>(to++, POINT)
    while (at < end && isDigit(load<u8>(at))) store<u8>(to++, load<u8>(at++))
  }
  return at == end && isDecimal(from, to, whole, fraction, significant) ? to : 0
}
