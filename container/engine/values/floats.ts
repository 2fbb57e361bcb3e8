import { valueMessages } from '../catalog/values.ts'
import { asciiOf, isDigit } from '../bytes/ascii.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { Reading, discard, type ValueParser } from './value-parser.ts'

const minus = 45
const plus = 43
const point = 46
const zero = 48

/** Tests for `e`, an optional sign, and digits up to the end. */
function isExponent(bytes: Uint8Array, from: number, end: number): boolean {
  if (bytes[from] !== 101 && bytes[from] !== 69) return false
  const digits = bytes[from + 1] === minus || bytes[from + 1] === plus ? from + 2 : from + 1
  let at = digits
  while (at < end && isDigit(bytes[at])) at++
  return at === end && at > digits
}

/** The maximum length of a double, including zeros around it. */
const floatBytesMax = 400

/** Parses floats with an exponent or a special word. Such columns also contain plain decimals. */
export class FloatParser implements ValueParser {
  readonly canonical = { check: 'float' } as const
  readonly rewriting = {
    code: 'number_form',
    message: valueMessages.number_form.float,
  } as const

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (end - start > floatBytesMax) return Reading.no
    let at = start
    if (bytes[at] === minus) at++
    const whole = at
    while (at < end && isDigit(bytes[at])) at++
    const digits = at - whole
    if (digits > 1 && bytes[whole] === zero) return Reading.no
    if (digits === 0 && bytes[at] === point && isDigit(bytes[at + 1])) return this.withZero(bytes, start, at, end, out)
    if (digits === 0) return this.special(bytes, start, end, out)
    if (at < end && bytes[at] === point) {
      const fraction = ++at
      while (at < end && isDigit(bytes[at])) at++
      if (at === fraction) return at === end ? this.withoutPoint(bytes, start, at - 1, out) : Reading.no
    }
    if (at < end && !isExponent(bytes, at, end)) return Reading.no
    return survivesAsFloat(asciiOf(bytes, start, end)) ? Reading.asWritten : Reading.no
  }

  /** Adds a zero before the point, for `.003` in a column with `8.9e-06`. */
  private withZero(bytes: Uint8Array, start: number, pointAt: number, end: number, out: GrowingBytes): Reading {
    const outStart = out.length
    out.append(bytes, start, pointAt)
    out.push(zero)
    out.append(bytes, pointAt, end)
    const isFloat = this.read(out.bytes, outStart, out.length, out) === Reading.asWritten
    return isFloat ? Reading.rewritten : discard(out, outStart)
  }

  /** Removes the point at the end, for `50.` in a column with `8.9e-06`. */
  private withoutPoint(bytes: Uint8Array, start: number, pointAt: number, out: GrowingBytes): Reading {
    if (this.read(bytes, start, pointAt, out) !== Reading.asWritten) return Reading.no
    out.append(bytes, start, pointAt)
    return Reading.rewritten
  }

  private special(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const text = asciiOf(bytes, start, end).toLowerCase()
    const canonical = {
      nan: 'NaN',
      inf: 'Infinity',
      infinity: 'Infinity',
      '-inf': '-Infinity',
      '-infinity': '-Infinity',
    }[text]
    if (canonical === undefined) return Reading.no
    out.append(new TextEncoder().encode(canonical))
    return Reading.rewritten
  }
}

/**
 * Tests whether a double keeps the value. A double preserves any number with up to fifteen significant digits. More
 * digits survive if the double prints exactly these, as with `numpy.savetxt`, which prints nineteen digits of each
 * number.
 */
function survivesAsFloat(text: string): boolean {
  const written = text
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '')
  const significant = written.replace(/0+$/, '')
  const value = Number(text)
  if (!Number.isFinite(value) || (value === 0 && significant !== '')) return false
  if (significant.length <= 15) return true
  return (
    written.length <= printedDigitsMax &&
    value.toExponential(written.length - 1).replaceAll(/[-.]|e.*$/g, '') === written
  )
}

/** The maximum number of digits that `toExponential` prints exactly. */
const printedDigitsMax = 101
