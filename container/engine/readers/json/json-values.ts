import { documentMessages } from '../../catalog/documents.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { Place } from './json-place.ts'
import { depthMax, Scan, scanString, scanValue, skipSpace } from './json-scan.ts'
import { broken, brokenValue, type JsonWindow } from './json-window.ts'

export interface JsonValue {
  readonly start: number
  readonly end: number
  /** The name of the member in UTF-8, if rows are members of an object. It is valid until the window moves. */
  readonly key: Uint8Array | null
}

const encoder = new TextEncoder()

/** Moves from row to row. The window always shows the row's whole value. */
export class JsonValues {
  /** The number of the last row found. */
  row = 0
  readonly place: Place
  private readonly window: JsonWindow
  private readonly format: string
  private readonly reporter: Reporter
  private opening: ReturnType<typeof shapeOf> | undefined
  /** The number of lines that follow a comma, as in lines copied from an array. */
  private commas = 0
  private isOver = false

  constructor(window: JsonWindow, place: Place, format: string, reporter: Reporter) {
    this.window = window
    this.place = place
    this.format = format
    this.reporter = reporter
  }

  get areObjects(): boolean {
    return this.opening === 'object'
  }

  /** Every line except the first follows a comma. */
  get areAfterCommas(): boolean {
    return this.place === 'array' || (this.commas > 0 && this.commas >= this.row - 1)
  }

  /**
   * Returns the next value without waiting for more bytes, or null if the window does not show a similar one. For small
   * rows, waiting would take most of the time.
   */
  visible(): JsonValue | null {
    const { window, place, opening } = this
    const { bytes, end: limit } = window
    if (opening === undefined || this.isOver) return null
    let at = skipSpace(bytes, window.at, limit)
    let key: Uint8Array | null = null
    if (place !== 'documents') {
      if (bytes[at] !== 44) return null
      at = skipSpace(bytes, at + 1, limit)
    }
    if (place === 'members') {
      const keyEnd = bytes[at] === 34 ? scanString(bytes, at, limit) : Scan.invalid
      if (keyEnd < 0) return null
      key = bytes.subarray(at + 1, keyEnd - 1)
      at = skipSpace(bytes, keyEnd, limit)
      if (key.includes(92) || bytes[at] !== 58) return null
      at = skipSpace(bytes, at + 1, limit)
    }
    if (at >= limit || shapeOf(bytes[at]) !== opening) return null
    const end = scanValue(bytes, at, limit, window.isLast)
    if (end < 0) return null
    window.at = at
    this.row++
    return { start: at, end, key }
  }

  /** Returns null at the end. NDJSON lines that are not values are rejected. */
  async next(): Promise<JsonValue | null> {
    const { window, place, format } = this
    while (!this.isOver) {
      if (place === 'documents' && this.row > 0 && (await window.peek()) === 44) this.commas++
      const key = await toNextValue(window, place, this.row === 0, format === 'ndjson')
      if (key === undefined) {
        this.isOver = true
        break
      }
      const begin = shapeOf(window.bytes[window.at])
      this.opening ??= begin
      // Consecutive documents are alike. A string after an object is garbage, not a second row.
      if (place === 'documents' && format === 'json' && begin !== this.opening)
        throw broken(window, documentMessages.jsonError.moreText)
      this.row++
      const end = await window.valueEnd()
      if (end >= 0) return { start: window.at, end, key: key === null ? null : encoder.encode(key) }
      if (place !== 'documents' || format !== 'ndjson') throw brokenValue(window)
      await rejectLine(window, this.reporter, this.row, end)
    }
    return null
  }
}

const shapeOf = (byte: number | undefined) => (byte === 123 ? 'object' : byte === 91 ? 'array' : 'scalar')

/** Moves to the value of the next row. Returns its member's name, null if it has none, or undefined at the end. */
async function toNextValue(
  window: JsonWindow,
  place: Place,
  isFirst: boolean,
  areLines: boolean,
): Promise<string | null | undefined> {
  const byte = await window.peek()
  if (place === 'documents') {
    // Documents are separated by white space or a record separator (RFC 7464). Lines copied from an array end with
    // commas.
    if (byte === 30 || (byte === 44 && areLines && !isFirst)) {
      window.at++
      return (await window.peek()) < 0 ? undefined : null
    }
    return byte < 0 ? undefined : null
  }
  const closing = place === 'array' ? 93 : 125
  if (byte === closing) {
    window.at++
    return undefined
  }
  if (!isFirst) {
    if (byte !== 44)
      throw broken(window, byte < 0 ? documentMessages.jsonError.ends : documentMessages.jsonError.noComma)
    window.at++
    const after = await window.peek()
    if (after === closing) throw broken(window, documentMessages.jsonError.noValue)
  }
  if ((await window.peek()) < 0) throw broken(window, documentMessages.jsonError.ends)
  if (place === 'array') return null
  const key = await window.string()
  await window.expect(58, documentMessages.jsonError.noColon)
  await window.peek()
  return key
}

async function rejectLine(window: JsonWindow, reporter: Reporter, row: number, why: number): Promise<void> {
  let end = window.bytes.subarray(window.at, window.end).indexOf(10)
  while (end < 0 && !window.isLast) {
    await window.fill()
    end = window.bytes.subarray(window.at, window.end).indexOf(10)
  }
  const stop = end < 0 ? window.end : window.at + end + 1
  const value = new TextDecoder().decode(window.bytes.subarray(window.at, Math.min(stop, window.at + 400))).trimEnd()
  const message = why === Scan.tooDeep ? documentMessages.too_deep(depthMax) : documentMessages.invalid_json.line
  reporter.rejectRow({ code: why === Scan.tooDeep ? 'too_deep' : 'invalid_json', row, value, message })
  window.at = stop
}
