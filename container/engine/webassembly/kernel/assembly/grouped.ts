// Numbers with the separators of a language, read like DecimalParser in ../../../values/numbers.ts. The only sign is a
// minus.
import { isDigit, MINUS, POINT } from './bytes'
import { isDecimal } from './checks'

/** The position where reading stopped. */
let readTo: usize = 0

/** Writes digits without the separators between groups of three. Returns their end, or 0 if the groups are invalid. */
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
    // The first group has one to three digits, and later ones have exactly three.
    if (inGroup == 0 || inGroup > 3 || (groups > 0 && inGroup != 3)) return 0
    groups++
    inGroup = 0
  }
  readTo = at
  return groups > 0 && inGroup != 3 ? 0 : to
}

/**
 * The layout of affixes, which ../../rows/kernel-fixes.ts writes: the i32 lengths of prefix and suffix, then their
 * bytes at these offsets.
 */
const SUFFIX_LENGTH: usize = 4
const PREFIX: usize = 8
const SUFFIX: usize = 24
const SPACE: u8 = 32

/** The start of a number's digits, after its prefix. */
let digitsFrom: usize = 0
let digitsTo: usize = 0
let isNegative = false

function isSame(at: usize, as: usize, count: usize): bool {
  for (let index: usize = 0; index < count; index++) if (load<u8>(at + index) != load<u8>(as + index)) return false
  return true
}

/**
 * Removes the sign and the affixes of the number from `at` to `end`. Returns false if the affixes are missing. The
 * address of the affixes is 0 if there are none.
 */
function takeOff(affixes: usize, at: usize, end: usize): bool {
  isNegative = load<u8>(at) == MINUS
  if (isNegative) at++
  if (affixes != 0) {
    const prefix = <usize>load<u32>(affixes)
    if (prefix > 0) {
      if (end - at <= prefix || !isSame(at, affixes + PREFIX, prefix)) return false
      at += prefix
      if (load<u8>(at) == SPACE) at++
      if (!isNegative && load<u8>(at) == MINUS) {
        isNegative = true
        at++
      }
    }
    const suffix = <usize>load<u32>(affixes, SUFFIX_LENGTH)
    if (at + suffix > end || !isSame(end - suffix, affixes + SUFFIX, suffix)) return false
    end -= suffix
    while (suffix > 0 && end > at && load<u8>(end - 1) == SPACE) end--
  }
  digitsFrom = at
  digitsTo = end
  return at < end
}

/**
 * Writes `1,234.56` as canonical text. Returns the end, or 0 for any other text and for numbers that exceed the
 * `whole`, `fraction` and `significant` digits. `group` is 0 if groups have no separator.
 */
export function writeGrouped(
  group: u8,
  decimal: u8,
  affixes: usize,
  whole: i32,
  fraction: i32,
  significant: i32,
  at: usize,
  end: usize,
  to: usize,
): usize {
  if (!takeOff(affixes, at, end)) return 0
  const from = to
  end = digitsTo
  if (isNegative) store<u8>(to++, MINUS)
  to = writeWhole(group, digitsFrom, end, to)
  if (to == 0) return 0
  at = readTo
  if (at < end) {
    if (load<u8>(at++) != decimal) return 0
    store<u8>(to++, POINT)
    while (at < end && isDigit(load<u8>(at))) store<u8>(to++, load<u8>(at++))
  }
  return at == end && isDecimal(from, to, whole, fraction, significant) ? to : 0
}
