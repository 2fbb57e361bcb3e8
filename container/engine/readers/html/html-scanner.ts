import { documentMessages } from '../../catalog/documents.ts'
import { EngineFailure } from '../../failure.ts'
import { XmlToken } from '../xml/xml-scanner.ts'

const tokenBytesMax = 4 << 20
const LT = 60
const GT = 62
const decoder = new TextDecoder()

/**
 * Scans the tags and texts of real-world HTML: tags may stay open, and a `<` may be text. Comments, scripts and styles
 * are skipped. It stops at the same tokens as the XML scanner.
 */
export class HtmlScanner {
  buffer = new Uint8Array(1 << 16)
  at = 0
  end = 0
  /** The tag's name in lowercase. */
  name = ''
  textStart = 0
  textEnd = 0
  private attributesStart = 0
  private tagEnd = 0
  /** The attributes of the opening tag, parsed on first use. */
  private attributes: ReadonlyMap<string, string> | null = null
  private isLast = false
  private rawUntil: string | null = null
  private readonly chunks: AsyncIterator<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  async fill(): Promise<void> {
    const next = await this.chunks.next()
    if (next.done === true) {
      this.isLast = true
      return
    }
    const kept = this.end - this.at
    if (kept > tokenBytesMax) throw new EngineFailure('corrupt_file', documentMessages.corrupt_file.htmlToken)
    if (kept + next.value.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.buffer.length * 2, kept + next.value.length))
      larger.set(this.buffer.subarray(this.at, this.end))
      this.buffer = larger
    } else this.buffer.copyWithin(0, this.at, this.end)
    this.buffer.set(next.value, kept)
    this.at = 0
    this.end = kept + next.value.length
  }

  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  next(): XmlToken {
    for (;;) {
      if (this.at >= this.end) return this.isLast ? XmlToken.end : XmlToken.starved
      if (this.rawUntil !== null) {
        if (!this.skipRaw(this.rawUntil)) return this.isLast ? XmlToken.end : XmlToken.starved
        continue
      }
      if (this.buffer[this.at] !== LT) return this.text(this.at)
      if (this.end - this.at < 4 && !this.isLast) return XmlToken.starved
      const second = this.buffer[this.at + 1] ?? 0
      if (second === 33 || second === 63) {
        const found = this.skipSpecial()
        if (!found) return XmlToken.starved
      } else if (isLetter(second) || second === 47) return this.tag(second === 47)
      else return this.text(this.at + 1)
    }
  }

  /** Returns an attribute of the opening tag, quoted or not, or null if it is missing. */
  attribute(name: string): string | null {
    if (this.tagEnd - this.attributesStart < 2) return null
    this.attributes ??= attributesOf(decoder.decode(this.buffer.subarray(this.attributesStart, this.tagEnd)))
    return this.attributes.get(name) ?? null
  }

  private text(searchFrom: number): XmlToken {
    const found = this.buffer.indexOf(LT, searchFrom)
    const isFound = found >= 0 && found < this.end
    if (!isFound && !this.isLast) return XmlToken.starved
    this.textStart = this.at
    this.textEnd = isFound ? found : this.end
    this.at = this.textEnd
    return XmlToken.text
  }

  /** Skips comments, document types and instructions. Returns false if their end has not been read yet. */
  private skipSpecial(): boolean {
    if (this.buffer[this.at + 2] === 45 && this.buffer[this.at + 3] === 45) {
      this.at += 4
      this.rawUntil = '-->'
      return true
    }
    const close = this.buffer.indexOf(GT, this.at)
    if (close >= 0 && close < this.end) this.at = close + 1
    else if (this.isLast) this.at = this.end
    else return false
    return true
  }

  private skipRaw(terminator: string): boolean {
    const found = this.find(terminator, this.at)
    if (found < 0) {
      // Skips everything except a possible start of the closing sequence, so that a long script does not become a long
      // token.
      this.at = this.isLast ? this.end : Math.max(this.at, this.end - terminator.length)
      return false
    }
    // The end of a script is a tag, but the end of a comment is not.
    this.at = terminator === '-->' ? found + terminator.length : found
    this.rawUntil = null
    return true
  }

  private find(terminator: string, from: number): number {
    for (let at = from; at + terminator.length <= this.end; at++) {
      let same = 0
      while (same < terminator.length && lower(this.buffer[at + same] as number) === terminator.charCodeAt(same)) same++
      if (same === terminator.length) return at
    }
    return -1
  }

  private tag(isClose: boolean): XmlToken {
    const { buffer } = this
    const start = this.at + (isClose ? 2 : 1)
    let at = start
    let name = ''
    for (; at < this.end; at++) {
      const byte = buffer[at] as number
      if (byte <= 32 || byte === GT || byte === 47) break
      if (name.length < 32) name += String.fromCharCode(lower(byte))
    }
    this.attributesStart = at
    let quote = 0
    for (; at < this.end; at++) {
      const byte = buffer[at] as number
      if (quote !== 0) {
        if (byte === quote) quote = 0
      } else if (byte === GT) break
      else if ((byte === 34 || byte === 39) && buffer[at - 1] === 61) quote = byte
    }
    if (at >= this.end) {
      if (!this.isLast) return XmlToken.starved
      this.at = this.end
      return XmlToken.end
    }
    this.tagEnd = at
    this.attributes = null
    this.name = name
    this.at = at + 1
    if (!isClose && (name === 'script' || name === 'style')) this.rawUntil = `</${name}`
    return isClose ? XmlToken.close : XmlToken.open
  }
}

/** Parses the attributes of a tag. If a name is repeated, the first one counts. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const match of tag.matchAll(/([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
    const name = (match[1] ?? '').toLowerCase()
    if (!attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? '')
  }
  return attributes
}

const isLetter = (byte: number): boolean => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte)
