import type { Folding } from './foldings.ts'
import type { QualifiedName } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'
import { refuse } from '../expressions/translated.ts'

/** The part of a time that a value contains: a whole timestamp, only its date, only its time of day, or its seconds since 1970. */
export type TimeShape = 'timestamp' | 'day' | 'time' | 'seconds'

/** A number that is a part of a time, or a time as a string. */
type LoadTimeShape = TimeShape | 'part' | 'text'

/** A time that is known only when the script is loaded. `sql` is an expression that PostgreSQL computes from it. */
export interface LoadTime {
  readonly kind: 'load_time'
  readonly shape: LoadTimeShape
  readonly sql?: string
  /** The maximum number of characters of the text. */
  readonly longest?: number
}

/**
 * A value that needs no server, which MySQL computes from literals. `digits` are `0x41` and `b'1'`, which are both
 * numbers and bytes. A temporal text is a date or a time for the server, which stores its digits in a column of
 * numbers.
 */
export type Constant =
  | { readonly kind: 'null' }
  /**
   * A string, with its bytes if it has a separate character set. It is exact if its collation is case-sensitive. The
   * number of its label decides how an enum sorts. A document is the result of a function of JSON.
   */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly bytes?: Uint8Array
      readonly isExact?: boolean
      /** The way in which its collation compares, if it has one of its own. */
      readonly folding?: Folding
      readonly temporal?: 'date' | 'time'
      readonly label?: number
      readonly isDocument?: boolean
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'digits'; readonly base: 'hex' | 'bits'; readonly digits: string }
  /**
   * An exact number. `scale` is the number of digits after the point. A padded number of a ZEROFILL column has another
   * text. A server refuses to compute an integer below zero from one without a sign.
   */
  | {
      readonly kind: 'number'
      readonly digits: bigint
      readonly scale: number
      readonly isPadded?: boolean
      readonly isUnsigned?: boolean
      /** Whether the number is a year, which is compared with numbers of two digits. */
      readonly isYear?: boolean
    }
  /**
   * A floating-point number. Its column may show fewer digits than it has. `places` is the fixed number of digits after
   * the point of its column.
   */
  | { readonly kind: 'double'; readonly number: number; readonly isShortened?: boolean; readonly places?: number }
  /**
   * A value that statements copy to another column of this kind, but do not compute with. The empty string of an enum,
   * which marks an invalid label, needs a column with the same labels.
   */
  | {
      readonly kind: 'copied'
      readonly text: string
      readonly columnKind: string
      readonly labels?: readonly string[]
    }
  /** The time when the script is loaded. */
  | LoadTime

/** A sequence, which gives numbers one after another. */
export interface NumberSequence {
  /** The last number that it gave, or null before the first one. */
  readonly last: bigint | null
  /** Returns the next number, or null if the numbers are used up. */
  take(): bigint | null
  /** Sets the last number. Returns false if the numbers would go back. */
  moveTo(position: { readonly value: bigint; readonly isUsed: boolean; readonly round: bigint }): boolean
}

export interface ConstantScope {
  readonly variables: ReadonlyMap<string, Constant>
  /** Whether the dump's strings are UTF-8, so their bytes are known. */
  readonly isUtf8: boolean
  /** Whether the dump's strings are bytes in the character sets of their columns. */
  readonly isBinary: boolean
  /** Whether `||` joins strings. */
  readonly concatsPipes?: boolean
  /** The first number that the previous INSERT received, or null if it is unknown. */
  readonly lastInsertId?: bigint | null
  /** Sets that number. Null means that it is unknown. */
  readonly setLastInsertId?: (number: bigint | null) => void
  /** Sets a user variable. */
  readonly setVariable?: (name: string, value: Constant) => void
  /** Returns the value of NOW() and similar functions. Null means the time when the script is loaded. */
  readonly now?: ((part: TimeShape) => string) | null
  /** Returns the time zone that the dump has set, or the one that the script assumes. */
  readonly zone?: () => string
  /** Returns a column of the current row, or null if the row has no such column. */
  readonly column?: (qualifier: string | null, name: string) => Constant | null
  /** Computes an expression in each row of a group. Returns null if the rows have several values. */
  readonly inEachRow?: ((tokens: readonly Token[]) => Constant | null) | undefined
  /** Returns `VALUES(c)`, a value of the row that was not inserted. */
  readonly proposed?: (name: string) => Constant | null
  /** Returns a sequence of the dump, or null if its numbers are unknown. */
  readonly sequence?: (named: QualifiedName) => NumberSequence | null
  /** Computes an aggregate of the rows in the current group. Returns null for any other function. */
  readonly aggregate?: (name: string, tokens: readonly Token[]) => Constant | null
  /** Returns the rows of a query in parentheses, which may use the columns of this scope. */
  readonly rows?: (tokens: readonly Token[], scope: ConstantScope) => readonly (readonly Constant[])[]
}

export function numberText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return scale === 0 ? sign + padded : `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** Returns the text of a number without the zeros at the end of its fraction. */
export const shortNumberText = (digits: bigint, scale: number): string =>
  scale === 0 ? String(digits) : numberText(digits, scale).replace(/\.?0+$/, '')

/** Tests for a value of a JSON column. */
export const isDocumentOfColumn = (value: Constant): value is Constant & { readonly kind: 'copied' } =>
  value.kind === 'copied' && value.columnKind === 'json'

export const isAscii = (written: string): boolean => /^[\0-\x7f]*$/.test(written)

/** Returns the bytes that a function in MySQL receives. */
export function bytesOf(value: Constant, { isUtf8 }: ConstantScope): Uint8Array {
  switch (value.kind) {
    case 'bytes':
      return value.bytes
    case 'number':
      if (value.isPadded === true) return refuse('a padded number')
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
    case 'double':
    case 'copied':
    case 'load_time':
      return refuse('not bytes')
  }
}
