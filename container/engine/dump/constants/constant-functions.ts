import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { compare, truthOf, unpadded } from './comparing.ts'
import { chosenAmong } from './common-types.ts'
import { halfEven } from './constant-numbers.ts'
import { bitCalls } from './constant-bits.ts'
import { timeCalls } from './constant-times.ts'
import { type Constant, isDocumentOfColumn } from './constant.ts'
import { dateCalls } from './constant-dates.ts'
import { stringCalls, stringsTakeNull } from './constant-strings.ts'
import {
  asciiText,
  type Call,
  counted,
  exactNumber,
  lengthMax,
  number,
  only,
  padded,
  signed,
  text,
  textOf,
  type ToBytes,
  whole,
} from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

type Hash = (bytes: Uint8Array) => Uint8Array

const hashed =
  (hash: Hash): Call =>
  (values, toBytes) =>
    text(hexOf(hash(toBytes(only(values)))))

/** The hashes of `SHA2` by their length in bits. */
const sha2: ReadonlyMap<number, Hash> = new Map<number, Hash>([
  [0, sha256],
  [224, sha224],
  [256, sha256],
  [384, sha384],
  [512, sha512],
])

/** Concatenates values. A single value of bytes turns the result into bytes. */
const concat: Call = (values, toBytes) => {
  if (values.length === 0) return refuse('a join without a table')
  if (values.every(({ kind }) => kind === 'text' || kind === 'number')) return text(values.map(textOf).join(''))
  const isJoined = values.every(
    (value) => value.kind === 'bytes' || value.kind === 'digits' || asciiText(value) !== null,
  )
  return isJoined ? { kind: 'bytes', bytes: Uint8Array.from(values.flatMap((one) => [...toBytes(one)])) } : refuse('')
}

const upper: Call = (values) => text(asciiText(only(values)).toUpperCase())
const lower: Call = (values) => text(asciiText(only(values)).toLowerCase())

/** Returns MySQL's stored form of a password: a hash of the hash. */
const password: Call = (values, toBytes) => {
  const bytes = toBytes(only(values))
  return text(bytes.length === 0 ? '' : `*${hexOf(sha1(sha1(bytes))).toUpperCase()}`)
}

const repeat: Call = ([value, times, another]) => {
  const written = textOf(value)
  const count = whole(times)
  return another !== undefined || written.length * count > lengthMax ? refuse('too long') : text(written.repeat(count))
}

const textBefore =
  (take: (written: readonly string[], count: number) => readonly string[]): Call =>
  ([value, count, another]) =>
    another === undefined ? text(take(Array.from(textOf(value)), whole(count)).join('')) : refuse('too many values')

/** Rounds a number with a fraction to an integer towards `direction`. */
const towards =
  (direction: 1n | -1n): Call =>
  (values) => {
    const value = only(values)
    if (value.kind === 'double')
      return { kind: 'double', number: direction > 0n ? Math.ceil(value.number) : Math.floor(value.number) }
    const { digits, scale } = exactNumber(value)
    const unit = 10n ** BigInt(scale)
    const cut = digits / unit
    const isBetween = digits % unit !== 0n && digits > 0n === (direction === 1n)
    return { kind: 'number', digits: isBetween ? cut + direction : cut, scale: 0 }
  }

const round: Call = ([value, places, another]) => {
  if (value?.kind === 'double' && another === undefined) {
    const unit = 10 ** (places === undefined ? 0 : Math.min(whole(places), 22))
    return { kind: 'double', number: halfEven(value.number * unit) / unit }
  }
  const { digits, scale } = exactNumber(value)
  const kept = places === undefined ? 0 : signed(places)
  if (another !== undefined || Math.abs(kept) > 30) return refuse('other places')
  if (kept >= scale) return padded({ digits, scale }, kept)
  const unit = 10n ** BigInt(scale - kept)
  const half = digits < 0n ? -(unit / 2n) : unit / 2n
  const cut = (digits + half) / unit
  return kept < 0 ? number(cut * 10n ** BigInt(-kept)) : number(cut, kept)
}

/** Returns the first value of arguments of one kind, which needs no conversion. */
function first(values: readonly Constant[]): Constant {
  const known = values.filter(({ kind }) => kind !== 'null')
  const [chosen] = known
  if (chosen === undefined) return { kind: 'null' }
  const common = chosenAmong(chosen, known)
  if (common.kind === 'double') return common
  const kinds = new Set(known.map((value) => (isDocumentOfColumn(value) ? 'text' : value.kind)))
  return kinds.size > 1 ? refuse('values of two kinds') : common
}

const characters: Call = (values) => number(Array.from(textOf(only(values))).length)
const byteLength: Call = (values, toBytes) => number(toBytes(only(values)).length)

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

