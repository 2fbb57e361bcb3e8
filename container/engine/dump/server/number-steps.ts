import type { NumberSteps } from '../text/step-settings.ts'

export const singleSteps: NumberSteps = { increment: 1n, offset: 1n }

/** The server computes with unsigned 64-bit integers. An offset above the increment relies on their overflow. */
const wrapped = (value: bigint): bigint => BigInt.asUintN(64, value)

/** Returns the number that a server generates after another one. */
export function followingNumber(number: bigint, { increment, offset }: NumberSteps): bigint {
  if (increment === 1n) return number + 1n
  return wrapped((wrapped(number + increment - offset) / increment) * increment + offset)
}

/** Returns the first number at or above this one that a server generates. */
export const alignedNumber = (number: bigint, steps: NumberSteps): bigint =>
  steps.increment === 1n ? number : followingNumber(number - 1n, steps)

/** Returns the next number of a table of InnoDB after it has reserved `count` numbers. */
export function reservedEnd(first: bigint, count: bigint, { increment, offset }: NumberSteps): bigint {
  if (increment === 1n) return first + count
  const start = offset > increment ? 0n : offset
  const distance = first > start ? first - start : start - first
  return (distance / increment + count) * increment + start
}
