import type { XmlScanner } from '../xml/xml-scanner.ts'

/** What a cell's `office:value-type` says. */
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

/** The attributes of a cell's tag, as ranges of the scanner's buffer: valid until the next token. */
export class CellAttributes {
  type: ValueType = ValueType.none
  repeats = 1
  hasFormula = false
  isMerged = false
  valueStart = 0
  /** 0 where the tag holds no value. */
  valueEnd = 0
  private at = 0
  private nameStart = 0
  private nameEnd = 0
  private start = 0
  private end = 0

  read(xml: XmlScanner): void {
    const { buffer, nameEnd, tagEnd } = xml
    this.type = ValueType.none
    this.repeats = 1
    this.hasFormula = false
    this.isMerged = false
    this.valueEnd = 0
    this.at = nameEnd
    while (this.next(buffer, tagEnd)) this.take(buffer)
  }

  /** Name and value of the next attribute; the name's prefix is skipped. */
  private next(buffer: Uint8Array, tagEnd: number): boolean {
    let at = this.at
    while (at < tagEnd && ((buffer[at] as number) <= 32 || buffer[at] === 47)) at++
    if (at >= tagEnd) return false
    this.nameStart = at
    for (; at < tagEnd; at++) {
      const byte = buffer[at] as number
      if (byte === 61 || byte <= 32) break
      if (byte === 58) this.nameStart = at + 1
    }
    this.nameEnd = at
    while (at < tagEnd && buffer[at] !== 34 && buffer[at] !== 39) at++
    const quote = buffer[at]
    let close = at + 1
    while (close < tagEnd && buffer[close] !== quote) close++
    this.start = at + 1
    this.end = close
    this.at = close + 1
    return close < tagEnd
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
    else if (this.is(buffer, columnsSpanned) || this.is(buffer, rowsSpanned)) {
      this.isMerged ||= numberOf(buffer, this.start, this.end) > 1
    }
  }

  /** `float percentage currency date time boolean string`, and LibreOffice's `error` beside one of them. */
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

/** Digits as a number, never more than a thousand million: nobody counts further. */
export function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 48
    if (digit < 0 || digit > 9) return 0
    number = Math.min(numberMax, number * 10 + digit)
  }
  return number
}
