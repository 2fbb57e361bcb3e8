import type { Message } from '../../../src/contract/catalog/message.ts'
import { valueMessages } from '../catalog/values.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { isDigit } from '../bytes/ascii.ts'
import { Reading, type ValueParser } from './value-parser.ts'

export type EpochUnit = 'seconds' | 'milliseconds'

/** The number of digits of timestamps since 1973. */
const digits = { seconds: [9, 11], milliseconds: [12, 14] } as const

/** Parses seconds or milliseconds since 1970-01-01 UTC. They are timestamps if the column's name suggests it. */
export class EpochParser implements ValueParser {
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
  private readonly unit: EpochUnit

  constructor(unit: EpochUnit) {
    this.unit = unit
    this.rewriting = {
      code: 'epoch_form',
      message: valueMessages.epoch_form[unit],
    }
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    const [least, most] = digits[this.unit]
    if (end - start < least || end - start > most) return Reading.no
    let count = 0
    for (let at = start; at < end; at++) {
      if (!isDigit(bytes[at])) return Reading.no
      count = count * 10 + (bytes[at] as number) - 48
    }
    const date = new Date(this.unit === 'seconds' ? count * 1000 : count)
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return Reading.no
    const iso = date.toISOString().replace('T', ' ').replace('Z', '+00:00')
    out.append(new TextEncoder().encode(this.unit === 'seconds' ? iso.replace('.000', '') : iso))
    return Reading.rewritten
  }
}

/** Matches `epoch`, `created_epoch`, `unixTimestamp` and `epoch ms`, but not words that only contain them. */
export function namesEpoch(name: string): boolean {
  // Nearly all names end here. It takes a millisecond to compile the patterns below.
  if (!/epoch|unix/i.test(name)) return false
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return words.some((word) => word === 'epoch' || word === 'unix' || word === 'unixtime' || word === 'unixtimestamp')
}
