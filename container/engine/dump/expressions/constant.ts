import type { Token } from '../text/tokens.ts'
import { refuse } from './translated.ts'

/** A whole timestamp, only its date or its time of day, or its seconds since 1970. */
export type TimeShape = 'timestamp' | 'day' | 'time' | 'seconds'

/** A number that is a part of a time, or a time as a text. */
type LoadTimeShape = TimeShape | 'part' | 'text'

/** A time that is known when the script is loaded; with `sql` one that PostgreSQL computes from it then. */
export interface LoadTime {
  readonly kind: 'load_time'
  readonly shape: LoadTimeShape
  readonly sql?: string
  /** The most characters that the text has. */
  readonly longest?: number
}

/**
 * A value that needs no server: what MySQL makes of literals. `digits` are `0x41` and `b'1'`, numbers and bytes alike. A
 * temporal text is a date or a time to the server, which stores its digits in a column of numbers.
 */
export type Constant =
  | { readonly kind: 'null' }
  /** A text, with its bytes if it has a character set of its own. It is exact if its collation is case-sensitive. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly bytes?: Uint8Array
      readonly isExact?: boolean
      readonly temporal?: 'date' | 'time'
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'digits'; readonly base: 'hex' | 'bits'; readonly digits: string }
  /** Exact: so many of the digits stand after the point. */
  | { readonly kind: 'number'; readonly digits: bigint; readonly scale: number }
  /** When the script is loaded. */
  | LoadTime

export interface ConstantScope {
  readonly variables: ReadonlyMap<string, Constant>
  /** Texts of the dump are in UTF-8: then their bytes are known. */
  readonly isUtf8: boolean
  /** Texts of the dump are bytes yet: in what their columns are in. */
  readonly isBinary: boolean
  /** The first number that the INSERT before this statement was given; null if nobody can tell. */
  readonly lastInsertId?: bigint | null
  /** The value of NOW() and similar functions; null for the time of the load. */
  readonly now?: ((part: TimeShape) => string) | null
  /** The time zone that the dump has set, or the one that the script assumes. */
  readonly zone?: () => string
  /** A column of the row that the expression is computed for; null if the row has no such column. */
  readonly column?: (qualifier: string | null, name: string) => Constant | null
  /** `VALUES(c)`: what the row that was not inserted brought. */
  readonly brought?: (name: string) => Constant | null
  /** A query in brackets that has one value. */
  readonly query?: (tokens: readonly Token[]) => Constant
}

export function numberText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return scale === 0 ? sign + padded : `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

export const isAscii = (written: string): boolean => /^[\0-\x7f]*$/.test(written)

/** The bytes that a function of MySQL's is given. */
export function bytesOf(value: Constant, { isUtf8 }: ConstantScope): Uint8Array {
  switch (value.kind) {
    case 'bytes':
      return value.bytes
    case 'number':
      return new TextEncoder().encode(numberText(value.digits, value.scale))
    case 'digits': {
      const hex = value.base === 'hex' ? value.digits : BigInt(`0b${value.digits || '0'}`).toString(16)
      const width = value.base === 'hex' ? hex.length + (hex.length % 2) : Math.ceil(value.digits.length / 8) * 2
      return Uint8Array.from(hex.padStart(width, '0').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    }
    case 'text':
      if (value.bytes !== undefined) return value.bytes
      return isAscii(value.text) || (isUtf8 && !value.text.includes('\ufffd'))
        ? new TextEncoder().encode(value.text)
        : refuse('a text of unknown bytes')
    case 'null':
    case 'load_time':
      return refuse('not bytes')
  }
}
