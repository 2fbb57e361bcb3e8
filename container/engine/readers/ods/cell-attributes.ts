import { asciiOf } from '../../bytes/ascii.ts'

/** The values of a cell's `office:value-type`. */
export const ValueType = { none: 0, string: 1, number: 2, date: 3, time: 4, boolean: 5, error: 6 } as const
export type ValueType = (typeof ValueType)[keyof typeof ValueType]

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const repeated = encode('number-columns-repeated')
const valueType = encode('value-type')
const value = encode('value')
const dateValue = encode('date-value')
const timeValue = encode('time-value')
const booleanValue = encode('boolean-value')
const stringValue = encode('string-value')
const formula = encode('formula')
const columnsSpanned = encode('number-columns-spanned')
const rowsSpanned = encode('number-rows-spanned')
const currencyName = encode('currency')

/** The attributes of a cell's tag, as ranges of the scanner's buffer. They are valid until the next token. */
export class CellAttributes {
  type: ValueType = ValueType.none
  repeats = 1
  hasFormula = false
  columnsSpanned = 1
  rowsSpanned = 1
  valueStart = 0
  valueEnd = 0
  /** The currency code, such as `EUR`, or empty. */
  currency = ''
  private nameStart = 0
  private nameEnd = 0
  private start = 0
  private end = 0

  get isMerged(): boolean {
    return this.columnsSpanned > 1 || this.rowsSpanned > 1
  }

  get hasValue(): boolean {
    return this.valueEnd > this.valueStart
  }

  /** Reads the tag after its name. Returns the position of the `>`, or `end` if it was not found. */
  read(buffer: Uint8Array, from: number, end: number): number {
    this.type = ValueType.none
    this.repeats = 1
    this.hasFormula = false
    this.columnsSpanned = 1
    this.rowsSpanned = 1
    this.valueStart = 0
    this.valueEnd = 0
    this.currency = ''
    for (let at = from; at < end;) {
      const byte = buffer[at] as number
      if (byte === 62) return at
      if (byte <= 32 || byte === 47) at++
      else at = this.next(buffer, at, end)
    }
    return end
  }

  /** Reads an attribute, without its prefix, and returns its end. */
  private next(buffer: Uint8Array, from: number, end: number): number {
    let at = from
    this.nameStart = from
    for (; at < end; at++) {
      const byte = buffer[at] as number
      if (byte === 61 || byte <= 32) break
      if (byte === 58) this.nameStart = at + 1
    }
    this.nameEnd = at
    while (at < end && buffer[at] !== 34 && buffer[at] !== 39) at++
    const quote = buffer[at]
    let close = at + 1
    while (close < end && buffer[close] !== quote) close++
    if (close >= end) return end
    this.start = at + 1
    this.end = close
    this.take(buffer)
    return close + 1
  }

  private take(buffer: Uint8Array): void {
    if (this.is(buffer, valueType)) this.takeType(buffer)
    else if (
      this.is(buffer, value) ||
      this.is(buffer, dateValue) ||
      this.is(buffer, timeValue) ||
      this.is(buffer, booleanValue) ||
      this.is(buffer, stringValue)
    ) {
      this.valueStart = this.start
      this.valueEnd = this.end
    } else if (this.is(buffer, repeated)) this.repeats = Math.max(1, numberOf(buffer, this.start, this.end))
    else if (this.is(buffer, formula)) this.hasFormula = true
    else if (this.is(buffer, columnsSpanned)) this.columnsSpanned = Math.max(1, numberOf(buffer, this.start, this.end))
    else if (this.is(buffer, rowsSpanned)) this.rowsSpanned = Math.max(1, numberOf(buffer, this.start, this.end))
    else if (this.is(buffer, currencyName)) this.currency = asciiOf(buffer, this.start, this.end)
  }

  /**
   * Reads `float percentage currency date time boolean string`, and LibreOffice's `error`, which comes in addition to
   * one of them.
   */
  private takeType(buffer: Uint8Array): void {
    const first = buffer[this.start]
    if (first === 101) this.type = ValueType.error
    else if (this.type !== ValueType.none) return
    else if (first === 115) this.type = ValueType.string
    else if (first === 102 || first === 112 || first === 99) this.type = ValueType.number
    else if (first === 100) this.type = ValueType.date
    else if (first === 116) this.type = ValueType.time
    else if (first === 98) this.type = ValueType.boolean
  }

  private is(buffer: Uint8Array, name: Uint8Array): boolean {
    const { nameStart } = this
    if (this.nameEnd - nameStart !== name.length) return false
    for (let at = 0; at < name.length; at++) if (buffer[nameStart + at] !== name[at]) return false
    return true
  }
}

const numberMax = 1e9

/** Parses a count of up to a billion, because no larger ones occur. */
function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 48
    if (digit < 0 || digit > 9) return 0
    number = Math.min(numberMax, number * 10 + digit)
  }
  return number
}
