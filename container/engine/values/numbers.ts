import type { Message } from '../../../src/contract/catalog/message.ts'
import { valueMessages } from '../catalog/values.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import { isDigit } from '../bytes/ascii.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import {
  type Canonical,
  type DecimalBounds,
  Reading,
  rewrittenUnlessSame,
  type Rewritable,
  discard,
  type ValueParser,
} from './value-parser.ts'

const minus = 45
const plus = 43
const point = 46
const zero = 48

/**
 * Parses integers in the notation of programs: no plus sign, no `-0` and no leading zeros. Leading zeros may be
 * allowed.
 */
export class IntegerParser implements ValueParser {
  readonly canonical = { check: 'integer' } as const
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
  /** 64 rejects larger numbers. Null rejects numbers of more than `digitsMax` digits. */
  private readonly bits: 64 | null
  private readonly dropZeros: boolean
  private readonly digitsMax: number
  /** Whether `+1` is accepted too. */
  readonly mayHavePlus: boolean

  constructor(bits: 64 | null, dropZeros = false, mayHavePlus = false, digitsMax = Number.POSITIVE_INFINITY) {
    this.bits = bits
    this.mayHavePlus = mayHavePlus
    this.dropZeros = dropZeros
    this.digitsMax = digitsMax
    this.rewriting = mayHavePlus
      ? {
          code: 'number_form',
          message: dropZeros ? valueMessages.number_form.signsAndZeros : valueMessages.number_form.signs,
        }
      : { code: 'leading_zeros', message: valueMessages.leading_zeros }
  }

  /** Returns a parser for the same notation that only accepts numbers of a limited size. */
  within(bits: 64 | null, digitsMax = Number.POSITIVE_INFINITY): IntegerParser {
    return new IntegerParser(bits, this.dropZeros, this.mayHavePlus, digitsMax)
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (this.mayHavePlus && isSignedBy(plus, bytes, start, end)) return this.withoutPlus(bytes, start + 1, end, out)
    let at = start
    const isNegative = bytes[at] === minus
    if (isNegative) at++
    if (at === end) return Reading.no
    const first = at
    for (; at < end; at++) {
      const byte = bytes[at] as number
      if (byte < 48 || byte > 57) return Reading.no
    }
    if (bytes[first] === zero && (end - first > 1 || isNegative)) {
      const isMinusZero = isNegative && isZero(bytes, first, end)
      return this.dropZeros && !isMinusZero ? this.withoutZeros(bytes, first, end, isNegative, out) : Reading.no
    }
    return this.fits(bytes, first, end, isNegative) ? Reading.asWritten : Reading.no
  }

  private withoutPlus(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const reading = this.read(bytes, start, end, out)
    if (reading === Reading.asWritten) out.append(bytes, start, end)
    return reading === Reading.no ? Reading.no : Reading.rewritten
  }

  private withoutZeros(bytes: Uint8Array, first: number, end: number, isNegative: boolean, out: GrowingBytes): Reading {
    let at = first
    while (at + 1 < end && bytes[at] === zero) at++
    if (!this.fits(bytes, at, end, isNegative)) return Reading.no
    if (isNegative) out.push(minus)
    out.append(bytes, at, end)
    return Reading.rewritten
  }

  private fits(bytes: Uint8Array, first: number, end: number, isNegative: boolean): boolean {
    const digits = end - first
    if (this.bits === null) return digits <= this.digitsMax
    if (digits < 19) return true
    return digits === 19 && isAtMost(bytes, first, isNegative ? '9223372036854775808' : '9223372036854775807')
  }
}

/** With more digits, a plus sign belongs to a phone number. */
const digitsAfterPlusMax = 9

const isSignedBy = (sign: number, bytes: Uint8Array, start: number, end: number): boolean =>
  bytes[start] === sign && isDigit(bytes[start + 1]) && end - start <= digitsAfterPlusMax + 1

function isAtMost(bytes: Uint8Array, first: number, largest: string): boolean {
  for (let index = 0; index < largest.length; index++) {
    const difference = (bytes[first + index] as number) - largest.charCodeAt(index)
    if (difference !== 0) return difference < 0
  }
  return true
}

