// Binary numbers as text, like appendNumber in ../../../values/stored-number.ts.
import { MINUS, POINT, ZERO } from './bytes'

const exactMax: f64 = 1e15
const noise: f64 = 4e-16
/** The highest exponent of a power of ten that is exact. */
const scaleMax: i32 = 22

/** Whether the digits of the last number do not read back as the same double. */
export let isRounded: bool = false

/** Writes digits, beginning with the last one: `digits` with the point before the last `scale` of them. */
function appendDigits(to: usize, digits: u64, scale: i32, isNegative: bool): usize {
  if (isNegative) store<u8>(to++, MINUS)
  let count = 1
  for (let limit: u64 = 10; digits >= limit; limit *= 10) count++
  if (count <= scale) count = scale + 1
  const end = to + <usize>(scale > 0 ? count + 1 : count)
  let at = end
  let left = scale
  let rest = digits
  for (; rest > 0xffff_ffff; left--) {
    const next = rest / 10
    store<u8>(--at, ZERO + <u8>(rest - next * 10))
    if (left == 1) store<u8>(--at, POINT)
    rest = next
  }
  for (let small = <u32>rest; at > to; left--) {
    const next = small / 10
    store<u8>(--at, ZERO + <u8>(small - next * 10))
    if (left == 1) store<u8>(--at, POINT)
    small = next
  }
  return end
}

/** The rest of a product. `product + productRest` is exactly the product of two doubles. */
let productRest: f64 = 0
function exactProduct(a: f64, b: f64): f64 {
  const product = a * b
  const splitA = a * 134_217_729
  const highA = splitA - (splitA - a)
  const lowA = a - highA
  const splitB = b * 134_217_729
  const highB = splitB - (splitB - b)
  const lowB = b - highB
  productRest = lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB)
  return product
}

/**
 * Writes a number with more digits than are displayed, rounded to fifteen based on its exact value. Returns 0 if its
 * powers of ten are not exact.
 */
function appendFifteen(to: usize, size: f64, isNegative: bool): usize {
  let scale: i32 = 14
  let power: f64 = 1e14
  // The scale that leaves fifteen digits before the point.
  for (let limit: f64 = 10; size >= limit; limit *= 10) {
    scale--
    power /= 10
  }
  for (let low: f64 = size; low < 1 && scale <= scaleMax; low *= 10) {
    scale++
    power *= 10
  }
  let whole = exactProduct(size, power)
  if (whole < 1e14 || (whole == 1e14 && productRest < 0)) {
    scale++
    power *= 10
    whole = exactProduct(size, power)
  }
  if (scale < 0 || scale > scaleMax || !(whole > 1e14) || whole > 1e15 - 1) return 0
  const below = floor(whole)
  let digits = <u64>below
  if (whole - below - 0.5 >= -productRest) digits++
  // Both are exact, so the quotient is the nearest double.
  isRounded = <f64>digits / power != size
  while (scale > 0 && digits % 10 == 0) {
    digits /= 10
    scale--
  }
  return appendDigits(to, digits, scale, isNegative)
}

/** Writes a number in up to 32 bytes and returns its end, or 0 if the host must write it. */
export function appendNumber(to: usize, value: f64): usize {
  const size = abs<f64>(value)
  if (!(size < exactMax)) return 0
  let power: f64 = 1
  for (let scale = 0; scale < 7; scale++, power *= 10) {
    const scaled = size * power
    const below = floor(scaled)
    const digits = scaled - below >= 0.5 ? below + 1 : below
    if (digits >= exactMax) break
    const written = digits / power
    if (abs<f64>(written - size) > size * noise) continue
    isRounded = written != size
    return appendDigits(to, <u64>digits, scale, value < 0)
  }
  return size > 1e-6 ? appendFifteen(to, size, value < 0) : 0
}
