import { charsetEncoding } from '../text/charsets.ts'
import { bytesOf, type Constant, type ConstantScope, isAscii, type MomentPart } from './constant.ts'
import { callConstant } from './constant-functions.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { attempt, refuse } from './translated.ts'

/** More than anybody writes for one value, few enough to follow all their brackets. */
const tokensMax = 500

/** Null where a server would have to compute the value, or where the two might not agree. */
export function evaluate(tokens: readonly Token[], scope: ConstantScope): Constant | null {
  if (tokens.length > tokensMax) return null
  return attempt(() => valueOf(tokens, scope))
}

function valueOf(tokens: readonly Token[], scope: ConstantScope): Constant {
  const reader = new TokenReader(tokens)
  const value = new ConstantReader(reader, scope).sum()
  return reader.isDone ? value : refuse('something follows')
}

const moments: ReadonlyMap<string, MomentPart> = new Map([
  ...['NOW', 'CURRENT_TIMESTAMP', 'LOCALTIME', 'LOCALTIMESTAMP', 'SYSDATE'].map((word) => [word, 'moment'] as const),
  ...['CURDATE', 'CURRENT_DATE'].map((word) => [word, 'day'] as const),
  ...['CURTIME', 'CURRENT_TIME'].map((word) => [word, 'time'] as const),
])
/** Those that are no names without brackets. */
const needBrackets = ['NOW', 'SYSDATE', 'CURDATE', 'CURTIME']

const dated = {
  DATE: /^\d{4}-\d\d-\d\d$/,
  D: /^\d{4}-\d\d-\d\d$/,
  TIMESTAMP: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
  TS: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
} as const

const text = (written: string): Constant => ({ kind: 'text', text: written })
const number = (digits: bigint, scale = 0): Constant => ({ kind: 'number', digits, scale })

class ConstantReader {
  private readonly reader: TokenReader
  private readonly scope: ConstantScope

  constructor(reader: TokenReader, scope: ConstantScope) {
    this.reader = reader
    this.scope = scope
  }

  sum(): Constant {
    let left = this.product()
    for (;;) {
      const sign = this.reader.takeSymbol('+') ? 1n : this.reader.takeSymbol('-') ? -1n : null
      if (sign === null) return left
      left = added(left, this.product(), sign)
    }
  }

  private product(): Constant {
    let left = this.factor()
    while (this.reader.takeSymbol('*')) left = multiplied(left, this.factor())
    return left
  }

  private factor(): Constant {
    const { reader } = this
    if (reader.takeSymbol('-')) return multiplied(this.factor(), number(-1n))
    if (reader.takeSymbol('+')) return this.factor()
    const value = this.primary()
    while (reader.takeWords('COLLATE')) reader.takeName()
    return value
  }

  private primary(): Constant {
    const { reader } = this
    const token = reader.current
    if (isSymbol(token, '(')) return this.inside(reader.takeBrackets() ?? [])
    if (isSymbol(token, '{')) return this.escapeOfOdbc()
    if (token?.kind === 'string') return this.strings()
    if (token?.kind === 'word') return this.word(token)
    reader.at++
    if (token?.kind === 'hex' || token?.kind === 'bits') return { kind: 'digits', base: token.kind, digits: token.text }
    const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(token?.kind === 'number' ? token.text : '') ?? []
    return whole === undefined ? refuse('no literal') : number(BigInt(whole + fraction), fraction.length)
  }

  private inside(tokens: readonly Token[]): Constant {
    return valueOf(tokens, this.scope)
  }

  /** Strings side by side are one. */
  private strings(): Constant {
    let written = ''
    while (this.reader.current?.kind === 'string') written += this.reader.take()?.text
    const { scope } = this
    return scope.isBinary ? { kind: 'bytes', bytes: bytesOf(text(written), scope) } : text(written)
  }

  private word(token: Token): Constant {
    const { reader, scope } = this
    const word = token.text.toUpperCase()
    const next = reader.tokens[++reader.at]
    if (word.startsWith('@')) return scope.variables.get(word.toLowerCase()) ?? refuse('an unknown variable')
    if (word.startsWith('_')) return this.introduced(word.slice(1))
    if (word === 'NULL') return { kind: 'null' }
    if (word === 'TRUE' || word === 'FALSE') return number(word === 'TRUE' ? 1n : 0n)
    if ((word === 'DATE' || word === 'TIMESTAMP') && next?.kind === 'string') return this.dated(word)
    const of = moments.get(word)
    if (of !== undefined) {
      const digits = reader.takeBrackets()
      const isPlain = digits === null ? !needBrackets.includes(word) : digits.every(({ kind }) => kind === 'number')
      return isPlain ? { kind: 'moment', of } : refuse('not a moment')
    }
    return isSymbol(next, '(') ? this.call(word, reader.takeBrackets() ?? []) : refuse('a column')
  }

