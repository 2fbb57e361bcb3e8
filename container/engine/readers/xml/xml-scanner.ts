import type { Message } from '../../../../src/contract/catalog/message.ts'
import { documentMessages } from '../../catalog/documents.ts'
import { asciiOf } from '../../bytes/ascii.ts'
import { EngineFailure } from '../../failure.ts'
import { decodeXmlText } from './xml-text.ts'

/** The reason why `next` stopped. `starved`: the buffer ends inside a token, so the caller has to call `fill`. */
export const XmlToken = { starved: 0, open: 1, close: 2, text: 3, end: 4 } as const
export type XmlToken = (typeof XmlToken)[keyof typeof XmlToken]

/** The maximum length of a text or a tag. LibreOffice once wrote a tag of 11 MiB, which contained a list of ranges. */
const tokenBytesMax = 16 << 20
const depthMax = 512
const LT = 60
const GT = 62

/**
 * A pull scanner for chunks of UTF-8 XML. It builds no tree and no strings for tokens. `next` is synchronous, so a
 * caller awaits only once per chunk. Names are local names, without their prefixes. Document types are rejected, so
 * XML's five predefined entities are the only ones. Closing tags must match and every element must be closed, so that a
 * truncated or damaged part is never read as a shorter one.
 */
export class XmlScanner {
  buffer: Uint8Array
  at = 0
  end = 0
  /** The token's local name, as a range of `buffer`. Attributes are between the name and the end of the tag. */
  nameStart = 0
  nameEnd = 0
  /** The start of the full name, which includes the prefix. */
  wholeNameStart = 0
  tagEnd = 0
  isSelfClosing = false
  textStart = 0
  textEnd = 0
  isCdata = false
  depth = 0
  /** A fingerprint of each open element's full name: its length and its first and last letter. */
  private readonly openNames = new Int32Array(depthMax)
  private isLast = false
  private passedBytes = 0
  /** The unfinished tag at the end of the buffer: its start, the scanned part of it, and the open quote. */
  private readonly cut = { at: -1, walked: 0, quote: 0 }
  private hasRoot = false
  private readonly chunks: AsyncIterator<Uint8Array>
  /** Memory that belongs to someone else. The buffer uses it if it is large enough. */
  private readonly home: Uint8Array | null

