import { valueMessages } from '../catalog/values.ts'
import { isDigit } from '../bytes/ascii.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { two, writeTwo } from './two-digits.ts'
import { type Canonical, type Reading, rewrittenUnlessSame, discard, type ValueParser } from './value-parser.ts'

const colon = 58
const zero = 48
const space = 32
/** The number of digits of nanoseconds. No database stores more. */
export const fractionDigitsMax = 9

/** Parses times of day from `10:30` to `23:59:59.999999`, with AM and PM. */
export class TimeParser implements ValueParser {
  readonly canonical: Canonical
  readonly rewriting = { code: 'time_form', message: valueMessages.time_form } as const
  private readonly fractionDigits: number

  constructor(fractionDigits = fractionDigitsMax) {
    this.fractionDigits = fractionDigits
    this.canonical = { check: 'time', fractionDigits }
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const outStart = out.length
    if (readClock(bytes, start, end, out, this.fractionDigits) !== end) return discard(out, outStart)
    return rewrittenUnlessSame(bytes, start, end, out, outStart)
  }
}

/** Reads the time of day at `start` and writes it. Returns where it ends, or 0 if there is none. */
export function readClock(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: GrowingBytes,
  fractionDigits: number,
): number {
  let at = start
  let hour = -1
  let digits = 0
  for (; digits < 2 && isDigit(bytes[at]); digits++, at++) hour = Math.max(hour, 0) * 10 + (bytes[at] as number) - 48
  if (hour < 0 || at >= end || bytes[at] !== colon) return 0
  const minute = two(bytes, at + 1)
  if (minute < 0 || minute > 59) return 0
  at += 3
  let second = 0
  let fractionFrom = at
  if (at < end && bytes[at] === colon) {
    second = two(bytes, at + 1)
    if (second < 0 || second > 59) return 0
    at += 3
    fractionFrom = at
    at = fractionEnd(bytes, at, end)
  }
  const fractionTo = at
  const half = halfOfDay(bytes, at, end)
  if (half > 0) {
    if (hour < 1 || hour > 12) return 0
    hour = (hour % 12) + (isLetter(bytes[half], 112) ? 12 : 0)
    at = half + 2
  }
  if (hour > 23) return 0
  writeTwo(out, hour, colon)
  writeTwo(out, minute, colon)
  writeTwo(out, second)
  return writeFraction(bytes, fractionFrom, fractionTo, out, fractionDigits) ? at : 0
}

/**
 * Returns the position after the fraction of a second that starts with the point or comma at `at`. Returns `at` if no
 * digits follow.
 */
function fractionEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || (bytes[at] !== 46 && bytes[at] !== 44) || !isDigit(bytes[at + 1])) return at
  let to = at + 1
  while (to < end && isDigit(bytes[to])) to++
  return to
}

/** Returns false if digits would be lost by rounding. Zeros do not count. */
function writeFraction(bytes: Uint8Array, from: number, to: number, out: GrowingBytes, digits: number): boolean {
  if (from === to) return true
  let last = to
  while (last - from - 1 > digits && bytes[last - 1] === zero) last--
  if (last - from - 1 > digits) return false
  if (last === from + 1) return true
  out.push(46)
  out.append(bytes, from + 1, last)
  return true
}

/** Returns the position of `am` or `pm` after optional spaces, or 0 if there is neither. */
function halfOfDay(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && bytes[at] === space) at++
  const isThere = at + 1 < end && (isLetter(bytes[at], 97) || isLetter(bytes[at], 112)) && isLetter(bytes[at + 1], 109)
  return isThere ? at : 0
}

/** Matches the letter in either case. */
const isLetter = (byte: number | undefined, small: number): boolean => byte !== undefined && (byte | 32) === small
