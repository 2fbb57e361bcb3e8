import { isNumber, made, refuse, type Translated } from './translated.ts'

/** PostgreSQL converts other types to text by STABLE functions, which generated columns reject. */
const isSteady = ({ type }: Translated): boolean => type === 'text' || type === 'integer' || type === 'number'

/** Converts a value to text. It refuses a value that the servers write differently. */
export function toText(value: Translated): Translated {
  if (value.type === 'text') return value
  if (value.isZerofill === true) return refuse('zeros before a number')
  if (value.type === 'boolean' && value.isBit !== true) return made(`(${value.sql})::int::text`, 'text', value)
  if (value.isBit === true || value.hasFraction === true) return refuse('bits, or a fraction with zeros')
  if (value.type === 'number') return made(`(${withScale(value)})::text`, 'text', value)
  if (/^(?:float|json|sealed)$/.test(value.type)) return refuse('a value that both write differently')
  if (value.type === 'other' && value.sql !== 'NULL') return refuse('bytes, bits or a set')
  // A timestamp with a zone would be written with its zone.
  const sql = value.type === 'timestamp' ? `(${value.sql})::timestamp` : `(${value.sql})`
  return { sql: `${sql}::text`, type: 'text', isImmutable: value.isImmutable && isSteady(value) }
}

/** Returns a number with every digit that MySQL writes. */
function withScale({ sql, digits }: Translated): string {
  if (digits === undefined) return refuse('a number with unknown digits')
  return digits.isStored === true ? sql : `round((${sql})::numeric, ${digits.scale})`
}

export const text = (value: Translated | undefined): Translated =>
  value === undefined ? refuse('too few arguments') : value.type === 'text' ? value : refuse('not a text')
export const number = (value: Translated | undefined): Translated =>
  value === undefined ? refuse('too few arguments') : isNumber(value) ? value : refuse('not a number')

/** Returns a string, but refuses one whose bytes in MySQL differ. */
export const bytes = (value: Translated | undefined): Translated =>
  value?.isRecoded === true ? refuse('bytes of another encoding') : text(value)
