import type { Dialect } from '../../../src/contract/spec.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { DecimalSize } from '../values/numbers.ts'
import type { DecimalBounds } from '../values/value-parser.ts'

/** The widest fixed-point type of each dialect; null: any number of digits. */
const widest: Readonly<Record<Dialect, { readonly precision: number; readonly scale: number } | null>> = {
  postgresql: null,
  sqlite: null,
  mysql: { precision: 65, scale: 30 },
  mariadb: { precision: 65, scale: 30 },
  sql_server: { precision: 38, scale: 38 },
  oracle: { precision: 38, scale: 38 },
}
/** https://www.postgresql.org/docs/current/datatype-numeric.html: before and after the point. */
const numericMax = { wholeDigits: 131_072, fractionDigits: 16_383, significantDigits: 131_072 + 16_383 }
const headRoomDigits = 6
/** SQLite keeps numbers as doubles: what has more digits is kept as text. */
const sqliteDigitsMax = 15

type Decimal = Extract<ColumnType, { kind: 'decimal' }>

/**
 * As tight as the data where all of it was seen; otherwise the dialect's free or widest precision, with the scale that was
 * seen and some room. null where the dialect has no type that holds what was seen: such a column stays text.
 */
export function decimalType(dialect: Dialect, seen: DecimalSize, isWholeFile: boolean): Decimal | null {
  const limit = widest[dialect]
  const tight = { kind: 'decimal', precision: Math.max(1, seen.whole + seen.fraction), scale: seen.fraction } as const
  if (dialect === 'postgresql' && (seen.whole > numericMax.wholeDigits || seen.fraction > numericMax.fractionDigits))
    return null
  if (limit !== null && (tight.precision > limit.precision || tight.scale > limit.scale)) return null
  if (isWholeFile) return tight
  if (limit === null) {
    if (dialect === 'sqlite' && seen.significant > sqliteDigitsMax)
      return { kind: 'decimal', precision: 1000, scale: seen.fraction }
    return { kind: 'decimal', precision: null, scale: seen.fraction }
  }
  const spare = limit.precision - tight.precision
  const roomForScale =
    seen.fraction === 0 ? 0 : Math.min(headRoomDigits, Math.floor(spare / 2), limit.scale - seen.fraction)
  return { kind: 'decimal', precision: limit.precision, scale: seen.fraction + roomForScale }
}

/** What the written type holds without rounding; null where it holds everything. */
export function decimalBounds(dialect: Dialect, type: Decimal): DecimalBounds | null {
  if (dialect === 'postgresql') return numericMax
  if (type.precision === null) {
    return { wholeDigits: sqliteDigitsMax, fractionDigits: sqliteDigitsMax, significantDigits: sqliteDigitsMax }
  }
  if (dialect === 'sqlite') return null
  return { wholeDigits: type.precision - type.scale, fractionDigits: type.scale, significantDigits: type.precision }
}
