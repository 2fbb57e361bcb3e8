import { asCompared, unpadded } from '../constants/comparing.ts'
import { foldingOf } from '../constants/foldings.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import type { DumpColumn } from '../schema/schema.ts'

/**
 * Returns the text of a value in a key. Values that are equal for the server have the same text. `isExact` means that
 * text differs by its case, which a later statement may change.
 */
export function keyText(text: string, { type, source }: PlannedColumn, isExact = source.isExactText): string {
  switch (type.kind) {
    case 'text':
    case 'enum':
      return asCompared(source.type === 'char' ? unpadded(text) : text, isExact, foldingOf(source))
    case 'integer':
      return numberKey(text, 0)
    case 'decimal':
      return numberKey(text, type.width)
    case 'float':
      return String((source.type === 'float' ? Math.fround(Number(text)) : Number(text)) + 0)
    case 'timestamp':
    case 'timestamptz':
      return withoutZeros(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00:00` : text.replace('T', ' '))
    case 'time':
    case 'interval':
      return withoutZeros(text)
    case 'uuid':
      return text.replaceAll('-', '').toLowerCase()
    case 'boolean':
    case 'bits':
    case 'bytes':
    case 'date':
    case 'inet':
    case 'json':
    case 'set':
    case 'spatial':
      return text
  }
}

/** Collations that compare letters of Europe as this code does. */
const isKnown =
  /^(?:utf8(?:mb[34])?_(?:general|unicode|unicode_520|uca1400_ai)_ci|utf8mb4_(?:uca1400|0900)_ai_ci|latin1_(?:swedish|german1|general|danish|spanish)_ci|cp1251_general_ci)$/i

/** In Turkish, I is not the capital letter of i. */
const isTurkish = /turkish|_tr_|latin5/i

/** Texts of ASCII and of letters of Europe, as single characters. */
const isWritten = /^[ -~\u00c0-\u017fА-яЁё]*$/

/**
 * Tests whether two texts with the same key are certainly equal. Collations that ignore case differ in what they make of
 * accents and of spaces at the end, so only those that are known compare such texts.
 */
export function areSurelySame(one: string, other: string, column?: DumpColumn, isExact = column?.isExactText): boolean {
  if (one === other) return true
  const name = column?.collation ?? column?.charset ?? ''
  if (column === undefined || isExact === true || isTurkish.test(name)) return false
  if (inLowerCase(one) === inLowerCase(other)) return true
  const collation = /^(?:latin1|cp1251)$/i.test(name) ? foldingOf(column) !== null : isKnown.test(name)
  return collation && isWritten.test(one) && isWritten.test(other)
}

const inLowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Removes the zeros at the end of the fraction of a second. */
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Makes `007`, `7` and `7.0` the same key. A number with too many decimal places is rounded. */
function numberKey(text: string, places: number): string {
  const parts = /^\+?(-?)0*(\d*)(?:\.(\d*))?$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  const isUp = (fraction[places] ?? '0') >= '5'
  const digits = BigInt(`${whole}${fraction.slice(0, places).padEnd(places, '0')}` || 0) + (isUp ? 1n : 0n)
  return digits === 0n ? '0' : `${sign}${digits}`
}
