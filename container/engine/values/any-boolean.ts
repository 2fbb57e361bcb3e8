import { valueMessages } from '../catalog/values.ts'
import { asciiOf } from '../bytes/ascii.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { encode } from '../bytes/encode.ts'
import { Reading, type ValueParser } from './value-parser.ts'

const longest = 5
const words: Readonly<Record<string, 'true' | 'false'>> = {
  true: 'true',
  t: 'true',
  yes: 'true',
  y: 'true',
  on: 'true',
  '1': 'true',
  false: 'false',
  f: 'false',
  no: 'false',
  n: 'false',
  off: 'false',
  '0': 'false',
}

/** Parses every spelling of a boolean that PostgreSQL accepts, for columns that the spec declares as boolean. */
export class AnyBooleanParser implements ValueParser {
  readonly canonical = { check: 'boolean' } as const
  readonly rewriting = {
    code: 'boolean_form',
    message: valueMessages.boolean_form.any,
  } as const

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (end - start > longest) return Reading.no
    const word = asciiOf(bytes, start, end)
    const value = Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : undefined
    if (value === undefined) return Reading.no
    if (value === word) return Reading.asWritten
    out.append(encode(value))
    return Reading.rewritten
  }
}
