import type { Constant } from '../constants/constant.ts'
import { numberStored, timeStored } from '../constants/constant-values.ts'
import { isDate } from '../plan/column-plan.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'

/** The kind of column for a computed value. */
export type Target = 'text' | 'bytes' | 'integer' | 'number' | 'date' | 'time'

/** Returns the kind of a column for a computed value. A year is extracted from a date. */
export function targetOf({ type, source }: PlannedColumn): Target {
  const { kind } = type
  if (kind === 'bytes') return 'bytes'
  if (isDate(type) || source.type === 'year') return 'date'
  if (kind === 'time' || kind === 'interval') return 'time'
  if (kind === 'integer' || source.type === 'bigint') return 'integer'
  return /^(?:decimal|float|boolean|bits)$/.test(kind) ? 'number' : 'text'
}

/** Returns a value as a column of numbers or times stores it. Other columns store it as it is. */
export function storedForTarget(target: Target, value: Constant): Constant {
  if (target === 'time') return timeStored(value)
  return target === 'number' || target === 'integer' ? numberStored(value, target === 'integer') : value
}
