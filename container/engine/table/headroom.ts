/**
 * Types leave room for the values of the next file. A type that only just fits today's rows would break next month's
 * load or, worse, let the database round its values. The same rule applies to files of every size.
 */

/** Half of the 32-bit range. Larger numbers are ids, phone numbers or counts of seconds, and those grow. */
const smallIntegerMax = 1n << 30n

/** Matches `id`, `order_id`, `orderId` and `user_ids`. Keys are the first to outgrow 32 bits. */
const namesId = /(?:^|[^a-z])(?:ids?|pk)(?:[^a-z]|$)/i

/** Returns a name with an underscore between its words: `order_Id` for `orderId`. */
export const inWords = (name: string): string => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')

/**
 * Returns the size of an integer column. 32 bits require that the whole column was read and does not look like a key.
 */
export function integerBits(min: bigint, max: bigint, name: string, isWholeFile: boolean): 32 | 64 {
  const isSmall = -smallIntegerMax <= min && max <= smallIntegerMax
  return isWholeFile && isSmall && !namesId.test(inWords(name)) ? 32 : 64
}

const microseconds = 6

/**
 * Returns the number of fractional digits of a second: none if the whole file has whole seconds, and at least
 * microseconds otherwise.
 */
export function secondDigits(found: number, isWholeFile: boolean, digitsMax: number): number {
  return found === 0 && isWholeFile ? 0 : Math.max(found, Math.min(microseconds, digitsMax))
}

/** Returns the smallest common length that is at least twice the longest value, or null if there is none. */
export const roomyLength = (found: number, lengths: readonly number[]): number | null =>
  lengths.find((length) => length >= found * 2) ?? null
