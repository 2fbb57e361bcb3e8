import { Scan, scanString, scanValue, skipSpace } from './json-scan.ts'
import type { JsonWindow } from './json-window.ts'

/** Iterates over the values of an object or array that begins at `end`. */
abstract class Values {
  start = 0
  /** The end of the current value, or Scan.incomplete if the text ends inside it. */
  end: number
  /** Whether the object or array has ended. */
  isWhole = false
  protected readonly text: Uint8Array
  protected readonly limit: number
  /** Whether the text ends at the limit, so no further byte could belong to a value. */
  private readonly isLast: boolean

  constructor(text: Uint8Array, at: number, limit = text.length, isLast = true) {
    this.text = text
    this.end = at
    this.limit = limit
    this.isLast = isLast
  }

  /** Moves to the next value. Returns false after the last one, at the end of the text, and at invalid JSON. */
  abstract stepsToValue(): boolean

  passesValue(): boolean {
    const { text, start, limit, isLast } = this
    this.end = start < limit ? scanValue(text, start, limit, isLast) : Scan.incomplete
    return this.end >= 0
  }

  next(): boolean {
    return this.stepsToValue() && this.passesValue()
  }
}

/** Iterates over the members of an object. */
export class Members extends Values {
  keyStart = 0
  keyEnd = 0
  private before = 123

  /** Iterates over the members that the window shows. */
  static from({ bytes, end, isLast }: JsonWindow, at: number): Members {
    return new Members(bytes, at, end, isLast)
  }

  stepsToValue(): boolean {
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

  /** Tests whether the member's name is this number. */
  isNumbered(number: number): boolean {
    const digits = String(number)
    if (this.keyEnd - this.keyStart !== digits.length + 2) return false
    for (let at = 0; at < digits.length; at++)
      if (this.text[this.keyStart + 1 + at] !== digits.charCodeAt(at)) return false
    return true
  }
}

/** Iterates over the elements of an array. */
export class Elements extends Values {
  private before = 91

  /** Iterates over the elements that the window shows. */
  static from({ bytes, end, isLast }: JsonWindow, at: number): Elements {
    return new Elements(bytes, at, end, isLast)
  }

  stepsToValue(): boolean {
    const { text, limit } = this
    const at = skipSpace(text, this.end, limit)
    this.start = skipSpace(text, at + 1, limit)
    const isEmpty = this.before === 91 && text[this.start] === 93 && this.start < limit
    this.isWhole = isEmpty || (text[at] === 93 && at < limit)
    this.end = (isEmpty ? this.start : at) + 1
    if (this.isWhole || text[at] !== this.before) return false
    this.before = 44
    return true
  }
}
