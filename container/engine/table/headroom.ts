/**
 * Types leave room for the values of the next file. A type that only just fits today's rows breaks the load of the next
 * month, or, worse, the database rounds its values. The same rule holds for files of every size.
 */

/** Half of what 32 bits hold: larger numbers are ids, phone numbers or counts of seconds, and those grow. */
const smallIntegerMax = 1n << 30n

/** `id`, `order_id`, `orderId`, `user_ids`: keys outgrow 32 bits first. */
const namesId = /(?:^|[^a-z])(?:ids?|pk)(?:[^a-z]|$)/i
const inWords = /(?<=[a-z\d])(?=[A-Z])/g

/** The bits of an integer column. It gets 32 only when the whole column was read and it does not look like a key. */
export function integerBits(min: bigint, max: bigint, name: string, isWholeFile: boolean): 32 | 64 {
  const isSmall = -smallIntegerMax <= min && max <= smallIntegerMax
  return isWholeFile && isSmall && !namesId.test(name.replaceAll(inWords, '_')) ? 32 : 64
}

const microseconds = 6

/** The digits of a second's fraction: none where the whole file has whole seconds, else those of microseconds at least. */
export function secondDigits(found: number, isWholeFile: boolean, digitsMax: number): number {
  return found === 0 && isWholeFile ? 0 : Math.max(found, Math.min(microseconds, digitsMax))
}

/** The smallest of the usual lengths that holds twice what was found; null if none does. */
export const roomyLength = (found: number, lengths: readonly number[]): number | null =>
  lengths.find((length) => length >= found * 2) ?? null
