// The values between a worksheet's tags: numbers, dates and strings.
import { isDigit, MINUS, POINT, ZERO } from './bytes'
import { LT } from './sheet-tags'

/** Eighteen digits and a point, which fit into 64 bits. */
const serialCharactersMax: usize = 19

/** Returns the end of a number's digits if it is already in our own format, or 0 otherwise. */
export function plainNumberEnd(from: usize): usize {
  const isNegative = load<u8>(from) == MINUS
  const first = isNegative ? from + 1 : from
  let point: usize = 0
  let at = first
  for (;;) {
    const byte = load<u8>(at)
    if (byte == POINT && point == 0) point = at
    else if (!isDigit(byte)) break
    at++
  }
  const count = at - first
  if (count == 0 || point == first || load<u8>(at) != LT) return 0
  const leadsWithZero = load<u8>(first) == ZERO
  if (leadsWithZero && count > 1 && point != first + 1) return 0
  if (point == 0) return count < 40 && !(isNegative && leadsWithZero) ? at : 0
  return count <= 16 && load<u8>(at - 1) != ZERO && point != at - 1 ? at : 0
}

/** More than twice the last bit of a serial at the end of the calendar. */
const UNDECIDED_MS: f64 = 0.1

/**
 * Returns the end of a date serial's digits, or 0 for another number format. The number is in `serial` and may be off
 * in its last bit. The host handles serials whose last bit could change the millisecond, and those of the last day.
 */
export let serial: f64 = 0
export function serialEnd(from: usize): usize {
  let at = from
  let digits: u64 = 0
  let scale: f64 = 0
  for (; at - from < serialCharactersMax; at++) {
    const byte = load<u8>(at)
    if (isDigit(byte)) {
      digits = digits * 10 + <u64>(byte - ZERO)
      scale *= 10
    } else if (byte == POINT && scale == 0 && at > from) scale = 1
    else break
  }
  const last = load<u8>(at - 1)
  if (at == from || load<u8>(at) != LT || last == POINT) return 0
  serial = scale == 0 ? <f64>digits : <f64>digits / scale
  const exactMs = serial * 86_400_000
  const rest = exactMs - floor(exactMs)
  return serial > 2_958_464 || abs<f64>(rest - 0.5) < UNDECIDED_MS ? 0 : at
}

/**
 * Tests whether a value contains a reference or a line end that XML decodes. The host reads such values, unless they
 * are text.
 */
export function isCoded(at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) == 38 || load<u8>(at) == 13) return true
  return false
}

/**
 * Copies a text up to the next `<` and resolves the five entities. Returns the address of the `<`, or 0 for a text that
 * the host must read: one with other references, carriage returns, or possible Office escapes.
 */
export let copiedTo: usize = 0
export function copyText(from: usize, end: usize, to: usize, limit: usize): usize {
  const lessThan = i8x16.splat(<i8>LT)
  const ampersand = i8x16.splat(38)
  const carriageReturn = i8x16.splat(13)
  const underscore = i8x16.splat(95)
  while (from < end && to < limit) {
    const bytes = v128.load(from)
    v128.store(to, bytes)
    const special = v128.or(
      v128.or(i8x16.eq(bytes, lessThan), i8x16.eq(bytes, ampersand)),
      v128.or(i8x16.eq(bytes, carriageReturn), i8x16.eq(bytes, underscore)),
    )
    const mask = i8x16.bitmask(special)
    const clean: usize = mask == 0 ? 16 : <usize>ctz(mask)
    from += clean
    to += clean
    if (mask == 0) continue
    const byte = load<u8>(from)
    if (byte == LT) {
      copiedTo = to
      return from
    }
    if (byte == 95) {
      if (load<u8>(from, 1) == 120) return 0 // _x
      store<u8>(to++, 95)
      from++
      continue
    }
    if (byte == 13) return 0
    const name = load<u32>(from, 1)
    if (name == 0x3b706d61) {
      store<u8>(to++, 38) // amp;
      from += 5
    } else if ((name & 0xffffff) == 0x3b746c) {
      store<u8>(to++, 60) // lt;
      from += 4
    } else if ((name & 0xffffff) == 0x3b7467) {
      store<u8>(to++, 62) // gt;
      from += 4
    } else if (load<u8>(from, 5) == 59 && name == 0x746f7571) {
      store<u8>(to++, 34) // quot;
      from += 6
    } else if (load<u8>(from, 5) == 59 && name == 0x736f7061) {
      store<u8>(to++, 39) // apos;
      from += 6
    } else return 0
  }
  return 0
}
