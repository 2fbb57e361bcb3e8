import type { LoadTime } from '../constants/constant.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { timestampWords } from '../constants/call-forms.ts'
import { usesSequence } from '../constants/sequence-calls.ts'
import { isDate } from '../plan/column-plan.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Destination } from '../schema/replay.ts'
import type { InsertHead } from '../text/statements.ts'
import type { Resolver } from '../values/cell-value.ts'
import type { HeldTable } from '../server/held-table.ts'
import type { Numbered } from '../server/numbering.ts'
import type { RowWatch } from './reference-check.ts'
import type { RowRules } from './row-rules.ts'
import { isRetyped, keepsTime, keepsValue, losesSpaces, noteCut } from '../values/retyped.ts'
import { type Target, targetOf } from '../values/target-of.ts'
import type { Value } from '../values/value.ts'
import { hasImpliedDefault, impliedValue, resolvers } from '../values/values.ts'

/** The mapping from an INSERT's values to columns. */
export interface Route {
  readonly table: PlannedTable
  readonly columns: readonly PlannedColumn[]
  /** The columns without those that a later statement drops. */
  readonly written: readonly PlannedColumn[]
  readonly resolvers: readonly Resolver[]
  /**
   * The index of each column's value in a row, or -1 for a column without one, which is counted or has MySQL's default.
   */
  readonly sources: Int32Array
  /** The number of values in a row of this INSERT. */
  readonly width: number
  /** The index of a versioned row's end, or -1 if the table has no versions. */
  readonly rowEnd: number
  /** The defaults of unnamed columns when the INSERT ran, if they differ from the final ones. */
  readonly defaults: Destination['defaults']
  /** The columns that become nullable only later. */
  readonly required: Destination['required']
  /** The columns whose type at this point may store other values than the one at the end, or null if there are none. */
  readonly retyped: Destination['columnsThen'] | null
  readonly columnsThen: Destination['columnsThen']
  /** A name in the INSERT that no column has. */
  readonly unknown: string | undefined
  /** A required column that the INSERT omits. */
  readonly missing: PlannedColumn | undefined
  /** The numbering of its rows. It is null if no column is counted. */
  readonly numbered: Numbered | null
  /** The held rows of the table. It is null if rows are written immediately. */
  readonly held: HeldTable | null
  readonly onDuplicate: InsertHead['onDuplicate']
  /**
   * The watch that remembers the keys of the rows. It is null if no key matters, or if the rows are not written yet.
   */
  readonly watch: RowWatch | null
  /** The rules for which a server refuses rows. They are null if no row breaks them. */
  readonly rules: RowRules | null
}

/** Tests for a default that is a number of a sequence, which depends on the rows so far. */
const takesNumber = ({ source: { defaultTokens } }: PlannedColumn): boolean =>
  defaultTokens !== null && usesSequence(defaultTokens)

/** Tests for a default that is the time of loading. */
const takesTime = ({ source: { defaultTokens } }: PlannedColumn): boolean =>
  defaultTokens?.some(({ kind, text }) => kind === 'word' && timestampWords.has(text.toUpperCase())) === true

export const hasNoDefault = ({ defaultSql, isDefaultInRows }: PlannedColumn): boolean =>
  defaultSql === null && !isDefaultInRows

interface RouteChoices {
  /** Whether required columns without a value get zero. */
  readonly fillsIn: boolean
  /** Whether `dump.now` sets the time of loading, so that rows contain it. */
  readonly isTimeGiven: boolean
}

/** The end of a version that is still current: the last 32-bit or 64-bit timestamp in any time zone, or the last transaction. */
export const endless = /^(?:2038-01-(?:18|19|20) |2106-02-0[678] |18446744073709551615$)/

type RouteNow = Pick<Route, 'required' | 'columnsThen'>

/** Tests whether a column is NOT NULL at this point, even if it becomes nullable later. */
export function isNotNullNow({ source }: PlannedColumn, { required, columnsThen }: RouteNow): boolean {
  const then = columnsThen.get(source)
  return required.has(source) || (then?.notNull === true && !then.autoIncrement)
}

/** Tests whether a column is nullable at this point. A date with zeros is NULL in every column. */
export const isNullableNow = (column: PlannedColumn, route: RouteNow | null): boolean =>
  column.nullable && (route === null || !isNotNullNow(column, route) || impliedValue(column) === null)

/** Tests for a column that is NOT NULL at this point and remains so. */
export const refusesNull = ({ source }: PlannedColumn, route: Pick<Route, 'columnsThen'> | null): boolean =>
  source.notNull && route?.columnsThen.get(source)?.notNull === true