/** The number format of a column. */
export interface NumberFormat {
  /** The byte of the decimal separator. */
  readonly decimal: number
  /** The separator between groups of digits, or empty. A narrow no-break space takes several bytes. */
  readonly group: Uint8Array
  /** Whether groups have two digits, except for the last one with three: 12,34,567. */
  readonly indian: boolean
  readonly prefix: Uint8Array
  readonly suffix: Uint8Array
  /**
   * The sign. `parentheses` and `trailing` accept `(1.50)` or `1.50-`. `minus` also accepts `−1.50` with a typographic
   * minus sign (U+2212). `plus` also accepts `+1.50`. `any` accepts all of them, for columns that mix them.
   */
  readonly negative: 'sign' | 'plus' | 'minus' | 'parentheses' | 'trailing' | 'any'
}

export interface DecimalSize {
  readonly whole: number
  readonly fraction: number
  readonly significant: number
}

/** Measures a canonical decimal: the digits before and after the point, and the significant ones. */
export function decimalSize(bytes: Uint8Array, start: number, end: number): DecimalSize {
  let at = bytes[start] === minus ? start + 1 : start
  while (at < end && bytes[at] === zero) at++
  const whole = at
  while (at < end && bytes[at] !== point) at++
  const wholeDigits = at - whole
  const fraction = Math.max(0, end - at - 1)
  let leading = 0
  if (wholeDigits === 0) while (leading < fraction && bytes[at + 1 + leading] === zero) leading++
  return { whole: wholeDigits, fraction, significant: wholeDigits + fraction - leading }
}

function within(bytes: Uint8Array, start: number, end: number, bounds: DecimalBounds): boolean {
  const length = end - start
  if (length <= bounds.fractionDigits && length <= bounds.wholeDigits && length <= bounds.significantDigits) return true
  const size = decimalSize(bytes, start, end)
  return (
    size.whole <= bounds.wholeDigits &&
    size.fraction <= bounds.fractionDigits &&
    size.significant <= bounds.significantDigits
  )
}

const none = new Uint8Array(0)
const minusSign = new TextEncoder().encode('\u2212')
export const plainNumberFormat: NumberFormat = {
  decimal: point,
  group: none,
  indian: false,
  prefix: none,
  suffix: none,
  negative: 'sign',
}

/**
 * Parses exact decimals in one number format for a whole column. In the plain format, every digit is kept as written.
 * Other formats are rewritten as plain digits. The caller computes scale and size from the text, so nothing is
 * converted to a float.
 */
export class DecimalParser implements ValueParser {
  readonly format: NumberFormat
  private readonly bounds: DecimalBounds | null
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
  readonly canonical?: Canonical
  readonly rewritable?: Rewritable
  private readonly isPlain: boolean
  private readonly dropZeros: boolean

  /** `dropZeros` applies only to the plain format. */
  constructor(format: NumberFormat, bounds: DecimalBounds | null = null, dropZeros = false) {
    this.format = format
    this.bounds = bounds
    this.dropZeros = dropZeros
    this.isPlain = format === plainNumberFormat
    const { group, decimal, prefix, suffix, negative, indian } = format
    if (this.isPlain) this.canonical = { check: 'decimal', bounds }
    else if (negative === 'sign' && !indian && group.length <= 1)
      this.rewritable = { check: 'number', group: group[0] ?? 0, decimal, prefix, suffix, bounds }
    this.rewriting = { code: 'number_form', message: describe(format) }
  }

  /** Returns a parser for the same format that only accepts numbers within the bounds. */
  within(bounds: DecimalBounds | null): DecimalParser {
    return new DecimalParser(this.format, bounds, this.dropZeros)
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const outStart = out.length
    const reading = this.isPlain ? this.readPlain(bytes, start, end, out) : this.readSigned(bytes, start, end, out)
    if (this.bounds === null || reading === Reading.no) return reading
    const isWithin =
      reading === Reading.asWritten
        ? within(bytes, start, end, this.bounds)
        : within(out.bytes, outStart, out.length, this.bounds)
    return isWithin ? reading : discard(out, outStart)
  }

