import { decodeXmlText } from '../xml/xml-text.ts'

const equals = 61
const colon = 58
const slash = 47

/** Iterates over the attributes of an opening tag, as ranges of its bytes. */
export class Attributes {
  nameStart = 0
  nameEnd = 0
  valueStart = 0
  valueEnd = 0
  /** Whether the tag contains something that is not an attribute. */
  isBroken = false
  private bytes = new Uint8Array(0)
  private at = 0
  private end = 0

  /** Starts after the tag's name. */
  open(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes as Uint8Array<ArrayBuffer>
    this.at = start
    this.end = end
    this.isBroken = false
  }

  next(): boolean {
    const { bytes, end } = this
    let at = skipSpace(bytes, this.at, end)
    if (at >= end || (bytes[at] === slash && at === end - 1)) return false
    this.nameStart = at
    while (at < end && bytes[at] !== equals && (bytes[at] as number) > 32) at++
    this.nameEnd = at
    at = skipSpace(bytes, at, end)
    const sign = skipSpace(bytes, at + 1, end)
    const quote = bytes[sign]
    if (bytes[at] !== equals || this.nameEnd === this.nameStart || (quote !== 34 && quote !== 39) || sign >= end)
      return this.broken()
    this.valueStart = sign + 1
    let close = sign + 1
    while (close < end && bytes[close] !== quote) close++
    if (close >= end) return this.broken()
    this.valueEnd = close
    this.at = close + 1
    return true
  }

  get name(): string {
    return decoder.decode(this.bytes.subarray(this.nameStart, this.nameEnd))
  }

  get value(): string {
    return decodeXmlText(decoder.decode(this.bytes.subarray(this.valueStart, this.valueEnd)))
  }

  /** Namespace declarations and XML Schema instructions do not count as attributes. */
  get isAside(): boolean {
    return this.isPrefixed(xmlns) || this.isPrefixed(xsi)
  }

  /** `xsi:nil` marks the element as having no value. */
  get isNil(): boolean {
    return (
      this.nameEnd - this.nameStart === 7 &&
      this.isPrefixed(xsi) &&
      this.matches(nil, this.nameStart + 4) &&
      this.isTrue
    )
  }

  private get isTrue(): boolean {
    return (
      (this.valueEnd - this.valueStart === 4 && this.matches(yes, this.valueStart)) ||
      (this.valueEnd - this.valueStart === 1 && this.bytes[this.valueStart] === 49)
    )
  }

  private isPrefixed(prefix: Uint8Array): boolean {
    if (!this.matches(prefix, this.nameStart)) return false
    const prefixEnd = this.nameStart + prefix.length
    return this.bytes[prefixEnd] === colon || (prefix === xmlns && prefixEnd === this.nameEnd)
  }

  private matches(word: Uint8Array, at: number): boolean {
    for (let index = 0; index < word.length; index++) if (this.bytes[at + index] !== word[index]) return false
    return true
  }

  private broken(): boolean {
    this.isBroken = true
    return false
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
const xmlns = encoder.encode('xmlns')
const xsi = encoder.encode('xsi')
const nil = encoder.encode('nil')
const yes = encoder.encode('true')

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && (bytes[at] as number) <= 32) at++
  return at
}
