import { EngineFailure } from '../../failure.ts'
import { ascii } from './xml.ts'

export interface Element {
  readonly start: number
  readonly contentStart: number
  readonly contentEnd: number
  readonly end: number
}

const pieceBytesMax = 128 << 20
const less = 60
const greater = 62
const slash = 47
const colon = 58

/**
 * A window on a large XML part that moves forward in pieces: each ends right behind a closing tag of `unit` (a row, a string
 * item), so that what stands in a piece is whole. Prefixes of names are looked past.
 */
export class XmlWindow {
  bytes = new Uint8Array(1 << 20)
  private readonly chunks: AsyncIterable<Uint8Array>
  private readonly unit: Uint8Array

  constructor(chunks: AsyncIterable<Uint8Array>, unit: string) {
    this.chunks = chunks
    this.unit = new TextEncoder().encode(unit)
  }

  async *pieces(): AsyncIterable<{ readonly start: number; readonly end: number }> {
    let length = 0
    let isFirst = true
    for await (const chunk of this.chunks) {
      if (length + chunk.length > this.bytes.length) {
        if (length + chunk.length > pieceBytesMax)
          throw new EngineFailure('corrupt_file', 'A row of the sheet is larger than any sheet has.')
        const larger = new Uint8Array(Math.max(this.bytes.length * 2, length + chunk.length))
        larger.set(this.bytes.subarray(0, length))
        this.bytes = larger
      }
      this.bytes.set(chunk, length)
      length += chunk.length
      if (isFirst && length >= 1024) {
        if (/<!DOCTYPE/i.test(ascii(this.bytes, 0, Math.min(length, 4096))))
          throw new EngineFailure('corrupt_file', 'The workbook declares a document type: that is refused.')
        isFirst = false
      }
      const end = this.lastUnitEnd(length)
      if (end === 0) continue
      yield { start: 0, end }
      this.bytes.copyWithin(0, end, length)
      length -= end
    }
    if (length > 0) yield { start: 0, end: length }
  }

  /** Behind the last `</unit>` or `<unit …/>`-closing before `length`; 0 where there is none. */
  private lastUnitEnd(length: number): number {
    const { bytes, unit } = this
    for (let at = length - 1; at > 0; at--) {
      if (bytes[at] !== greater) continue
      let name = at - unit.length
      for (let index = 0; index < unit.length; index++) if (bytes[name + index] !== unit[index]) name = -1
      if (name < 2) continue
      const before = bytes[name - 1]
      if (before === slash && bytes[name - 2] === less) return at + 1
      if (before === colon && this.isClosingPrefix(name - 2)) return at + 1
    }
    return 0
  }

  private isClosingPrefix(from: number): boolean {
    let at = from
    while (at > 0 && this.bytes[at] !== slash && this.bytes[at] !== less && from - at < 64) at--
    return this.bytes[at] === slash && this.bytes[at - 1] === less
  }

  /** The next element of a local name from `at`, its attributes left in place between `start` and `contentStart`. */
  nextElement(name: string, from: number, end: number): Element | null {
    const { bytes } = this
    let at = from
    for (;;) {
      at = bytes.indexOf(less, at)
      if (at < 0 || at >= end) return null
      const close = this.tagEnd(at, end)
      if (close < 0) return null
      const local = this.localName(at + 1, close)
      if (!this.isName(local, close, name)) {
        at = bytes[at + 1] === 33 ? this.markupEnd(at, end) : close + 1
        continue
      }
      if (bytes[close - 1] === slash)
        return { start: at, contentStart: close + 1, contentEnd: close + 1, end: close + 1 }
      return this.closed(at, close + 1, end, name)
    }
  }

  private closed(start: number, contentStart: number, end: number, name: string): Element | null {
    const { bytes } = this
    for (let at = contentStart; ;) {
      at = bytes.indexOf(less, at)
      if (at < 0 || at >= end) return null
      const close = this.tagEnd(at, end)
      if (close < 0) return null
      if (bytes[at + 1] === slash && this.isName(this.localName(at + 2, close), close, name)) {
        return { start, contentStart, contentEnd: at, end: close + 1 }
      }
      at = bytes[at + 1] === 33 ? this.markupEnd(at, end) : close + 1
    }
  }

  /** The `>` of the tag at `at`; quoted attributes may hold one. */
  tagEnd(at: number, end: number): number {
    const { bytes } = this
    let quote = 0
    for (let index = at + 1; index < end; index++) {
      const byte = bytes[index] as number
      if (quote !== 0) {
        if (byte === quote) quote = 0
      } else if (byte === greater) return index
      else if (byte === 34 || byte === 39) quote = byte
    }
    return -1
  }

  /** Behind a comment or a CDATA section. */
  private markupEnd(at: number, end: number): number {
    const isCdata = this.bytes[at + 2] === 91
    const last = isCdata ? 93 : 45
    for (let index = at + 4; index + 2 < end; index++) {
      if (this.bytes[index] === last && this.bytes[index + 1] === last && this.bytes[index + 2] === greater)
        return index + 3
    }
    return end
  }

  localName(from: number, close: number): number {
    for (let at = from; at < close; at++) {
      const byte = this.bytes[at] as number
      if (byte === colon) return at + 1
      if (byte <= 32 || byte === slash || byte === greater) break
    }
    return from
  }

  isName(from: number, close: number, name: string): boolean {
    for (let index = 0; index < name.length; index++)
      if (this.bytes[from + index] !== name.charCodeAt(index)) return false
    const after = this.bytes[from + name.length] as number
    return from + name.length === close || after <= 32 || after === slash || after === greater
  }

  /** Where an attribute's value stands in the tag from `start` to `close`; null where it is missing. */
  attribute(name: string, start: number, close: number): { readonly start: number; readonly end: number } | null {
    const { bytes } = this
    for (let at = start; at < close; at++) {
      const byte = bytes[at] as number
      if (byte === 34 || byte === 39) {
        const end = bytes.indexOf(byte, at + 1)
        if (end < 0 || end > close) return null
        at = end
        continue
      }
      if (byte > 32) continue
      let index = 0
      while (index < name.length && bytes[at + 1 + index] === name.charCodeAt(index)) index++
      if (index < name.length) continue
      let value = at + 1 + index
      while ((bytes[value] as number) <= 32) value++
      if (bytes[value] !== 61) continue
      value++
      while ((bytes[value] as number) <= 32) value++
      const quote = bytes[value] as number
      const end = bytes.indexOf(quote, value + 1)
      if ((quote !== 34 && quote !== 39) || end < 0 || end > close) return null
      return { start: value + 1, end }
    }
    return null
  }
}
