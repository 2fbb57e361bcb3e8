import { type Constant, isAscii, isDocumentOfColumn, numberText } from './constant.ts'
import { refuse } from '../expressions/translated.ts'

export type ToBytes = (value: Constant) => Uint8Array
export type Call = (values: readonly Constant[], toBytes: ToBytes) => Constant

/** The maximum length of a string from a constant expression. Constants that people write are short. */
export const lengthMax = 1 << 16
export const text = (written: string): Constant => ({ kind: 'text', text: written })
/** Returns a date with or without time, or a time of day. */
export const temporal = (written: string): Constant => ({
  kind: 'text',
  text: written,
  temporal: /^-?\d+:/.test(written) ? 'time' : 'date',
})
export const number = (digits: bigint | number, scale = 0): Constant => ({
  kind: 'number',
  digits: BigInt(digits),
  scale,
})

/** Returns an integer without a sign, like every result of an operator on bits. */
export const unsigned = (digits: bigint): Constant => ({ kind: 'number', digits, scale: 0, isUnsigned: true })

/** Returns a document as an ordinary string. Other values stay as they are. */
export function asString(value: Constant): Constant {
  if (isDocumentOfColumn(value)) return { kind: 'text', text: value.text, isExact: true }
  if (value.kind !== 'text') return value
  const { isDocument: _, ...plain } = value
  return plain
}

export const textOf = (value: Constant | undefined): string =>
  value?.kind === 'text' && value.bytes === undefined
    ? value.text
    : value?.kind === 'number' && value.isPadded !== true
      ? numberText(value.digits, value.scale)
      : refuse('not a text')

export const asciiText = (value: Constant | undefined): string => {
  const written = textOf(value)
  return isAscii(written) ? written : refuse('letters beyond ASCII')
}

/** Returns an integer, which may be negative. */
export const signed = (value: Constant | undefined): number =>
  value?.kind === 'number' && value.scale === 0 && value.digits <= 2n ** 53n && value.digits >= -(2n ** 53n)
    ? Number(value.digits)
    : refuse('not a whole number')

export const whole = (value: Constant | undefined): number => {
  const found = signed(value)
  return found >= 0 && found <= lengthMax ? found : refuse('not a small whole number')
}

export const only = (values: readonly Constant[]): Constant =>
  values.length === 1 ? (values[0] as Constant) : refuse('not a single value')

export const exactNumber = (value: Constant | undefined): { readonly digits: bigint; readonly scale: number } =>
  value?.kind === 'number' ? value : refuse('not a number')

/**
 * Returns the number of a date, a time or a label, as a column of numbers stores it. A column of integers cuts fractions
 * of seconds. Other values stay as they are.
 */
export function numberStored(value: Constant, isInteger: boolean): Constant {
  if (value.kind !== 'text') return value
  if (value.label !== undefined) return number(value.label + 1)
  if (value.temporal === undefined) return value
  const [, sign = '', digits = '', fraction = ''] = /^(-?)([\d: -]*)(?:\.(\d+))?$/.exec(value.text) ?? []
  const places = isInteger ? '' : fraction
  return number(BigInt(`${sign}${digits.replaceAll(/\D/g, '')}${places}` || '0'), places.length)
}

/** Returns the time of day of a date, as a column of times stores it. Other values stay as they are. */
export const timeStored = (value: Constant): Constant =>
  value.kind === 'text' && value.temporal === 'date' ? text(value.text.slice(11) || '00:00:00') : value

/** Writes a decimal with more digits after its point. An integer has none. */
export const padded = (
  { digits, scale }: { readonly digits: bigint; readonly scale: number },
  places: number,
): Constant => (scale === 0 ? number(digits) : number(digits * 10n ** BigInt(places - scale), places))

/** Limits the number of arguments of a call. */
export const counted =
  (least: number, most: number, call: Call): Call =>
  (values, toBytes) =>
    values.length >= least && values.length <= most ? call(values, toBytes) : refuse('a wrong number of values')
