import { dumpFolderMessages } from '../../catalog/dump-folders.ts'
import { EngineFailure } from '../../failure.ts'
import { GrowingBytes } from '../growing-bytes.ts'
import { quoted } from './dump-folder.ts'

export interface RowsFormat {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
  /** Columns that are written as text. The function `FROM_BASE64` or `UNHEX` turns them into bytes again. */
  readonly decoded: ReadonlyMap<string, string>
  readonly fieldEnd: string
  readonly lineEnd: string
  readonly escape: string
  readonly quote: string
}

const [openParenthesis, quote, backslash, capitalN] = [40, 39, 92, 78]
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
const between = { rows: ascii(',\n'), values: ascii(','), end: ascii(')'), null: ascii('NULL'), hex: ascii("x'") }
/** These letters mean the same after a backslash in LOAD DATA and in a string. */
const escapes = new Set(ascii("0bnrtZ\\'"))

/** Writes the rows of a file for LOAD DATA as one INSERT. */
export async function* delimitedRows(format: RowsFormat, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const rows = new DelimitedRows(format)
  for await (const chunk of chunks) {
    yield rows.take(chunk)
  }
  yield rows.end()
}

type Place = 'row' | 'field' | 'escape at start' | 'null' | 'text' | 'escape' | 'decoded'

class DelimitedRows {
  private readonly out = new GrowingBytes()
  private readonly head: Uint8Array
  private readonly table: string
  private readonly decoders: readonly (Decoder | null)[]
  private readonly fieldEnd: number
  private readonly lineEnd: number
  private readonly escape: number
  /** Bytes that need an escape. */
  private readonly special = new Uint8Array(256)
  private place: Place = 'row'
  private column = 0
  private rows = 0

  constructor({ schema, table, columns, decoded, ...format }: RowsFormat) {
    this.head = ascii(`INSERT INTO ${quoted(schema)}.${quoted(table)} (${columns.map(quoted).join(',')}) VALUES\n`)
    this.table = table
    this.decoders = columns.map((column) => decoderOf(decoded.get(column)))
    const ends = [format.fieldEnd, format.lineEnd, format.escape].map((one) =>
      one.length === 1 ? one.charCodeAt(0) : 256,
    )
    const [fieldEnd = 256, lineEnd = 256, escape = 256] = ends
    if (Math.max(fieldEnd, lineEnd, escape) > 127 || format.quote !== '') {
      throw new EngineFailure('unsupported_format', dumpFolderMessages.unsupported_format.rowFormat(table))
    }
    ;[this.fieldEnd, this.lineEnd, this.escape] = [fieldEnd, lineEnd, escape]
    for (const byte of [fieldEnd, lineEnd, escape, quote, backslash]) this.special[byte] = 1
  }

  /** Returns the SQL of a chunk, which is valid until the next call. */
  take(chunk: Uint8Array): Uint8Array {
    this.out.clear()
    for (let at = 0; at < chunk.length;) {
      at = this.place === 'text' ? this.plainText(chunk, at) : at
      if (at < chunk.length) this.byte(chunk[at++] as number)
    }
    return this.out.bytes.subarray(0, this.out.length)
  }

  end(): Uint8Array {
    if (this.place !== 'row') throw this.cut()
    return ascii(this.rows === 0 ? '' : ';\n')
  }

  private plainText(chunk: Uint8Array, from: number): number {
    const { special } = this
    let at = from
    while (at < chunk.length && special[chunk[at] as number] === 0) at++
    this.out.append(chunk, from, at)
    return at
  }

  private byte(byte: number): void {
    switch (this.place) {
      case 'row':
        this.out.append(this.rows++ === 0 ? this.head : between.rows)
        this.out.push(openParenthesis)
        this.column = 0
        return this.fieldStart(byte)
      case 'field':
        return this.fieldStart(byte)
      case 'escape at start':
        return this.afterFirstEscape(byte)
      case 'null':
        return this.afterNull(byte)
      case 'escape':
        return this.escaped(byte)
      case 'decoded':
        return this.decoded(byte)
      case 'text':
        return this.text(byte)
    }
  }

