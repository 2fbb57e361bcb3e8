/** The reason why a scan stopped inside a value. It is negative, unlike a position. */
export const Scan = { incomplete: -1, invalid: -2, tooDeep: -3 } as const

export const depthMax = 1000
const quote = 34
const backslash = 92

/**
 * For each level of the scanned value: 1 for an object, 0 for an array. It is shared, because one array per value would
 * create millions of them.
 */
const isObject = new Uint8Array(depthMax + 1)

/**
 * Scans one JSON value (strict RFC 8259) without recursion and without creating objects. Returns the end of the value.
 * `at` must be its first byte. `isLast` means that no more bytes follow, so a number may end with the text.
 */
// oxlint-disable-next-line complexity -- one state machine, and every byte of a JSON file passes it
export function scanValue(bytes: Uint8Array, at: number, end: number, isLast: boolean): number {
  const first = bytes[at] as number
  if (first !== 123 && first !== 91) return scanScalar(bytes, at, end, isLast)
  let depth = 0
  let expects: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'comma-or-end' = 'value'
  for (;;) {
    at = skipSpace(bytes, at, end)
    if (at >= end) return isLast ? Scan.invalid : Scan.incomplete
    const byte = bytes[at] as number
    if (expects === 'comma-or-end') {
      if (byte === 44) {
        expects = isObject[depth] === 1 ? 'key' : 'value'
        at++
        continue
      }
      if (byte !== (isObject[depth] === 1 ? 125 : 93)) return Scan.invalid
      at++
      if (--depth === 0) return at
      continue
    }
    if ((expects === 'key-or-end' && byte === 125) || (expects === 'value-or-end' && byte === 93)) {
      at++
      if (--depth === 0) return at
      expects = 'comma-or-end'
      continue
    }
    if (expects === 'key' || expects === 'key-or-end') {
      if (byte !== quote) return Scan.invalid
      at = scanString(bytes, at, end)
      if (at < 0) return isLast && at === Scan.incomplete ? Scan.invalid : at
      at = skipSpace(bytes, at, end)
      if (at >= end) return isLast ? Scan.invalid : Scan.incomplete
      if (bytes[at] !== 58) return Scan.invalid
      at++
      expects = 'value'
      continue
    }
    if (byte === 123 || byte === 91) {
      if (++depth > depthMax) return Scan.tooDeep
      isObject[depth] = byte === 123 ? 1 : 0
      expects = byte === 123 ? 'key-or-end' : 'value-or-end'
      at++
      continue
    }
    at = scanScalar(bytes, at, end, isLast)
    if (at < 0) return at
    expects = 'comma-or-end'
  }
}

/** The state of a value that is scanned in pieces: whether a string is open, and the nesting depth. */
export class Nesting {
  isOver = false
  private depth = 0
  private isString = false
  private isEscaped = false

  /** Returns the end of the value, or `end` if it continues after these bytes. */
  follow(bytes: Uint8Array, at: number, end: number): number {
    for (; at < end && !this.isOver; at++) {
      const byte = bytes[at] as number
      if (this.isEscaped) this.isEscaped = false
      else if (byte === quote) this.isString = !this.isString
      else if (this.isString) this.isEscaped = byte === backslash
      else if (byte === 123 || byte === 91) this.depth++
      else if (byte === 125 || byte === 93) this.depth--
      this.isOver = this.depth === 0 && !this.isString
    }
    return at
  }
}

export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const byte = bytes[at] as number
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) break
    at++
  }
  return at
}

function scanScalar(bytes: Uint8Array, at: number, end: number, isLast: boolean): number {
  const byte = bytes[at] as number
  if (byte === quote) {
    const to = scanString(bytes, at, end)
    return to === Scan.incomplete && isLast ? Scan.invalid : to
  }
  if (byte === 116) return scanWord(bytes, at, end, 'true', isLast)
  if (byte === 102) return scanWord(bytes, at, end, 'false', isLast)
  if (byte === 110) return scanWord(bytes, at, end, 'null', isLast)
  return scanNumber(bytes, at, end, isLast)
}

function scanWord(bytes: Uint8Array, at: number, end: number, word: string, isLast: boolean): number {
  for (let index = 0; index < word.length; index++) {
    if (at + index >= end) return isLast ? Scan.invalid : Scan.incomplete
    if (bytes[at + index] !== word.charCodeAt(index)) return Scan.invalid
  }
  return at + word.length
}

export function scanString(bytes: Uint8Array, at: number, end: number): number {
  for (let index = at + 1; index < end; index++) {
    const byte = bytes[index] as number
    if (byte === quote) return index + 1
    if (byte < 32) return Scan.invalid
    if (byte !== backslash) continue
    const escaped = bytes[++index]
    if (escaped === 117) {
      for (let digit = 1; digit <= 4; digit++) {
        if (index + digit >= end) return Scan.incomplete
        if (hexValue(bytes[index + digit] as number) < 0) return Scan.invalid
      }
      index += 4
    } else if (index < end && !isEscape(escaped as number)) return Scan.invalid
  }
  return Scan.incomplete
}

/** Tests for one of `" \ / b f n r t`. */
const isEscape = (byte: number): boolean =>
  byte === 34 ||
  byte === 92 ||
  byte === 47 ||
  byte === 98 ||
  byte === 102 ||
  byte === 110 ||
  byte === 114 ||
  byte === 116

export function hexValue(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

function scanNumber(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
  let at = start
  const digits = (): number => {
    const from = at
    while (at < end && (bytes[at] as number) >= 48 && (bytes[at] as number) <= 57) at++
    return at - from
  }
  const cut = (): number => (at >= end && !isLast ? Scan.incomplete : Scan.invalid)
  if (bytes[at] === 45) at++
  const first = bytes[at]
  const whole = digits()
  if (whole === 0) return cut()
  if (first === 48 && whole > 1) return Scan.invalid
  if (at < end && bytes[at] === 46) {
    at++
    if (digits() === 0) return cut()
  }
  if (at < end && ((bytes[at] as number) | 32) === 101) {
    at++
    if (bytes[at] === 43 || bytes[at] === 45) at++
    if (digits() === 0) return cut()
  }
  return at >= end && !isLast ? Scan.incomplete : at
}
