import { type FindColumn, translateExpression } from '../expressions/expressions.ts'
import { type DumpKey, findColumn, type KeyPart, isUniqueKey } from '../schema/schema.ts'
import type { Token } from '../text/tokens.ts'
import { columnNamed, columnValue } from './column-scope.ts'
import type { PlannedColumn, PlannedTable } from './plan-types.ts'

export type IndexedPart =
  | { readonly column: PlannedColumn; readonly part: KeyPart }
  | {
      readonly column: null
      readonly part: KeyPart
      readonly sql: string
      readonly bytes: number
      readonly isText: boolean
    }

export function partsOf(table: PlannedTable, key: DumpKey): IndexedPart[] | null {
  const found = key.parts.map((part): IndexedPart | null => {
    if (part.expression !== null) return expressionPart(table, part, part.expression)
    const source = part.column === null ? undefined : findColumn(table.source, part.column)
    const column = table.columns.find((planned) => planned.source === source)
    return source === undefined || column === undefined ? null : { column, part }
  })
  return found.every((part) => part !== null) ? found : null
}

function expressionPart(table: PlannedTable, part: KeyPart, tokens: readonly Token[]): IndexedPart | null {
  const named: PlannedColumn[] = []
  const find: FindColumn = (_qualifier, name) => {
    const column = columnNamed(table.columns, name)
    if (column === undefined) return null
    named.push(column)
    return columnValue(column)
  }
  const translated = translateExpression(tokens, { find, hasAggregates: false })
  if (translated?.isImmutable !== true) return null
  const { sql, type } = translated
  return { column: null, part, sql, bytes: textBytes(named), isText: type === 'text' }
}

/** Returns the maximum bytes of a string made from columns. A column of unlimited strings may make it too long. */
const textBytes = (columns: readonly PlannedColumn[]): number =>
  columns
    .filter(({ type }) => type.kind === 'text')
    .reduce((sum, { type }) => sum + 4 * (type.size === 0 ? entryBytesMax : type.size), 0)

/** Returns true if the prefix is shorter than the column. */
export const isCut = ({ column, part }: IndexedPart): boolean =>
  column !== null &&
  part.prefix !== null &&
  !(column.type.kind === 'text' && column.type.size > 0 && part.prefix >= column.type.size)

/** Returns the columns of a constraint. They must be whole and ascending. */
export function wholeColumns(
  parts: readonly IndexedPart[],
  direction: 'ascending' | 'any direction' = 'ascending',
): PlannedColumn[] | null {
  const columns = parts.flatMap((indexed) => {
    if (indexed.column === null || isCut(indexed)) return []
    return direction === 'ascending' && indexed.part.descending ? [] : [indexed.column]
  })
  return columns.length === parts.length ? columns : null
}

/** The maximum bytes of an index entry that PostgreSQL always accepts. MySQL accepts 3,072. */
export const entryBytesMax = 2600

/** The maximum bytes of a key part that is neither text nor bytes. */
const plainPartBytes = 64

/** Tests the longest possible entry, because the result must not depend on the rows. */
export const areTooLong = (parts: readonly IndexedPart[]): boolean =>
  parts.reduce((sum, part) => sum + bytesMax(part), 0) > entryBytesMax

export function bytesMax(indexed: IndexedPart): number {
  const { column, part } = indexed
  if (column === null) return indexed.isText ? Math.max(indexed.bytes, plainPartBytes) : plainPartBytes
  const { kind, size } = column.type
  if (kind === 'bytes') return part.prefix ?? column.source.sizes[0] ?? entryBytesMax + 1
  if (kind === 'set' || kind === 'spatial') return entryBytesMax + 1
  return kind === 'text' ? 4 * (part.prefix ?? (size === 0 ? entryBytesMax : size)) : plainPartBytes
}

export const isLongPart = (indexed: IndexedPart): boolean => bytesMax(indexed) > plainPartBytes

/**
 * Tests whether the primary key and every unique key contain these columns unchanged. PostgreSQL requires it for a
 * partitioned table.
 */
export const wholeInUniqueKeys = (table: PlannedTable, columns: readonly PlannedColumn[]): boolean =>
  table.source.keys.filter(isUniqueKey).every((key) => {
    const parts = partsOf(table, key)
    if (parts === null || parts.some(({ column }) => column?.type.kind === 'json')) return true
    const isHashed = key.kind === 'unique' && areTooLong(parts)
    const whole = parts.filter((part) => !isCut(part) && !(isHashed && isLongPart(part)))
    return columns.every((column) => whole.some((part) => part.column === column))
  })