const calls: Readonly<Record<string, Call>> = {
  ...stringCalls,
  ...dateCalls,
  ...timeCalls,
  ...bitCalls,
  CONCAT: concat,
  UPPER: upper,
  UCASE: upper,
  LOWER: lower,
  LCASE: lower,
  REPEAT: repeat,
  LEFT: textBefore((written, count) => written.slice(0, count)),
  RIGHT: textBefore((written, count) => (count === 0 ? [] : written.slice(-count))),
  TRIM: (values) => text(textOf(only(values)).replaceAll(/^ +| +$/g, '')),
  LTRIM: (values) => text(textOf(only(values)).replace(/^ +/, '')),
  RTRIM: (values) => text(unpadded(textOf(only(values)))),
  REVERSE: (values) =>
    text(
      Array.from(textOf(only(values)))
        .toReversed()
        .join(''),
    ),
  REPLACE: ([value, from, to, another]) =>
    another === undefined && textOf(from) !== ''
      ? text(textOf(value).replaceAll(textOf(from), () => textOf(to)))
      : refuse(''),
  CHAR_LENGTH: characters,
  CHARACTER_LENGTH: characters,
  LENGTH: byteLength,
  OCTET_LENGTH: byteLength,
  ISNULL: (values) => number(only(values).kind === 'null' ? 1 : 0),
  ABS: (values) => {
    const value = only(values)
    if (value.kind === 'double') return { ...value, number: Math.abs(value.number) }
    const { digits, scale } = exactNumber(value)
    return { kind: 'number', digits: digits < 0n ? -digits : digits, scale }
  },
  CEIL: towards(1n),
  CEILING: towards(1n),
  FLOOR: towards(-1n),
  ROUND: round,
  COALESCE: first,
  IFNULL: first,
  NVL: first,
  IF: ([condition, whenTrue, otherwise]) =>
    condition === undefined || whenTrue === undefined || otherwise === undefined
      ? refuse('IF with too few arguments')
      : chosenAmong(truthOf(condition) === true ? whenTrue : otherwise, [whenTrue, otherwise]),
  NULLIF: ([one, other]) =>
    one === undefined || other === undefined
      ? refuse('NULLIF with too few arguments')
      : compare(one, other) === 0
        ? { kind: 'null' }
        : one,
  MD5: hashed(md5),
  SHA: hashed(sha1),
  SHA1: hashed(sha1),
  SHA2: counted(2, 2, ([value, bits], toBytes) => {
    const hash = sha2.get(whole(bits)) ?? refuse('another length')
    return text(hexOf(hash(toBytes(value as Constant))))
  }),
  PASSWORD: password,
  HEX: (values, toBytes) => {
    const value = only(values)
    if (value.kind !== 'number') return text(hexOf(toBytes(value)).toUpperCase())
    return value.scale === 0 && value.digits >= 0n
      ? text(value.digits.toString(16).toUpperCase())
      : refuse('a fraction')
  },
  UNHEX: (values) => {
    const digits = textOf(only(values))
    if (!/^(?:[\da-f]{2})*$/i.test(digits)) return refuse('not whole bytes')
    return { kind: 'bytes', bytes: Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) }
  },
  CHAR: (values) => {
    const bytes = values.map(whole)
    return bytes.every((byte) => byte < 256)
      ? { kind: 'bytes', bytes: Uint8Array.from(bytes) }
      : refuse('a value that is too wide')
  },
  FROM_BASE64: (values) => {
    const written = textOf(only(values)).replace(/\s/g, '')
    if (!base64.test(written)) return refuse('not base64')
    return { kind: 'bytes', bytes: Uint8Array.from(atob(written), (character) => character.charCodeAt(0)) }
  },
  TO_BASE64: (values, toBytes) => {
    const encoded = btoa(String.fromCharCode(...toBytes(only(values))))
    return text(encoded.match(/.{1,76}/g)?.join('\n') ?? '')
  },
}

/** Functions whose result for NULL is not computed here. The others outside of `takesNull` return NULL. */
const nullIsOther = new Set(['CHAR', 'PASSWORD'])
/** Functions with a result for NULL. */
const takesNull = new Set(['COALESCE', 'IFNULL', 'NVL', 'ISNULL', 'IF', 'NULLIF', ...stringsTakeNull])

/** Computes a function of MySQL from constants, if the result is certain. */
export function callConstant(name: string, values: readonly Constant[], toBytes: ToBytes): Constant {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (call === undefined) return refuse(`the function ${name}`)
  if (!takesNull.has(name) && values.some(({ kind }) => kind === 'null'))
    return nullIsOther.has(name) ? refuse('NULL as an argument') : { kind: 'null' }
  const length = values.reduce((sum, value) => sum + lengthOf(value), 0)
  return length > lengthMax ? refuse('too long') : call(values, toBytes)
}

function lengthOf(value: Constant): number {
  if (value.kind === 'text') return value.text.length
  return value.kind === 'bytes' ? value.bytes.length : value.kind === 'digits' ? value.digits.length : 0
}
