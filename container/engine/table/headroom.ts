/**
 * Types leave room for the values of the next file. A type that only just fits today's rows breaks the load of the next
 * month, or, worse, the database rounds its values. The same rule holds for files of every size.
 */

/** Half of what 32 bits hold: larger numbers are ids, phone numbers or counts of seconds, and those grow. */
const smallIntegerMax = 1n << 30n

/** Matches `id`, `order_id`, `orderId` and `user_ids`. Keys outgrow 32 bits first. */
const namesId = /(?:^|[^a-z])(?:ids?|pk)(?:[^a-z]|$)/i
const inWords = /(?<=[a-z\d])(?=[A-Z])/g

/**
 * Returns the size of an integer column. 32 bits require that the whole column was read and does not look like a key.
 */
export function integerBits(min: bigint, max: bigint, name: string, isWholeFile: boolean): 32 | 64 {
  const isSmall = -smallIntegerMax <= min && max <= smallIntegerMax
  return isWholeFile && isSmall && !namesId.test(name.replaceAll(inWords, '_')) ? 32 : 64
}

const microseconds = 6

/**
 * Returns the digits of a second's fraction: none if the whole file has whole seconds, and at least microseconds
 * otherwise.
 */
export function secondDigits(found: number, isWholeFile: boolean, digitsMax: number): number {
  return found === 0 && isWholeFile ? 0 : Math.max(found, Math.min(microseconds, digitsMax))
}

/** Returns the smallest usual length that holds twice the longest value, or null if none does. */
export const roomyLength = (found: number, lengths: readonly number[]): number | null =>
  lengths.find((length) => length >= found * 2) ?? null