  constructor(chunks: AsyncIterable<Uint8Array>, home: Uint8Array | null = null) {
    this.home = home
    this.buffer = home ?? new Uint8Array(1 << 16)
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  async fill(): Promise<void> {
    const next = await this.chunks.next()
    if (next.done === true) {
      this.isLast = true
      return
    }
    const chunk = next.value
    const kept = this.end - this.at
    if (kept > tokenBytesMax) throw this.broken(documentMessages.xmlError.longToken)
    this.makeRoom(kept + chunk.length)
    this.passedBytes += this.at
    this.buffer.set(chunk, kept)
    this.at = 0
    this.end = kept + chunk.length
  }

  /** Moves the unread bytes to the front of a buffer of at least `needed` bytes. */
  private makeRoom(needed: number): void {
    const { buffer, home } = this
    if (home !== null && buffer !== home && needed <= home.length) this.buffer = home
    else if (needed > buffer.length) this.buffer = new Uint8Array(Math.max(buffer.length * 2, needed))
    if (this.buffer === buffer) buffer.copyWithin(0, this.at, this.end)
    else this.buffer.set(buffer.subarray(this.at, this.end))
  }

  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  next(): XmlToken {
    const { buffer } = this
    for (;;) {
      if (this.at >= this.end) return this.isLast ? this.ended() : XmlToken.starved
      if (buffer[this.at] !== LT) {
        const textEnd = indexOf(buffer, LT, this.at, this.end)
        if (textEnd < 0 && !this.isLast) return XmlToken.starved
        this.textStart = this.at
        this.textEnd = textEnd < 0 ? this.end : textEnd
        this.at = this.textEnd
        this.isCdata = false
        return XmlToken.text
      }
      if (this.at + 1 >= this.end) return this.short()
      const second = buffer[this.at + 1] as number
      if (second === 33 || second === 63) {
        const special = this.special(second)
        if (special !== null) return special
        continue
      }
      return this.tag(second === 47)
    }
  }

  /** Tests whether the token has this local name. */
  is(name: Uint8Array): boolean {
    const { buffer, nameStart } = this
    const { length } = name
    if (this.nameEnd - nameStart !== length) return false
    for (let at = 0; at < length; at++) if (buffer[nameStart + at] !== name[at]) return false
    return true
  }

  /** Tests whether these bytes come next. Returns false if the buffer does not contain them all. */
  startsWith(bytes: Uint8Array, at: number): boolean {
    const { length } = bytes
    if (at + length > this.end) return false
    for (let index = 0; index < length; index++) if (this.buffer[at + index] !== bytes[index]) return false
    return true
  }

  /** Closes the current element. The caller has scanned ahead and found that it ends at `at`. */
  leave(at: number): void {
    this.depth--
    this.at = at
  }

  name(): string {
    return asciiOf(this.buffer, this.nameStart, this.nameEnd)
  }

  /**
   * Returns an attribute of the opening tag by its local name, decoded, or null if it is missing. Too slow for the hot
   * path.
   */
  attribute(name: string): string | null {
    const { buffer, tagEnd } = this
    for (let at = this.nameEnd; at < tagEnd;) {
      while (at < tagEnd && ((buffer[at] as number) <= 32 || buffer[at] === 47)) at++
      const start = at
      let local = at
      while (at < tagEnd && buffer[at] !== 61) {
        if (buffer[at] === 58) local = at + 1
        at++
      }
      const nameEnd = trimmedEnd(buffer, local, at)
      while (at < tagEnd && buffer[at] !== 34 && buffer[at] !== 39) at++
      const close = buffer.indexOf(buffer[at] as number, at + 1)
      if (at >= tagEnd || close < 0 || close >= tagEnd) return null
      if (nameEnd - local === name.length && asciiOf(buffer, local, nameEnd) === name && !isNamespace(buffer, start))
        return decodeXmlText(decoder.decode(buffer.subarray(at + 1, close)))
      at = close + 1
    }
    return null
  }

  /** Returns the token's text, decoded. Too slow for the hot path. */
  text(): string {
    const raw = decoder.decode(this.buffer.subarray(this.textStart, this.textEnd))
    return this.isCdata ? raw : decodeXmlText(raw)
  }

  broken(error: Message): EngineFailure {
    const at = this.passedBytes + this.at
    return new EngineFailure('corrupt_file', documentMessages.corrupt_file.xml(error), [
      { code: 'broken_xml', message: documentMessages.broken_xml(error, at) },
    ])
  }

  private ended(): XmlToken {
    if (this.depth > 0) throw this.broken(documentMessages.xmlError.openElements)
    if (!this.hasRoot) throw this.broken(documentMessages.xmlError.noElement)
    return XmlToken.end
  }

  private short(): XmlToken {
    if (this.isLast) throw this.broken(documentMessages.xmlError.endsWithinTag)
    return XmlToken.starved
  }

  /** Skips comments and instructions (null) and returns CDATA as text. It rejects every document type except one. */
  private special(second: number): XmlToken | null {
    const { buffer, at, end } = this
    if (second === 63) return this.skipPast(at + 2, '?>')
    if (at + 9 > end && !this.isLast) return XmlToken.starved
    if (buffer[at + 2] === 45) return this.skipPast(at + 4, '-->')
    if (buffer[at + 2] !== 91) return this.skipManifestType()
    const close = findEnd(buffer, ']]>', at + 9, end)
    if (close < 0) return this.short()
    this.textStart = at + 9
    this.textEnd = close
    this.at = close + 3
    this.isCdata = true
    return XmlToken.text
  }

  private skipManifestType(): XmlToken | null {
    const { buffer, at, end } = this
    const within = buffer.subarray(at, Math.min(end, at + manifestType.length))
    if (within.some((byte, index) => byte !== manifestType[index]))
      throw this.broken(documentMessages.xmlError.documentType)
    if (within.length < manifestType.length) return this.short()
    this.at = at + manifestType.length
    return null
  }

  private skipPast(from: number, terminator: string): XmlToken | null {
    const found = findEnd(this.buffer, terminator, from, this.end)
    if (found < 0) return this.short()
    this.at = found + terminator.length
    return null
  }

  private tag(isClose: boolean): XmlToken {
    const { buffer, end } = this
    const start = this.at + (isClose ? 2 : 1)
    let at = start
    let nameStart = start
    for (; at < end; at++) {
      const byte = buffer[at] as number
      if (byte <= 32 || byte === GT || byte === 47) break
      if (byte === 58) nameStart = at + 1
    }
    const nameEnd = at
    at = this.tagEndAfter(nameEnd)
    if (at >= end) return this.short()
    if (nameEnd === start) throw this.broken(documentMessages.xmlError.noName)
    this.nameStart = nameStart
    this.wholeNameStart = start
    this.nameEnd = nameEnd
    this.tagEnd = at
    this.isSelfClosing = !isClose && buffer[at - 1] === 47
    const nameHash = ((nameEnd - start) << 16) | ((buffer[nameStart] as number) << 8) | (buffer[nameEnd - 1] as number)
    if (isClose) this.closed(nameHash)
    else if (!this.isSelfClosing) this.opened(nameHash)
    this.hasRoot = true
    this.at = at + 1
    return isClose ? XmlToken.close : XmlToken.open
  }

  /** Finds the next `>` outside quotes. Returns `end` if it has not been read yet. */
  private tagEndAfter(nameEnd: number): number {
    const { buffer, end, cut } = this
    const isCut = cut.at === this.passedBytes + this.at
    let quote = isCut ? cut.quote : 0
    for (let at = isCut ? Math.max(nameEnd, this.at + cut.walked) : nameEnd; at < end; at++) {
      const byte = buffer[at] as number
      if (quote !== 0) {
        if (byte === quote) quote = 0
      } else if (byte === GT) return at
      else if (byte === 34 || byte === 39) quote = byte
      else if (byte === LT) throw this.broken(documentMessages.xmlError.tagWithinTag)
    }
    cut.at = this.passedBytes + this.at
    cut.walked = end - this.at
    cut.quote = quote
    return end
  }

  private opened(nameHash: number): void {
    if (this.depth === depthMax) throw this.broken(documentMessages.xmlError.depth(depthMax))
    this.openNames[this.depth++] = nameHash
  }

  private closed(nameHash: number): void {
    if (this.depth === 0 || this.openNames[this.depth - 1] !== nameHash) {
      throw this.broken(documentMessages.xmlError.endTag)
    }
    this.depth--
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Short distances are scanned byte by byte, because most text ends within a few bytes. */
function indexOf(bytes: Uint8Array, wanted: number, start: number, end: number): number {
  const near = Math.min(end, start + 64)
  for (let at = start; at < near; at++) if (bytes[at] === wanted) return at
  if (near === end) return -1
  const found = bytes.indexOf(wanted, near)
  return found < 0 || found >= end ? -1 : found
}

/**
 * The document type that OpenOffice 2 and 3 wrote above the list of a package's parts. It names a file and declares
 * nothing.
 */
const manifestType = new TextEncoder().encode(
  '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">',
)

/**
 * Returns the start of a closing sequence such as `-->`. It searches for `>`, which is rarer than the bytes in front of
 * it.
 */
function findEnd(bytes: Uint8Array, terminator: string, start: number, end: number): number {
  const { length } = terminator
  for (let at = bytes.indexOf(GT, start + length - 1); at >= 0 && at < end; at = bytes.indexOf(GT, at + 1)) {
    let same = 1
    while (same < length && bytes[at - same] === terminator.charCodeAt(length - 1 - same)) same++
    if (same === length) return at - length + 1
  }
  return -1
}

function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start && (bytes[at - 1] as number) <= 32) at--
  return at
}

/** `xmlns:r` declares a prefix and has no local name. */
const isNamespace = (bytes: Uint8Array, start: number): boolean => asciiOf(bytes, start, start + 6) === 'xmlns:'