  /** Reads a value that may have a plus sign. A minus sign stays unchanged if nothing else surrounds the digits. */
  private readSigned(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (!this.allows('plus')) return this.readFormatted(bytes, start, end, out)
    const outStart = out.length
    const hasPlus = bytes[start] === plus
    const reading = this.readFormatted(bytes, hasPlus ? start + 1 : start, end, out)
    if (!hasPlus) return reading === Reading.rewritten ? rewrittenUnlessSame(bytes, start, end, out, outStart) : reading
    const isPhone = end - start > digitsAfterPlusMax + 1 && this.format.prefix.length + this.format.suffix.length === 0
    if (reading === Reading.no || isPhone || (reading === Reading.rewritten && out.bytes[outStart] === minus))
      return discard(out, outStart)
    if (reading === Reading.asWritten) out.append(bytes, start + 1, end)
    return Reading.rewritten
  }

  private readFormatted(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const { prefix, suffix } = this.format
    let from = start
    let to = end
    let isNegative = false
    if (this.allows('parentheses') && bytes[from] === 40 && bytes[to - 1] === 41) {
      isNegative = true
      from++
      to--
    } else if (this.allows('trailing') && bytes[to - 1] === minus) {
      isNegative = true
      to--
    }
    const signBytes = isNegative ? 0 : this.signBytes(bytes, from, to)
    from += signBytes
    isNegative ||= signBytes > 0
    if (prefix.length > 0) {
      if (!matches(bytes, from, to, prefix)) return Reading.no
      from += prefix.length
      from += blankBytes(bytes, from)
      const trailingSign = isNegative ? 0 : this.signBytes(bytes, from, to)
      from += trailingSign
      isNegative ||= trailingSign > 0
    }
    if (suffix.length > 0) {
      if (!matches(bytes, to - suffix.length, to, suffix)) return Reading.no
      to = beforeBlanks(bytes, from, to - suffix.length)
    }
    return this.digits(bytes, from, to, isNegative, out)
  }

  private allows(negative: NumberFormat['negative']): boolean {
    return this.format.negative === negative || this.format.negative === 'any'
  }

  private signBytes(bytes: Uint8Array, at: number, end: number): number {
    if (bytes[at] === minus) return 1
    return this.allows('minus') && matches(bytes, at, end, minusSign) ? minusSign.length : 0
  }

  /** Reads `50.` as 50. The point is dropped if there is only one. */
  private readPlain(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const isEndedByPoint = bytes[end - 1] === point && bytes.indexOf(point, start) === end - 1
    if (!isEndedByPoint) return this.readPlainDigits(bytes, start, end, out)
    const reading = this.readPlainDigits(bytes, start, end - 1, out)
    if (reading === Reading.asWritten) out.append(bytes, start, end - 1)
    return reading === Reading.no ? Reading.no : Reading.rewritten
  }

  private readPlainDigits(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    let at = start
    if (bytes[at] === minus) at++
    const whole = at
    while (at < end && isDigit(bytes[at])) at++
    const digits = at - whole
    const hasZeros = digits > 1 && bytes[whole] === zero
    if (hasZeros && !this.dropZeros) return Reading.no
    if (at < end) {
      if (bytes[at] !== point) return Reading.no
      const fraction = ++at
      while (at < end && isDigit(bytes[at])) at++
      if (at !== end || at === fraction) return Reading.no
    } else if (digits === 0) return Reading.no
    if (whole > start && isZero(bytes, whole, end)) return Reading.no
    if (digits > 0 && !hasZeros) return Reading.asWritten
    if (whole > start) out.push(minus)
    if (digits === 0) out.push(zero)
    out.append(bytes, this.withoutZeros(bytes, whole, digits), end)
    return Reading.rewritten
  }

  /** Returns the start of a number without its leading zeros. One digit before the point stays. */
  private withoutZeros(bytes: Uint8Array, whole: number, digits: number): number {
    let at = whole
    while (at + 1 < whole + digits && bytes[at] === zero) at++
    return at
  }

