import type { CellAnnotations } from '../spreadsheet/cell-annotations.ts'
import { u16, u32 } from '../spreadsheet/binary-cells.ts'
import { type FormulaTokens, linkOfTokens } from '../spreadsheet/formula-links.ts'
import type { CodePage } from './code-pages.ts'
import type { Globals } from './globals.ts'
import { Biff, type RecordView } from './records.ts'

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })
const latin1 = new TextDecoder('windows-1252')

const flagsAt = 28
/** Flags of a hyperlink record for the parts that follow. */
const hasMoniker = 0x01
const hasLocation = 0x08
const hasDisplay = 0x10
const hasFrame = 0x80
const isPlainMoniker = 0x100
/** The first four bytes of the monikers' class ids. */
const urlMoniker = 0x79eac9e0
const fileMoniker = 0x0303
const commentObject = 0x19

/**
 * Reads hyperlinks and comments from the records of a sheet. A comment's text belongs to an object that comes before
 * it.
 */
export class RecordAnnotations {
  private readonly annotations: CellAnnotations
  private readonly globals: Globals
  private readonly texts = new Map<number, string>()
  private objectId = -1
  /** The number of characters missing from the object's text. */
  private remaining = 0

  constructor(annotations: CellAnnotations, globals: Globals) {
    this.annotations = annotations
    this.globals = globals
  }

  take(record: RecordView): void {
    const { bytes, type, start, end } = record
    if (type === Biff.continues) return this.continueText(bytes, start, end)
    this.remaining = 0
    if (type === Biff.hyperlink && end - start >= 32) this.link(bytes.subarray(start, end))
    else if (type === Biff.object && end - start >= 8)
      this.objectId = u16(bytes, start + 4) === commentObject ? u16(bytes, start + 6) : -1
    else if (type === Biff.textObject && end - start >= 12)
      this.remaining = this.objectId < 0 ? 0 : u16(bytes, start + 10)
    else if (type === Biff.note && end - start >= 8) this.note(bytes, start, end)
  }

  /** Reads a formula. After the cached value at `at` come flags, and then the formula as a length and tokens. */
  formula({ bytes, start, end }: RecordView, column: number, at: number): void {
    const { version, codePage } = this.globals
    if (version < 5 || at + 16 > end) return
    const from = at + 16
    const to = from + u16(bytes, at + 14)
    const link = to > end ? null : linkOfTokens(bytes, from, to, version < 8 ? oldTokens(codePage) : unicodeTokens)
    if (link !== null) this.annotations.addFormulaLink(u16(bytes, start) + 1, column, link.url)
  }

  private continueText(bytes: Uint8Array, start: number, end: number): void {
    if (this.remaining === 0 || start >= end) return
    const isWide = (bytes[start] as number) === 1
    const characters = Math.min(this.remaining, (end - start - 1) >> (isWide ? 1 : 0))
    const part = bytes.subarray(start + 1, start + 1 + characters * (isWide ? 2 : 1))
    const text = isWide ? utf16.decode(part) : latinOf(part)
    this.texts.set(this.objectId, (this.texts.get(this.objectId) ?? '') + text)
    this.remaining -= characters
  }

  private note(bytes: Uint8Array, start: number, end: number): void {
    const { version, codePage } = this.globals
    const row = u16(bytes, start)
    const text =
      version === 8
        ? (this.texts.get(u16(bytes, start + 6)) ?? '')
        : codePage.decode(bytes, start + 6, Math.min(end, start + 6 + u16(bytes, start + 4)))
    // Before Excel 97, a record for row -1 continues the text of a long comment.
    if (row !== 0xffff) this.annotations.addComment(row + 1, u16(bytes, start + 2), text.replaceAll('\r', '\n'))
  }

  private link(bytes: Uint8Array): void {
    const [firstRow, lastRow] = [u16(bytes, 0) + 1, u16(bytes, 2) + 1]
    const range = { firstRow, lastRow, firstColumn: u16(bytes, 4), lastColumn: u16(bytes, 6) }
    this.annotations.addLink(range, urlOf(bytes))
  }
}

/** Reads the parts of a hyperlink record in order. */
class LinkParts {
  private readonly bytes: Uint8Array
  private at: number

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** Reads a character count and the characters. */
  string(): string {
    const length = this.number() * 2
    return untilNul(utf16.decode(this.take(length)))
  }

  /** Reads a URL or a path. The class id before it distinguishes them. */
  moniker(): string {
    const kind = this.number()
    this.take(12)
    if (kind === urlMoniker) return untilNul(utf16.decode(this.take(this.number())))
    if (kind !== fileMoniker) return ''
    this.take(2)
    const path = untilNul(latin1.decode(this.take(this.number())))
    this.take(24)
    const size = this.number()
    if (size === 0) return path
    const length = this.number()
    this.take(2)
    return utf16.decode(this.take(length))
  }

  private number(): number {
    const four = this.take(4)
    return four.length < 4 ? 0 : u32(four, 0)
  }

  private take(length: number): Uint8Array {
    const part = this.bytes.subarray(this.at, this.at + length)
    this.at = Math.min(this.bytes.length, this.at + length)
    return part
  }
}

/** Returns the URL of a hyperlink record. A link into the workbook itself consists of a location only. */
function urlOf(bytes: Uint8Array): string {
  const flags = u32(bytes, flagsAt)
  const parts = new LinkParts(bytes, flagsAt + 4)
  if ((flags & hasDisplay) !== 0) parts.string()
  if ((flags & hasFrame) !== 0) parts.string()
  const hasTarget = (flags & hasMoniker) !== 0
  const target = hasTarget ? ((flags & isPlainMoniker) !== 0 ? parts.string() : parts.moniker()) : ''
  const location = (flags & hasLocation) === 0 ? '' : parts.string()
  return location === '' ? target : `${target}#${location}`
}

const untilNul = (text: string): string => {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

const latinOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const unicodeTokens: FormulaTokens = {
  referenceBytes: 5,
  readString(bytes, at) {
    const isWide = ((bytes[at + 1] as number) & 1) === 1
    const end = at + 2 + (bytes[at] as number) * (isWide ? 2 : 1)
    const text = bytes.subarray(at + 2, end)
    return { text: isWide ? utf16.decode(text) : latinOf(text), end }
  },
}

const oldTokens = (codePage: CodePage): FormulaTokens => ({
  referenceBytes: 4,
  readString(bytes, at) {
    const end = at + 1 + (bytes[at] as number)
    return { text: codePage.decode(bytes, at + 1, Math.min(end, bytes.length)), end }
  },
})
