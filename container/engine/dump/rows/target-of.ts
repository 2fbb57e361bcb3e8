import type { PlannedColumn } from '../plan/plan-types.ts'
import type { Target } from './computed-values.ts'

/** Returns the kind of a column for a computed value. A year is extracted from a date. */
export function targetOf({ type: { kind }, source }: PlannedColumn): Target {
  if (kind === 'bytes') return 'bytes'
  const isDate = kind === 'date' || kind === 'timestamp' || kind === 'timestamptz'
  if (isDate || source.type === 'year') return 'date'
  if (kind === 'time' || kind === 'interval') return 'time'
  if (kind === 'integer' || source.type === 'bigint') return 'integer'
  return /^(?:decimal|float|boolean|bits)$/.test(kind) ? 'number' : 'text'
}
