import type { PlannedColumn } from '../plan/plan-types.ts'
import { quoteName } from '../expressions/quoted-names.ts'

/** The SQL that turns a value into the same string in both databases. */
export interface Comparable {
  readonly mysql: string
  readonly postgresql: string
  /** The value as an exact number, for columns that can be summed. */
  readonly sum?: { readonly mysql: string; readonly postgresql: string }
}

export const tick = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** The number of decimal places with which floats are compared. */
const floatPlaces = 30
/** The limit for the other digits that fit into a decimal of MySQL. */
const floatLimit = '1e35'

/**
 * Returns how to compare the values of a column, or null if the two databases have no common string for such values. In
 * that case, only their number is compared.
 */
export function comparable(column: PlannedColumn): Comparable | null {
  const { source, type } = column
  const [m, p] = [tick(source.name), quoteName(column.name)]
  switch (type.kind) {
    case 'integer':
      return number(`(${m} + 0)`, p)
    case 'decimal':
      return number(source.type === 'decimal' ? `(${m} + 0)` : decimal(m, type.size + type.width, type.width), p)
    case 'float':
      return float(m, p, type.width)
    case 'boolean':
      return { mysql: `CAST(${m} + 0 AS CHAR)`, postgresql: `${p}::integer::text` }
    case 'bits':
      return { mysql: `LPAD(BIN(${m}), ${type.size}, '0')`, postgresql: `${p}::text` }
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return timestamp(column, m, p)
    case 'time':
    case 'interval':
      return {
        mysql: `CAST(IF(${m} < '00:00:00', -1, 1) * ((HOUR(${m}) * 3600 + MINUTE(${m}) * 60 + SECOND(${m})) * 1000000 + MICROSECOND(${m})) AS CHAR)`,
        postgresql: `round(extract(epoch FROM ${p})::numeric * 1000000)::bigint::text`,
      }
    case 'bytes':
      return { mysql: m, postgresql: p }
    case 'set':
      return { mysql: text(m), postgresql: `array_to_string(${p}, ',')` }
    case 'enum':
      return { mysql: source.labels.includes('') ? text(m) : `NULLIF(${text(m)}, '')`, postgresql: `${p}::text` }
    case 'json':
      return type.sqlType === 'json' ? { mysql: text(m), postgresql: `${p}::text` } : null
    case 'text':
      return { mysql: text(m), postgresql: `${p}::text` }
    case 'uuid':
      return {
        mysql: source.type === 'binary' ? `LOWER(HEX(${m}))` : `LOWER(REPLACE(CAST(${m} AS CHAR), '-', ''))`,
        postgresql: `replace(${p}::text, '-', '')`,
      }
    case 'inet':
      return source.type === 'inet4' ? { mysql: `CAST(${m} AS CHAR)`, postgresql: `host(${p})` } : null
    case 'spatial':
      return null
  }
}

const number = (m: string, p: string): Comparable => ({
  mysql: `CAST(${m} AS CHAR)`,
  postgresql: `${p}::text`,
  sum: { mysql: m, postgresql: p },
})

const decimal = (value: string, precision: number, scale: number): string =>
  `CAST(CAST(${value} AS CHAR) AS DECIMAL(${precision},${scale}))`

/** Compares a float. MySQL displays six digits of a `float`, which is all that a dump contains. */
function float(m: string, p: string, bits: number): Comparable {
  const shown = bits === 32 ? `to_char(${p}, '9.99999EEEE')` : `${p}::text`
  return {
    mysql: `IF(ABS(${m}) < ${floatLimit}, CAST(${decimal(m, 65, floatPlaces)} + 0 AS CHAR), NULL)`,
    postgresql: `CASE WHEN abs(${p}) < ${floatLimit} THEN round((${shown})::numeric, ${floatPlaces})::text END`,
  }
}

/** Removes the character 0, which PostgreSQL does not have. */
const text = (m: string): string => `REPLACE(CONVERT(${m} USING utf8mb4), CHAR(0 USING utf8mb4), '')`

/** Compares timestamps in UTC. Dates that PostgreSQL does not support are NULL there. */
function timestamp({ source, type }: PlannedColumn, m: string, p: string): Comparable {
  const isUnknown = `YEAR(${m}) = 0 OR MONTH(${m}) = 0 OR DAY(${m}) = 0 OR DAY(${m}) > DAY(LAST_DAY(DATE_FORMAT(${m}, '%Y-%m-01')))`
  const [format, pattern] =
    type.kind === 'date' ? ['%Y-%m-%d', 'YYYY-MM-DD'] : ['%Y-%m-%d %H:%i:%s.%f', 'YYYY-MM-DD HH24:MI:SS.US']
  const inZone = source.type === 'timestamp' ? `${p} AT TIME ZONE 'UTC'` : p
  return {
    mysql: `IF(${isUnknown}, NULL, DATE_FORMAT(${m}, '${format}'))`,
    postgresql: `to_char(${inZone}, '${pattern}')`,
  }
}
