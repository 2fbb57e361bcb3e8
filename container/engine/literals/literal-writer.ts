import { isDigit } from '../bytes/ascii.ts'
import { decode, encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendHex } from '../bytes/hex.ts'
import { inUtc } from './in-utc.ts'
import type { LiteralPattern } from './literal-pattern.ts'
import type { CellPlace, Literals } from './literals.ts'

const firstOfTrue = 116
const space = 32
const quotationMark = 34
const letterT = 84
/** The length of a date, which precedes the time. */
const dateBytes = 10
/** The length of `+02:00`. */
const offsetBytes = 6

/**
 * The constants of literals. Dialects have a few dozen constants and tables. Columns share them, because a copy for
 * each of 20,000 columns would fill every cache.
 */
const constants = new Map<string, Uint8Array>()
const byteTables = new Map<string, Uint8Array>()

function constant(text: string): Uint8Array {
  const bytes = constants.get(text) ?? encode(text)
  constants.set(text, bytes)
  return bytes
}

/** Returns a table with a 1 for each of the bytes. */
function byteTable(bytes: readonly number[]): Uint8Array {
  const key = bytes.join()
  const known = byteTables.get(key)
  if (known !== undefined) return known
  const table = new Uint8Array(256)
  for (const byte of bytes) table[byte] = 1
  byteTables.set(key, table)
  return table
}

/**
 * Writes the literals of one column. It interprets the column's pattern and passes on the values that the pattern
 * excludes.
 */
export class LiteralWriter {
  private readonly literals: Literals
  private readonly place: CellPlace
  private readonly pattern: LiteralPattern
  private readonly before: Uint8Array
  private readonly after: Uint8Array
  private readonly nothing: Uint8Array
  /** A table with a 1 for each byte that excludes its value. */
  private readonly isNotHere: Uint8Array

  constructor(literals: Literals, place: CellPlace, pattern = literals.pattern(place.column.type)) {
    this.literals = literals
    this.place = place
    this.pattern = pattern
    this.before = constant(pattern.before)
    this.after = constant(pattern.after)
    this.nothing = constant(pattern.nothing)
    this.isNotHere = byteTable(pattern.notHere)
  }

  writeNull(out: GrowingBytes): void {
    out.append(this.nothing)
  }

  write(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
    const { pattern, before, after } = this
    const from = out.length
    if (end - start >= pattern.shortest && end - start <= pattern.longest) {
      if (pattern.sort === 'boolean') return out.append(bytes[start] === firstOfTrue ? before : after)
      out.append(before)
      if (this.value(bytes, start, end, out)) return out.append(after)
      out.length = from
    }
    this.literals.outsidePattern(this.place, bytes, start, end, out)
  }

  /** Returns false for a value that the pattern excludes. */
  private value(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): boolean {
    switch (this.pattern.sort) {
      case 'finite':
        if (!isDigit(bytes[end - 1])) return false
        out.append(bytes, start, end)
        return true
      case 'with_t':
        out.append(bytes, start, end)
        out.bytes[out.length - (end - start) + dateBytes] = letterT
        return true
      case 'offset_apart':
        out.append(bytes, start, end - offsetBytes)
        out.push(space)
        out.append(bytes, end - offsetBytes, end)
        return true
      case 'utc':
        return this.utc(decode(bytes, start, end), out)
      case 'hex':
        appendHex(bytes, start, end, out)
        return true
      case 'in_quotes':
        return this.field(bytes, start, end, out)
      case 'plain':
      case 'boolean':
        return this.escaped(bytes, start, end, out)
    }
  }

  private utc(value: string, out: GrowingBytes): true {
    const { column, reporter } = this.place
    if (this.pattern.fix !== null) reporter.fix({ ...this.pattern.fix, column: column.name, example: value })
    out.append(encode(inUtc(value)))
    return true
  }

  private field(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): boolean {
    if (!this.needsQuotes(bytes, start, end)) {
      out.append(bytes, start, end)
      return true
    }
    out.push(quotationMark)
    const isHere = this.escaped(bytes, start, end, out)
    out.push(quotationMark)
    return isHere
  }

  private needsQuotes(bytes: Uint8Array, start: number, end: number): boolean {
    if (start === end || bytes[start] === space || bytes[end - 1] === space) return true
    const { escapes } = this.pattern
    for (let at = start; at < end; at++) if (escapes?.[bytes[at] as number] !== undefined) return true
    return false
  }

  private escaped(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): boolean {
    const { isNotHere } = this
    const { escapes } = this.pattern
    if (escapes === null) {
      out.append(bytes, start, end)
      return true
    }
    let from = start
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      if (isNotHere[byte] === 1) return false
      const replacement = escapes[byte]
      if (replacement === undefined) continue
      out.append(bytes, from, at)
      out.append(replacement)
      from = at + 1
    }
    out.append(bytes, from, end)
    return true
  }
}
