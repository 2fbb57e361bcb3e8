import type { Constant } from './constant.ts'
import { type Call, counted, exactNumber, number, signed, text, textOf, unsigned } from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'

/** Returns an integer as 64 bits. */
function bitsOf(value: Constant): bigint {
  const { digits, scale } = exactNumber(value)
  return scale === 0 ? BigInt.asUintN(64, digits) : refuse('bits of a fraction')
}

/** Computes `&`, `|`, `^`, `<<` and `>>` of two constants, as unsigned 64-bit integers. */
export function bitwise(operator: string, left: Constant, right: Constant): Constant {
  if (left.kind === 'null' || right.kind === 'null') return { kind: 'null' }
  const [one, other] = [bitsOf(left), bitsOf(right)]
  switch (operator) {
    case '&':
      return unsigned(one & other)
    case '|':
      return unsigned(one | other)
    case '^':
      return unsigned(one ^ other)
    case '<<':
      return unsigned(other > 63n ? 0n : BigInt.asUintN(64, one << other))
    case '>>':
      return unsigned(other > 63n ? 0n : one >> other)
    default:
      return refuse('an unknown operator')
  }
}

export const inverted = (value: Constant): Constant =>
  value.kind === 'null' ? value : unsigned(BigInt.asUintN(64, ~bitsOf(value)))

/** Computes `CONV('ff', 16, 10)`. */
const converted: Call = ([value, from, to]) => {
  const [base, target] = [signed(from), signed(to)]
  const digits = textOf(value).toLowerCase()
  if (base < 2 || base > 36 || target < 2 || target > 36) return refuse('another base')
  let found = 0n
  for (const digit of digits) {
    const worth = /[\da-z]/.test(digit) ? Number.parseInt(digit, 36) : base
    if (worth >= base) return refuse('a digit of another base')
    found = found * BigInt(base) + BigInt(worth)
  }
  return found < 2n ** 64n ? text(found.toString(target).toUpperCase()) : refuse('more than 64 bits')
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffff_ffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0)
  }
  return ~sum >>> 0
}

export const bitCalls: Readonly<Record<string, Call>> = {
  CONV: counted(3, 3, converted),
  CRC32: (values, toBytes) => number(values[0] === undefined ? refuse('no value') : crc32(toBytes(values[0]))),
  BIT_COUNT: counted(1, 1, ([value]) =>
    number((value === undefined ? 0n : bitsOf(value)).toString(2).replaceAll('0', '').length),
  ),
  BIT_LENGTH: (values, toBytes) => number(values[0] === undefined ? refuse('no value') : toBytes(values[0]).length * 8),
}
