import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { appendXmlText } from '../xml/xml-text.ts'

const space = 32

/**
 * The text of a cell, with one line per paragraph. Spaces collapse as OpenDocument specifies, and significant white
 * space is written as elements (`text:s`, `text:tab`, `text:line-break`). A trailing space stays, because LibreOffice
 * writes and reads it.
 */
export class Paragraphs {
  private readonly out: GrowingBytes
  private count = 0
  /** Whether white space is ignored at the start of a paragraph and after a space. */
  private swallowsSpace = true

  constructor(out: GrowingBytes) {
    this.out = out
  }

  beginCell(): void {
    this.count = 0
  }

  beginParagraph(): void {
    if (this.count++ > 0) this.out.push(10)
    this.swallowsSpace = true
  }

  text(bytes: Uint8Array, start: number, end: number, isCdata: boolean): void {
    const { out } = this
    const from = out.length
    appendXmlText(out, bytes, start, end, isCdata)
    let to = from
    for (let at = from; at < out.length; at++) {
      const byte = out.bytes[at] as number
      if (byte > space || (byte !== space && byte !== 10 && byte !== 9 && byte !== 13)) {
        out.bytes[to++] = byte
        this.swallowsSpace = false
      } else if (!this.swallowsSpace) {
        out.bytes[to++] = space
        this.swallowsSpace = true
      }
    }
    out.length = to
  }

  /** Adds `text:s`, `text:tab` or `text:line-break`. */
  addWhiteSpace(byte: number, count = 1): void {
    for (let index = 0; index < count; index++) this.out.push(byte)
    this.swallowsSpace = false
  }
}

/** Tests for text that stays the same when white space collapses and references are resolved. */
export function isTidy(bytes: Uint8Array, start: number, end: number): boolean {
  let before = space
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte < space || byte === 38 || (byte === space && before === space)) return false
    before = byte
  }
  return true
}
