import { quoted } from '../plan/quoted.ts'
import type { Constant, Moment } from './constant.ts'
import { momentSql } from './date-arithmetic.ts'
import { formatOf } from './date-functions.ts'
import { refuse } from './translated.ts'

const numbersOfMoment: ReadonlyMap<string, string> = new Map([
  ['YEAR', 'year'],
  ['MONTH', 'month'],
  ['DAY', 'day'],
  ['DAYOFMONTH', 'day'],
  ['QUARTER', 'quarter'],
  ['HOUR', 'hour'],
  ['MINUTE', 'minute'],
])
/** No part of a date has more characters than this for each of its format. */
const widestPart = 6

/** `YEAR(NOW())`, `DATE(NOW())`, `DATE_FORMAT(NOW(), '%Y-%m')`: PostgreSQL computes them when it loads the script. */
export function partOfMoment(name: string, from: Moment, [format, ...more]: readonly Constant[]): Constant {
  const isTime = from.of === 'moment' || from.of === 'day'
  if (!isTime || more.length > 0) return refuse('a part of such a time')
  const sql = momentSql(from)
  if (name === 'DATE' && format === undefined) return { kind: 'moment', of: 'day', sql: `(${sql})::date` }
  const unit = numbersOfMoment.get(name)
  if (unit !== undefined && format === undefined)
    return { kind: 'moment', of: 'part', sql: `extract(${unit} FROM ${sql})::bigint` }
  if (name !== 'DATE_FORMAT' || format?.kind !== 'text') return refuse('a function of such a time')
  const written = { sql: quoted(format.text), type: 'text', isImmutable: true } as const
  const longest = format.text.length * widestPart
  return { kind: 'moment', of: 'text', sql: `to_char(${sql}, ${formatOf(written)})`, longest }
}