  /** `_latin1 'x'`: the bytes between the quotes, in that character set. */
  private introduced(charset: string): Constant {
    const token = this.reader.take()
    if (token?.kind === 'string' && this.reader.current?.kind === 'string') return refuse('strings of two kinds')
    if (token?.kind === 'string') return inCharset(bytesOf(text(token.text), this.scope), charset)
    const isDigits = token?.kind === 'hex' || token?.kind === 'bits'
    return isDigits
      ? inCharset(bytesOf({ kind: 'digits', base: token.kind, digits: token.text }, this.scope), charset)
      : refuse('no literal behind a character set')
  }

  private dated(word: keyof typeof dated): Constant {
    const written = this.reader.take()?.text ?? ''
    return dated[word].test(written) ? text(written) : refuse('a date that a server would rewrite')
  }

  /** `{d '2020-01-01'}`. */
  private escapeOfOdbc(): Constant {
    this.reader.at++
    const word = this.reader.take()?.text.toUpperCase()
    const value = word === 'D' || word === 'TS' ? this.dated(word) : refuse('another kind of literal')
    return this.reader.takeSymbol('}') ? value : refuse('no end')
  }

  private call(name: string, inBrackets: readonly Token[]): Constant {
    const { scope } = this
    const using = inBrackets.findIndex((token) => isWord(token, 'USING'))
    if (name === 'CONVERT' && using >= 0 && using === inBrackets.length - 2) {
      const value = this.inside(inBrackets.slice(0, using))
      return converted(value, inBrackets[using + 1]?.text ?? '', scope)
    }
    const as = inBrackets.findIndex((token) => isWord(token, 'AS'))
    if (name === 'CAST' && as >= 0) return cast(this.inside(inBrackets.slice(0, as)), inBrackets.slice(as + 1), scope)
    const values = splitAtCommas(inBrackets).map((part) => this.inside(part))
    if (values.some(({ kind }) => kind === 'moment')) return refuse('a moment that is computed with')
    return callConstant(name, values, (value) => bytesOf(value, scope))
  }
}

/** What 64 bits and MySQL's widest decimal hold. */
function fitting(digits: bigint, scale: number): Constant {
  const size = digits < 0n ? -digits : digits
  return size > (scale === 0 ? 2n ** 63n - 1n : 10n ** 38n) || scale > 30 ? refuse('too large') : number(digits, scale)
}

function added(left: Constant, right: Constant, sign: 1n | -1n): Constant {
  if (left.kind !== 'number' || right.kind !== 'number') return refuse('no number')
  const scale = Math.max(left.scale, right.scale)
  const scaled = (one: { readonly digits: bigint; readonly scale: number }): bigint =>
    one.digits * 10n ** BigInt(scale - one.scale)
  return fitting(scaled(left) + sign * scaled(right), scale)
}

function multiplied(left: Constant, right: Constant): Constant {
  if (left.kind !== 'number' || right.kind !== 'number') return refuse('no number')
  return fitting(left.digits * right.digits, left.scale + right.scale)
}

function inCharset(bytes: Uint8Array, charset: string): Constant {
  if (charset.toLowerCase() === 'binary') return { kind: 'bytes', bytes }
  const encoding = charsetEncoding(charset)
  if (encoding === null) return refuse('an unknown character set')
  try {
    const written = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'text', text: written, bytes }
  } catch {
    return refuse('bytes that are no text')
  }
}

/** `CONVERT(x USING utf8mb4)`. */
function converted(value: Constant, charset: string, scope: ConstantScope): Constant {
  if (value.kind === 'null') return value
  if (value.kind !== 'text') return inCharset(bytesOf(value, scope), charset)
  if (charset.toLowerCase() === 'binary') return { kind: 'bytes', bytes: bytesOf(value, scope) }
  const isKept = isAscii(value.text) || /^utf8(?:mb4)?$/i.test(charset)
  return isKept && charsetEncoding(charset) !== null ? value : refuse('characters that another set may not have')
}

function cast(value: Constant, type: readonly Token[], scope: ConstantScope): Constant {
  if (value.kind === 'null') return value
  const [word, more] = type
  if (isWord(word, 'CHAR') && more === undefined) {
    if (value.kind === 'text') return value
    return inCharset(bytesOf(value, scope), value.kind === 'number' || scope.isUtf8 ? 'utf8mb4' : refuse('bytes'))
  }
  if (isWord(word, 'BINARY') && more === undefined) return { kind: 'bytes', bytes: bytesOf(value, scope) }
  const written = value.kind === 'text' ? value.text : refuse('a cast of a number')
  if (isWord(word, 'DATE') && dated.DATE.test(written)) return text(written)
  if (isWord(word, 'DATETIME') && more === undefined && dated.TIMESTAMP.test(written) && !written.includes('.'))
    return text(written)
  const isWhole = isWord(word, 'SIGNED', 'UNSIGNED', 'INT', 'INTEGER') && /^\d{1,18}$/.test(written)
  return isWhole ? number(BigInt(written)) : refuse('another type')
}
