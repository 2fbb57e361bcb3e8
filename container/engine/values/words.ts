import type { Message } from '../../../src/contract/catalog/message.ts'
import { valueMessages } from '../catalog/values.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { type Canonical, Reading, type Rewritable, type ValueParser } from './value-parser.ts'

/** Accepts whole words only. A lone `t`, `f`, `0` or `1` is not a boolean. */
export class BooleanParser implements ValueParser {
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
  readonly canonical?: Canonical
  readonly rewritable: Rewritable
  private readonly yes: string
  private readonly no: string

  constructor(yes: 'true' | 'yes', no: 'false' | 'no') {
    this.yes = yes
    this.no = no
    if (yes === 'true' && no === 'false') this.canonical = { check: 'boolean' }
    this.rewritable = { check: 'boolean', yes }
    this.rewriting = { code: 'boolean_form', message: valueMessages.boolean_form.words(yes, no) }
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (isWord(bytes, start, end, this.yes)) return this.write(bytes, start, out, 'true')
    if (isWord(bytes, start, end, this.no)) return this.write(bytes, start, out, 'false')
    return Reading.no
  }

  private write(bytes: Uint8Array, start: number, out: GrowingBytes, canonical: 'true' | 'false'): Reading {
    if (isExactly(bytes, start, canonical)) return Reading.asWritten
    for (let at = 0; at < canonical.length; at++) out.push(canonical.charCodeAt(at))
    return Reading.rewritten
  }
}

function isWord(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false
  for (let at = 0; at < word.length; at++)
    if (((bytes[start + at] as number) | 32) !== word.charCodeAt(at)) return false
  return true
}

function isExactly(bytes: Uint8Array, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) if (bytes[start + at] !== word.charCodeAt(at)) return false
  return true
}

/** Parses 8-4-4-4-12 hexadecimal digits with hyphens. */
export class UuidParser implements ValueParser {
  readonly canonical = { check: 'uuid' } as const
  readonly rewritable = { check: 'uuid' } as const
  readonly rewriting = { code: 'uuid_form', message: valueMessages.uuid_form } as const

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (end - start !== 36) return Reading.no
    let upper = false
    for (let at = 0; at < 36; at++) {
      const byte = bytes[start + at] as number
      if (at === 8 || at === 13 || at === 18 || at === 23) {
        if (byte !== 45) return Reading.no
        continue
      }
      const isHex = (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102)
      if (byte >= 65 && byte <= 70) upper = true
      else if (!isHex) return Reading.no
    }
    if (!upper) return Reading.asWritten
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      out.push(byte >= 65 && byte <= 70 ? byte | 32 : byte)
    }
    return Reading.rewritten
  }
}
