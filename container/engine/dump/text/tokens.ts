import { dumpMessages } from '../../catalog/dumps.ts'
import { isDigit, shortAscii } from '../../bytes/ascii.ts'
import { firstInvalid } from '../../bytes/utf8.ts'
import { EngineFailure } from '../../failure.ts'
import { leadBytes } from './charsets.ts'
import type { Repertoire } from './repertoires.ts'
import { type DumpServer, unknownServer } from './dump-server.ts'

/**
 * A token of MySQL's grammar. `name` was quoted as an identifier, and `word` was not. Symbols are one character each.
 */
export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'hex' | 'bits'
  readonly text: string
}

export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toUpperCase())

export const isSymbol = (token: Token | undefined, symbol: string): boolean =>
  token?.kind === 'symbol' && token.text === symbol

interface ScanState {
  readonly at: number
  readonly openVersioned: number
}

/**
 * Tests for the version of a server. None executes a comment for another one, such as 99999, or 999999 in MariaDB's
 * sandbox line. MySQL counts to 9.x.x and MariaDB from 10.x.x.
 */
const isVersion = (version: number): boolean => version < 95_000 || (version >= 100_000 && version <= 200_000)

/** The number of bytes after the window that loops over the memory may read. */
const homeSlack = 64

const isWordByte = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  const isLetter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
  if (isLetter || (byte >= 48 && byte <= 57) || byte === 95 || byte === 36 || byte >= 128) isWordByte[byte] = 1
}

/** Tests for `#`, or `--` with white space after it. */
const startsLineComment = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 35 || (bytes[at] === 45 && bytes[at + 1] === 45 && (bytes[at + 2] ?? 10) <= 32)

/** The character that each character means after a backslash. `\%` and `\_` keep their backslash. */
const escapes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
for (const [byte, value] of [
  [48, 0],
  [98, 8],
  [110, 10],
  [114, 13],
  [116, 9],
  [90, 26],
] as const)
  escapes[byte] = value

/**
 * The text of a dump, one window at a time, under the dump's settings. If the window ends inside a token, a scanner
 * returns "more". Its caller goes back to its mark, adds the next chunk and scans the token again. The window at least
 * doubles each time, so that long tokens are not scanned repeatedly.
 */
export class DumpText {
  /** The bytes of the window and nothing else. */
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  /** Whether the input ended before the delimiter of a statement. */
  isEndOfInput = false
  isWhole = false
  backslashEscapes = true
  ansiQuotes = false
  /** The index of the last token, or of the delimiter. */
  tokenAt = 0
  /** The index of the versioned comment around the current token. */
  versionedAt = 0
  /** Whether `||` joins strings. */
  concatsPipes = false
  /** Whether zero in a counter means the next number. The dump may set NO_AUTO_VALUE_ON_ZERO. */
  countsZero = true
  /** Whether fractions of seconds are rounded to the digits of their column instead of cut (TIME_ROUND_FRACTIONAL). */
  roundsFractions = false
  /** The time zone of TIMESTAMP values. It is empty until the dump sets it. */
  timeZone = ''
  /** The server that wrote the dump, as far as its first comments tell. */
  server: DumpServer = unknownServer
  charset = 'utf-8'
  /** Whether strings are in the character sets of their columns, as after `SET NAMES binary`. */
  isBinary = false
  /** The characters that the server reads in strings, or null if it reads all of them. */
  repertoire: Repertoire | null = null
  /** A table with a 1 for each byte that forms one character together with the next byte. */
  leads = leadBytes('utf-8')
  /** The window is valid UTF-8 up to this position, so the values before it need no separate check. */
  validUntil = 0
  /** Whether the window is validated as a whole. */
  validatesText = false
  private buffer: Uint8Array = new Uint8Array(0)
  private delimiter: Uint8Array = new Uint8Array([59])
  /** The number of versioned comments around the current position. */
  openVersioned = 0
  private decoder = new TextDecoder('utf-8')
  /** Memory that belongs to someone else, for windows that fit into it with some space after them. */
  private readonly home: Uint8Array | null

  constructor(home: Uint8Array | null = null) {
    this.home = home
  }

  /** Returns whether the window is in the memory that the caller provided. */
  get isAtHome(): boolean {
    return this.home !== null && this.bytes.buffer === this.home.buffer
  }

  /** Returns whether a character's second byte may look like another character. */
  get hasLeads(): boolean {
    return this.leads !== leadBytes('utf-8')
  }

  get endsStatementsWithSemicolon(): boolean {
    return this.delimiter.length === 1 && this.delimiter[0] === 59
  }

