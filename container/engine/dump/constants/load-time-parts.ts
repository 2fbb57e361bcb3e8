import { quoted } from '../expressions/quoted.ts'
import type { Constant, LoadTime } from './constant.ts'
import { loadTimeSql } from './date-arithmetic.ts'
import { formatOf } from '../expressions/date-functions.ts'
import { refuse } from '../expressions/translated.ts'

const loadTimeNumbers: ReadonlyMap<string, string> = new Map([
  ['YEAR', 'year'],
  ['MONTH', 'month'],
  ['DAY', 'day'],
  ['DAYOFMONTH', 'day'],
  ['QUARTER', 'quarter'],
  ['HOUR', 'hour'],
  ['MINUTE', 'minute'],
])
/** The maximum number of characters that each character of a format produces. */
const widestPart = 6

/**
 * Translates parts of the time such as `YEAR(NOW())`, `DATE(NOW())` and `DATE_FORMAT(NOW(), '%Y-%m')`. PostgreSQL
 * computes them when it loads the script.
 */
export function partOfLoadTime(name: string, from: LoadTime, [format, ...more]: readonly Constant[]): Constant {
  const isTime = from.shape === 'timestamp' || from.shape === 'day'
  if (!isTime || more.length > 0) return refuse('a part of a computed time')
  const sql = loadTimeSql(from)
  if (name === 'DATE' && format === undefined) return { kind: 'load_time', shape: 'day', sql: `(${sql})::date` }
  const unit = loadTimeNumbers.get(name)
  if (unit !== undefined && format === undefined)
    return { kind: 'load_time', shape: 'part', sql: `extract(${unit} FROM ${sql})::bigint` }
  if (name !== 'DATE_FORMAT' || format?.kind !== 'text') return refuse('a function of a computed time')
  const written = { sql: quoted(format.text), type: 'text', isImmutable: true } as const
  const longest = format.text.length * widestPart
  return { kind: 'load_time', shape: 'text', sql: `to_char(${sql}, ${formatOf(written)})`, longest }
}
