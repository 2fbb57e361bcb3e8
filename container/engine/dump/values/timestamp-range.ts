import { asciiOf } from '../../bytes/ascii.ts'
import type { DumpText } from '../text/tokens.ts'
import { offsetMinutes } from '../text/zone-offset.ts'

/** The years whose timestamps every server stores, whatever its time zone. */
const firstYear = 1971
const lastYear = 2037

const secondsOfDay = 24 * 60 * 60

const digit = (bytes: Uint8Array, at: number): number => (bytes[at] as number) - 48

/** Tests for a year in the middle of the range, without decoding the value. */
function isSafeYear(bytes: Uint8Array, at: number): boolean {
  const year = digit(bytes, at) * 1000 + digit(bytes, at + 1) * 100 + digit(bytes, at + 2) * 10 + digit(bytes, at + 3)
  return year >= firstYear && year <= lastYear
}

/**
 * Tests whether a TIMESTAMP column stores a date that exists, with or without a time. In an unknown time zone, a day at
 * both ends of the range counts as inside.
 */
export function isStoredTimestamp(
  { timeZone, server }: DumpText,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (isSafeYear(bytes, start)) return true
  const written = asciiOf(bytes, start, Math.min(end, start + 19))
  const seconds = Date.parse(`${written.slice(0, 10)}T${written.slice(11) || '00:00:00'}Z`) / 1000
  const offset = /^utc$/i.test(timeZone) ? 0 : offsetMinutes(timeZone)
  const margin = offset === null ? secondsOfDay : 0
  const inUtc = seconds - (offset ?? 0) * 60
  return inUtc > -margin && inUtc <= server.lastTimestamp + margin
}