  /** Appends the chunks to the unread bytes. */
  extend(chunks: readonly Uint8Array[]): void {
    const rest = this.bytes.length - this.at
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, rest)
    const { home } = this
    const isForHome = home !== null && length + homeSlack <= home.length
    if (!isForHome && (length > this.buffer.length || this.buffer === home))
      this.take(new Uint8Array(length + (length >> 2)))
    else if (isForHome && this.buffer !== home) this.take(home)
    else this.buffer.copyWithin(0, this.at, this.bytes.length)
    let to = rest
    for (const chunk of chunks) {
      this.buffer.set(chunk, to)
      to += chunk.length
    }
    this.bytes = this.buffer.subarray(0, length)
    this.at = 0
    this.validUntil = this.validatesText && this.charset === 'utf-8' ? firstInvalid(this.bytes, 0) : 0
  }

  /** Replaces the buffer with one that begins with the unread bytes. */
  private take(buffer: Uint8Array): void {
    buffer.set(this.bytes.subarray(this.at))
    this.buffer = buffer
  }

  save(): ScanState {
    return { at: this.at, openVersioned: this.openVersioned }
  }

  reset({ at, openVersioned }: ScanState): void {
    this.at = at
    this.openVersioned = openVersioned
  }

  useCharset(label: string): void {
    if (label === this.charset) return
    this.charset = label
    this.leads = leadBytes(label)
    this.decoder = new TextDecoder(label)
    this.validUntil = this.validatesText && label === 'utf-8' ? firstInvalid(this.bytes, 0) : 0
  }

  useDelimiter(text: string): void {
    this.delimiter = new TextEncoder().encode(text)
  }

  decode(start: number, end: number): string {
    return shortAscii(this.bytes, start, end) ?? this.decoder.decode(this.bytes.subarray(start, end))
  }

  /**
   * Skips white space and comments, but not the content of comments that a server executes. Returns false if it needs
   * more text.
   */
  skipSpace(): boolean {
    for (;;) {
      const { bytes, at } = this
      const left = bytes.length - at
      if (left === 0) return this.isWhole
      const byte = bytes[at] as number
      if (byte <= 32) this.at++
      else if (left < 16 && !this.isWhole && (byte === 45 || byte === 47 || byte === 42)) return false
      else if (startsLineComment(bytes, at)) {
        if (!this.passLine()) return false
      } else if (byte === 47 && bytes[at + 1] === 42) {
        if (!this.enterOrPass()) return false
      } else if (byte === 42 && bytes[at + 1] === 47 && this.openVersioned > 0) {
        this.openVersioned--
        this.at += 2
      } else return true
    }
  }

  /** Skips to the start of a statement. There, the client treats two dashes as a comment, whatever follows them. */
  skipToStatement(): boolean {
    while (this.skipSpace()) {
      const { bytes, at } = this
      if (bytes[at] !== 45 || bytes[at + 1] !== 45) return true
      if (!this.passLine()) return false
    }
    return false
  }

  /** Reads the rest of the line. Returns null if it needs more text. */
  takeLine(): string | null {
    const { at } = this
    return this.passLine() ? this.decode(at, this.at) : null
  }

  private passLine(): boolean {
    const end = this.bytes.indexOf(10, this.at)
    if (end < 0 && !this.isWhole) return false
    this.at = end < 0 ? this.bytes.length : end + 1
    return true
  }

  private enterOrPass(): boolean {
    const { bytes, at } = this
    const bang = bytes[at + 2] === 77 ? at + 3 : at + 2
    if (bytes[bang] === 33) {
      let end = bang + 1
      let version = 0
      for (; (bytes[end] ?? 0) >= 48 && (bytes[end] ?? 0) <= 57; end++) version = version * 10 + (bytes[end] ?? 0) - 48
      if (isVersion(version)) {
        if (this.openVersioned++ === 0) this.versionedAt = at
        this.at = end
        return true
      }
    }
    for (let end = bytes.indexOf(42, at + 2); end >= 0; end = bytes.indexOf(42, end + 1)) {
      if (bytes[end + 1] !== 47) continue
      this.at = end + 2
      return true
    }
    if (this.isWhole) throw new EngineFailure('corrupt_file', dumpMessages.corrupt_file.openComment)
    return false
  }

  endsWithin(line: string): boolean {
    return line.includes(new TextDecoder().decode(this.delimiter))
  }

  /** Reads the delimiter of the statement if it comes next. */
  takeDelimiter(): boolean {
    if (!this.isDelimiter(this.at)) return false
    this.at += this.delimiter.length
    return true
  }

  private isDelimiter(at: number): boolean {
    for (const [offset, byte] of this.delimiter.entries()) if (this.bytes[at + offset] !== byte) return false
    return true
  }

  /**
   * Returns the index of the closing quote. `from` is the position after the opening one. Returns -1 if it needs more
   * text.
   */
  closingQuote(from: number, quote: number): number {
    const { bytes, leads } = this
    const isName = quote === 96 || (quote === 34 && this.ansiQuotes)
    const escape = this.backslashEscapes && !isName ? 92 : -1
    const last = bytes.length
    for (let at = from; at < last; at++) {
      const byte = bytes[at] as number
      if (byte === escape || leads[byte] === 1) at++
      else if (byte === quote) {
        if (at + 1 >= last) return this.isWhole ? at : -1
        if (bytes[at + 1] !== quote) return at
        at++
      }
    }
    return -1
  }

  /**
   * Returns the end of a word. With the delimiter `$$`, `END$$` is a word and a delimiter, because clients search for
   * it everywhere.
   */
  wordEnd(from: number): number {
    const { bytes } = this
    const stop = isWordByte[this.delimiter[0] as number] === 1 ? this.delimiter[0] : -1
    let at = from
    while (at < bytes.length && isWordByte[bytes[at] as number] === 1) {
      if (bytes[at] === stop && at > from && this.isDelimiter(at)) break
      at++
    }
    return at
  }

  /** Returns the next token, `end` at the end of the statement, or `more` at the end of the window. */
  token(): Token | 'more' | 'end' {
    if (!this.skipSpace()) return 'more'
    const { bytes, at } = this
    this.tokenAt = at
    if (at >= bytes.length) {
      this.isEndOfInput = true
      return 'end'
    }
    if (bytes.length - at < 16 && !this.isWhole) return 'more'
    if (this.takeDelimiter()) return 'end'
    const byte = bytes[at] as number
    if (byte === 39 || byte === 34 || byte === 96) return this.quoted(byte)
    if (byte === 64) return this.variable()
    if (byte === 92 && ((bytes[at + 1] as number) | 32) === 103) {
      // For the client, `\g` and `\G` end a statement.
      this.at += 2
      return 'end'
    }
    if (isDigit(byte) || (byte === 46 && isDigit(bytes[at + 1]))) return this.number()
    if (isWordByte[byte] === 1) return this.word()
    this.at++
    return { kind: 'symbol', text: String.fromCharCode(byte) }
  }

  private quoted(quote: number): Token | 'more' {
    const start = this.at + 1
    const end = this.closingQuote(start, quote)
    if (end < 0) return 'more'
    this.at = end + 1
    const isName = quote === 96 || (quote === 34 && this.ansiQuotes)
    if (isName) {
      const quoteText = String.fromCharCode(quote)
      return { kind: 'name', text: this.decode(start, end).replaceAll(quoteText + quoteText, quoteText) }
    }
    const out = new Uint8Array(end - start)
    const length = this.unescape(start, end, quote, out, 0)
    return { kind: 'string', text: this.decoder.decode(out.subarray(0, length)) }
  }

  private variable(): Token | 'more' {
    let end = this.at
    while (this.bytes[end] === 64) end++
    end = this.wordEnd(end)
    if (end >= this.bytes.length && !this.isWhole) return 'more'
    const text = this.decode(this.at, end)
    this.at = end
    return { kind: 'word', text }
  }

  private number(): Token | 'more' {
    const { bytes, at } = this
    let end = this.wordEnd(at)
    if (bytes[end] === 46 && /^\d*$/.test(this.decode(at, end))) end = this.wordEnd(end + 1)
    if (/e$/i.test(this.decode(at, end)) && (bytes[end] === 43 || bytes[end] === 45)) end = this.wordEnd(end + 1)
    if (end >= bytes.length && !this.isWhole) return 'more'
    const text = this.decode(at, end)
    this.at = end
    if (/^0x[0-9a-f]*$/i.test(text)) return { kind: 'hex', text: text.slice(2) }
    if (/^0b[01]+$/i.test(text)) return { kind: 'bits', text: text.slice(2) }
    return { kind: /^[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? 'number' : 'word', text }
  }

  private word(): Token | 'more' {
    const start = this.at
    const end = this.wordEnd(start)
    if (end + 1 >= this.bytes.length && !this.isWhole) return 'more'
    const text = this.decode(start, end)
    const next = this.bytes[end]
    if (next === 39 && /^[xbn]$/i.test(text)) {
      this.at = end
      const value = this.quoted(39)
      if (value === 'more') return value
      if (/^n$/i.test(text)) return value
      return { kind: /^x$/i.test(text) ? 'hex' : 'bits', text: value.text }
    }
    this.at = end
    return { kind: 'word', text }
  }

  /** Writes a string's value without its escapes. Returns its length. */
  unescape(start: number, end: number, quote: number, out: Uint8Array, to: number): number {
    const { bytes, leads, backslashEscapes } = this
    let length = to
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      if (byte === 92 && backslashEscapes && at + 1 < end) {
        const next = bytes[++at] as number
        if (next === 37 || next === 95) out[length++] = 92
        out[length++] = escapes[next] as number
      } else {
        out[length++] = byte
        if (byte === quote) at++
        else if (leads[byte] === 1 && at + 1 < end) out[length++] = bytes[++at] as number
      }
    }
    return length - to
  }
}

/** Compares names of tables, columns and keys, in which MySQL ignores case. */
export const isSameName = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase()