  /** Reads digits in groups of three with their separators, and a fraction. */
  private digits(bytes: Uint8Array, from: number, to: number, isNegative: boolean, out: GrowingBytes): Reading {
    const { decimal, group, indian, prefix, suffix } = this.format
    const outStart = out.length
    if (isNegative) out.push(minus)
    let at = from
    let inGroup = 0
    let groups = 0
    let wholeDigits = 0
    for (; at < to;) {
      const byte = bytes[at] as number
      if (isDigit(byte)) {
        out.push(byte)
        wholeDigits++
        inGroup++
        at++
        continue
      }
      if (group.length === 0 || byte === decimal || !matches(bytes, at, to, group)) break
      if (!isGroup(inGroup, groups === 0, indian)) return discard(out, outStart)
      groups++
      inGroup = 0
      at += group.length
    }
    if (wholeDigits === 0 && !mayBeginWithPoint(at, to, out)) return discard(out, outStart)
    if (groups > 0 && inGroup !== 3) return discard(out, outStart)
    if (wholeDigits > 1 && bytes[from] === zero) return discard(out, outStart)
    if (at < to && !this.fraction(bytes, at, to, out)) return discard(out, outStart)
    if (isNegative && isZero(out.bytes, outStart + 1, out.length)) return discard(out, outStart)
    // With a sign, a prefix or a suffix, the text contains more than these digits.
    const isAll = !isNegative && prefix.length + suffix.length === 0
    return isAll ? rewrittenUnlessSame(bytes, from, to, out, outStart) : Reading.rewritten
  }

  /** Reads the decimal separator and the digits up to `to`. */
  private fraction(bytes: Uint8Array, from: number, to: number, out: GrowingBytes): boolean {
    if (bytes[from] !== this.format.decimal) return false
    out.push(point)
    let at = from + 1
    for (; at < to && isDigit(bytes[at]); at++) out.push(bytes[at] as number)
    return at === to && at > from + 1
  }
}

/** Adds the zero that Oracle leaves out before a decimal separator: `,5` and `$.23`. Digits must follow. */
function mayBeginWithPoint(at: number, to: number, out: GrowingBytes): boolean {
  out.push(zero)
  return at < to
}

/**
 * The first group has one to three digits, and later ones have three. In Indian style, all groups but the last have
 * two.
 */
const isGroup = (digits: number, isFirst: boolean, indian: boolean): boolean =>
  isFirst ? digits >= 1 && digits <= 3 : digits === (indian ? 2 : 3)

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== zero && bytes[at] !== point) return false
  return true
}

function matches(bytes: Uint8Array, at: number, end: number, wanted: Uint8Array): boolean {
  if (at < 0 || at + wanted.length > end) return false
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false
  return true
}

/**
 * Returns the length of a space, a no-break space or a thin space (U+00A0, U+202F, U+2009). Some languages write them
 * next to signs.
 */
function blankBytes(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]]
  if (first === 0x20) return 1
  if (first === 0xc2) return second === 0xa0 ? 2 : 0
  return first === 0xe2 && second === 0x80 && (third === 0xaf || third === 0x89) ? 3 : 0
}

/** Returns the start of the blanks that end at `end`. */
function beforeBlanks(bytes: Uint8Array, start: number, end: number): number {
  let to = end
  for (let size = 1; size <= 3;) {
    const isBlank = to - size >= start && blankBytes(bytes, to - size) === size
    to -= isBlank ? size : 0
    size = isBlank ? 1 : size + 1
  }
  return to
}

function describe(format: NumberFormat): Message {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  const { numberChange: change, number_form: whole } = valueMessages
  const changes = [
    format.group.length > 0 ? change.group(text(format.group)) : null,
    format.decimal === point ? null : change.decimal(String.fromCharCode(format.decimal)),
    format.prefix.length > 0 ? change.prefix(text(format.prefix)) : null,
    format.suffix.length > 0 ? change.suffix(text(format.suffix)) : null,
    format.negative === 'minus' ? change.minus : null,
    format.negative === 'plus' ? change.plus : null,
    format.negative === 'parentheses' || format.negative === 'trailing' ? change.accounting : null,
    format.negative === 'any' ? change.signs : null,
  ].filter((one) => one !== null)
  return changes.length > 0 ? whole.changed(changes) : whole.unformatted
}
