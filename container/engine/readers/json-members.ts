import { Scan, scanString, scanValue, skipSpace } from './json-scan.ts'
import type { JsonWindow } from './json-window.ts'

/** The members of the object that begins at `end`, one after another. */
export class Members {
  keyStart = 0
  keyEnd = 0
  start = 0
  /** Scan.incomplete where the text is cut within the value. */
  end: number
  /** The object's own end was reached. */
  isWhole = false
  private before = 123
  private readonly text: Uint8Array
  private readonly limit: number
  /** Nothing follows the limit that could belong to a value. */
  private readonly isLast: boolean

  constructor(text: Uint8Array, at: number, limit = text.length, isLast = true) {
    this.text = text
    this.end = at
    this.limit = limit
    this.isLast = isLast
  }

  /** As far as the window shows them. */
  static of({ bytes, end, isLast }: JsonWindow, at: number): Members {
    return new Members(bytes, at, end, isLast)
  }

  /** False behind the last one, and where the text is cut or no JSON. */
  next(): boolean {
    return this.stepsToKey() && this.passesValue()
  }

  /** To the next one's key and to where its value begins. */
  stepsToKey(): boolean {
    const { text, limit } = this
    const at = skipSpace(text, this.end, limit)
    this.isWhole = text[at] === 125 && at < limit
    this.end = at + 1
    if (text[at] !== this.before) return false
    this.before = 44
    this.keyStart = skipSpace(text, at + 1, limit)
    if (text[this.keyStart] !== 34) return false
    this.keyEnd = scanString(text, this.keyStart, limit)
    const colon = this.keyEnd < 0 ? limit : skipSpace(text, this.keyEnd, limit)
    if (text[colon] !== 58 || colon >= limit) return false
    this.start = skipSpace(text, colon + 1, limit)
    return true
  }

  passesValue(): boolean {
    const { text, start, limit, isLast } = this
    this.end = start < limit ? scanValue(text, start, limit, isLast) : Scan.incomplete
    return this.end >= 0
  }

  /** Whether its name is this number. */
  isNumbered(number: number): boolean {
    const digits = String(number)
    if (this.keyEnd - this.keyStart !== digits.length + 2) return false
    for (let at = 0; at < digits.length; at++)
      if (this.text[this.keyStart + 1 + at] !== digits.charCodeAt(at)) return false
    return true
  }
}