  private fieldStart(byte: number): void {
    if (byte === this.escape) {
      this.place = 'escape at start'
      return
    }
    this.begin()
    this.byte(byte)
  }

  private begin(): void {
    const decoder = this.decoders[this.column] ?? null
    if (decoder === null) this.out.push(quote)
    else this.out.append(between.hex)
    this.place = decoder === null ? 'text' : 'decoded'
  }

  /** A value that is only `\N` is NULL. */
  private afterFirstEscape(byte: number): void {
    if (byte === capitalN) {
      this.out.append(between.null)
      this.place = 'null'
      return
    }
    this.begin()
    if (this.place === 'text') this.escaped(byte)
  }

  private afterNull(byte: number): void {
    if (byte !== this.fieldEnd && byte !== this.lineEnd) throw this.cut()
    this.next(byte)
  }

  private escaped(byte: number): void {
    if (escapes.has(byte)) this.out.push(backslash)
    this.out.push(byte)
    this.place = 'text'
  }

  private text(byte: number): void {
    if (byte === this.fieldEnd || byte === this.lineEnd) {
      this.out.push(quote)
      this.next(byte)
    } else if (byte === this.escape) this.place = 'escape'
    else {
      if (byte === quote || byte === backslash) this.out.push(backslash)
      this.out.push(byte)
    }
  }

  private decoded(byte: number): void {
    if (byte === this.fieldEnd || byte === this.lineEnd) {
      if (this.decoders[this.column]?.end() === false) throw this.cut()
      this.out.push(quote)
      this.next(byte)
    } else if (byte !== this.escape && this.decoders[this.column]?.add(byte, this.out) === false) throw this.cut()
  }

  private next(byte: number): void {
    if (byte === this.fieldEnd) {
      this.column++
      this.out.append(between.values)
      this.place = 'field'
      return
    }
    this.out.append(between.end)
    this.place = 'row'
  }

  private cut(): EngineFailure {
    return new EngineFailure('corrupt_file', dumpFolderMessages.corrupt_file.rows(this.table))
  }
}

/** Writes the digits for the value of a field. Both methods return whether that is possible. */
interface Decoder {
  add(byte: number, out: GrowingBytes): boolean
  end(): boolean
}

function decoderOf(how: string | undefined): Decoder | null {
  if (how === undefined) return null
  if (how === 'FROM_BASE64') return new Base64()
  if (how === 'UNHEX') return new Hexadecimal()
  throw new EngineFailure('unsupported_format', dumpFolderMessages.unsupported_format.decoding(how))
}

const digits = ascii('0123456789abcdef')
const base64 = ascii('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const valueOf = new Int8Array(256).fill(-1)
for (const [value, byte] of base64.entries()) valueOf[byte] = value

const padding = 61

class Base64 implements Decoder {
  private bits = 0
  private count = 0
  private read = 0
  private padded = 0

  add(byte: number, out: GrowingBytes): boolean {
    // MySQL breaks base64 into lines.
    if (byte === 10) return true
    this.read++
    if (byte === padding) return ++this.padded <= 2
    const value = valueOf[byte] as number
    if (value < 0 || this.padded > 0) return false
    this.bits = ((this.bits << 6) | value) & 0xffff
    this.count += 6
    if (this.count < 8) return true
    this.count -= 8
    const whole = (this.bits >> this.count) & 255
    out.push(digits[whole >> 4] as number)
    out.push(digits[whole & 15] as number)
    return true
  }

  end(): boolean {
    const isWhole = this.read % 4 === 0
    this.bits = this.count = this.read = this.padded = 0
    return isWhole
  }
}

class Hexadecimal implements Decoder {
  private read = 0

  add(byte: number, out: GrowingBytes): boolean {
    const isDigit = (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102)
    if (isDigit) out.push(byte)
    this.read++
    return isDigit
  }

  end(): boolean {
    const isWhole = this.read % 2 === 0
    this.read = 0
    return isWhole
  }
}