/** Tests whether a row has a value for each column that needs one. */
export function fitsRoute(
  count: number,
  route: Pick<Route, 'width' | 'unknown' | 'missing' | 'columnsThen'>,
  value: Value,
): boolean {
  const { width, unknown, missing } = route
  if (unknown !== undefined) return value.reject(dumpRowMessages.row_rejected.noColumn(unknown), true)
  if (count !== width) return value.reject(dumpRowMessages.row_rejected.width(count, width), true)
  if (missing === undefined) return true
  return value.reject(dumpRowMessages.row_rejected.noValue, value.isStrict && refusesNull(missing, route))
}

/** Tests for a date that needs a value at this point, although it becomes nullable because of zeros or of ALTER TABLE. */
export const isRequiredDate = (column: PlannedColumn, route: Pick<Route, 'required'> | null): boolean =>
  column.nullable && isDate(column.type) && route?.required.has(column.source) === true

/** Tests whether a column at this point stores a time of loading as the column at the end does. */
export function keepsTimeNow({ source }: PlannedColumn, route: Pick<Route, 'retyped'> | null, time: LoadTime): boolean {
  const then = route?.retyped?.get(source)
  return then === undefined || keepsTime(then, source, time)
}

/** Returns the kind of a column for a computed value. One whose type changes reads the text of the value. */
export const targetNow = (column: PlannedColumn, route: Pick<Route, 'retyped'> | null): Target =>
  route?.retyped?.has(column.source) === true ? 'text' : targetOf(column)

/** Returns the function that reads the cells of a column. */
export function resolverOf(column: PlannedColumn, retyped: Route['retyped']): Resolver {
  const resolver = resolvers[column.type.kind]
  const then = retyped?.get(column.source)
  if (then === undefined) return resolver
  const isTrimmed = losesSpaces(then, column.source)
  return (text, cells, at, planned, value) => {
    if (!keepsValue(then, column.source, [text, cells, at])) return value.reject(dumpRowMessages.row_rejected.retyped)
    // A value that only the later type refuses was in the table.
    if (!resolver(text, cells, at, planned, value)) return value.reject(value.problem)
    if (isTrimmed) trimSpaces(value)
    noteCut(column.source, value.changes)
    return true
  }
}

function trimSpaces(value: Value): void {
  while (value.end > value.start && value.bytes[value.end - 1] === 32) value.end--
}

export function routeOf(
  table: PlannedTable,
  { columns: named, unknown, lastColumn, defaults, required, columnsThen }: Destination,
  head: InsertHead,
  { fillsIn, isTimeGiven }: RouteChoices,
): Omit<Route, 'numbered' | 'held' | 'onDuplicate' | 'watch' | 'rules'> {
  const names = head.columns ?? named.map((column) => column?.name)
  const rowEnd = table.source.rowEnd?.toLowerCase()
  // Held rows end with the columns that statements before this one have dropped.
  const dropped = table.droppedColumns.filter(({ source }) => source.id > lastColumn || columnsThen.has(source))
  const written = [...table.columns.filter((column) => column.generatedSql === null), ...dropped]
  const isRequiredNow = (column: PlannedColumn): boolean => required.has(column.source) && impliedValue(column) !== null
  const isRequired = (column: PlannedColumn): boolean =>
    isRequiredNow(column) ||
    isRequiredDate(column, { required }) ||
    (!column.nullable && hasNoDefault(column) && !column.isIdentity && !takesNumber(column))
  const isFilledIn = (column: PlannedColumn): boolean =>
    (fillsIn || column.source.id > lastColumn || hasImpliedDefault(column)) &&
    isRequired(column) &&
    (impliedValue(column) !== null || isRequiredDate(column, { required }))
  const columns = written.filter(
    (column) =>
      table.isHeld ||
      named.includes(column.source) ||
      column.isCounted ||
      takesNumber(column) ||
      column.isDefaultInRows ||
      (isTimeGiven && takesTime(column)) ||
      defaults.has(column.source) ||
      isFilledIn(column),
  )
  // A row needs at least one column. If all have their defaults, the first one is written.
  if (columns.length === 0) columns.push(...written.slice(0, 1))
  const missing = written.find(
    (column) =>
      isRequired(column) &&
      !named.includes(column.source) &&
      !column.isCounted &&
      (required.has(column.source) || !defaults.has(column.source)) &&
      !isFilledIn(column),
  )
  const retyped = Array.from(columnsThen).filter(([last, column]) => isRetyped(column, last))
  const retypedColumns = retyped.length === 0 ? null : new Map(retyped)
  return {
    table,
    columns,
    written: columns.filter(({ index }) => index >= 0),
    resolvers: columns.map((column) => resolverOf(column, retypedColumns)),
    sources: Int32Array.from(columns, (column) => named.indexOf(column.source)),
    width: named.length,
    rowEnd: rowEnd === undefined ? -1 : names.findIndex((name) => name?.toLowerCase() === rowEnd),
    defaults,
    required,
    retyped: retypedColumns,
    columnsThen,
    unknown,
    missing,
  }
}
