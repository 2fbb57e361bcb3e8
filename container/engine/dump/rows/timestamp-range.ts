import type { DumpText } from '../text/tokens.ts'

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

/** Returns the seconds between a time zone and UTC, or null for a zone with another name. */
function secondsBeforeUtc(zone: string): number | null {
  if (/^utc$/i.test(zone)) return 0
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):([0-5]\d)$/.exec(zone) ?? []
  if (hours === undefined) return null
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60
  return sign === '-' ? -seconds : seconds
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
  const written = new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 19)))
  const seconds = Date.parse(`${written.slice(0, 10)}T${written.slice(11) || '00:00:00'}Z`) / 1000
  const offset = secondsBeforeUtc(timeZone)
  const margin = offset === null ? secondsOfDay : 0
  const inUtc = seconds - (offset ?? 0)
  return inUtc > -margin && inUtc <= server.lastTimestamp + margin
}
