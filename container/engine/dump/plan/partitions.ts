import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { Namer } from '../../inference/names.ts'
import { wholeInUniqueKeys } from './key-parts.ts'
import {
  boundOf,
  constantOf,
  type DateFunction,
  isDateFunction,
  literalIn,
  PartitionRefusal,
  refusePartitions,
} from './partition-bounds.ts'
import type { PlannedColumn, PlannedPartition, PlannedPartitions, PlannedTable } from './plan-types.ts'
import { quoteName } from '../expressions/quoted-names.ts'
import type { DumpPartition, DumpPartitioning, PartitionMethod } from '../schema/partitioning.ts'
import { type DumpSchema, findColumn } from '../schema/schema.ts'
import { splitAtCommas } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

const reasons = dumpMessages.partitions_dropped

interface PartitionRequest {
  /** The table with its columns. */
  readonly table: PlannedTable
  readonly schema: DumpSchema
  /** The time zone of the dump. */
  readonly zone: string
  readonly nameIn: Namer
}

/** Adds the partitions to a table that has some, if the spec enables them. */
export function withPartitions(request: PartitionRequest): PlannedTable {
  const { table } = request
  const { partitioning } = table.source
  return partitioning === null ? table : { ...table, partitions: planPartitions(request, partitioning) }
}

/**
 * Translates the partitions of a table to PostgreSQL. Returns a reason if a row could end up in another partition, or
 * in none.
 */
function planPartitions(request: PartitionRequest, partitioning: DumpPartitioning): PlannedPartitions | Message {
  try {
    const planned = divisionOf(request, partitioning)
    refuseOtherwise(request, planned.columns)
    return named(planned, request)
  } catch (error) {
    if (error instanceof PartitionRefusal) return error.reason
    throw error
  }
}

/** Partitions by their names in the dump. */
interface Divided extends PlannedPartitions {
  readonly columns: readonly PlannedColumn[]
}

function divisionOf({ table, zone }: PartitionRequest, partitioning: DumpPartitioning): Divided {
  const { method, submethod, partitions, isChanged } = partitioning
  if (isChanged) return refusePartitions(reasons.changed)
  const whole = dividedBy(table, method, partitions, zone)
  if (submethod === null) return whole
  const columns = [...whole.columns]
  const withSubpartitions = whole.partitions.map((partition, at): PlannedPartition => {
    const names = partitions[at]?.subpartitions ?? []
    const listed = names.map((name) => ({ name, values: null, subpartitions: [] }))
    const sub = dividedByHash(table, { ...submethod, count: submethod.count ?? names.length }, listed, partition.name)
    columns.push(...sub.columns)
    return { ...partition, divided: sub }
  })
  return { ...whole, columns, partitions: withSubpartitions }
}

function dividedBy(
  table: PlannedTable,
  method: PartitionMethod,
  partitions: readonly DumpPartition[],
  zone: string,
): Divided {
  switch (method.kind) {
    case 'range':
      return dividedByRange(table, method, partitions, zone)
    case 'list':
      return dividedByList(table, method, partitions, zone)
    case 'hash':
    case 'key':
      return dividedByHash(table, method, partitions, '')
    case 'other':
      return refusePartitions(reasons.method)
  }
}

const namesOf = (columns: readonly PlannedColumn[]): string => columns.map(({ name }) => quoteName(name)).join(', ')

function dividedByRange(
  table: PlannedTable,
  { expression }: PartitionMethod,
  partitions: readonly DumpPartition[],
  zone: string,
): Divided {
  const { columns, dateFunction } = rangeColumns(table, expression)
  const bounds = partitions.map(({ values }) => {
    const parts = splitAtCommas(values ?? [])
    if (parts.length !== columns.length) return refusePartitions(reasons.bound)
    return columns.map((column, at) => rangeBound(column, dateFunction, parts[at] ?? [], zone))
  })
  if (bounds.length === 0) return refusePartitions(reasons.bound)
  const takesNulls = columns.some(({ nullable }) => nullable)
  if (takesNulls && columns.length > 1) return refusePartitions(reasons.nulls)
  return {
    by: `RANGE (${namesOf(columns)})`,
    columns,
    partitions: partitions.map(({ name }, at) => {
      const to = filledUp(bounds[at] ?? [])
      const from = at === 0 ? columns.map(() => 'MINVALUE') : filledUp(bounds[at - 1] ?? [])
      return at === 0 && takesNulls
        ? { name, divided: null, ...lowest(columns, to, bounds.at(-1)?.[0] === 'MAXVALUE') }
        : { name, divided: null, check: null, values: `FOR VALUES FROM (${from.join(', ')}) TO (${to.join(', ')})` }
    }),
  }
}

function rangeBound(
  column: PlannedColumn,
  dateFunction: DateFunction | null,
  tokens: readonly Token[],
  zone: string,
): string {
  if (column.type.kind === 'text') return refusePartitions(reasons.text)
  return boundOf(column, dateFunction, tokens, zone)
}

/** Fills a bound after MAXVALUE. PostgreSQL requires the further values, although they do not count. */
function filledUp(bound: readonly string[]): string[] {
  const at = bound.indexOf('MAXVALUE')
  return bound.map((value, index) => (at >= 0 && index > at ? 'MAXVALUE' : value))
}

/**
 * Returns the bound of the lowest partition. NULL is below every value in MySQL and in no range in PostgreSQL, so the
 * lowest partition also accepts what no other accepts.
 */
function lowest(
  columns: readonly PlannedColumn[],
  [to = '']: readonly string[],
  isEndless: boolean,
): Pick<PlannedPartition, 'values' | 'check'> {
  return { values: 'DEFAULT', check: isEndless ? null : `${namesOf(columns)} < ${to}` }
}

function rangeColumns(
  table: PlannedTable,
  expression: readonly Token[],
): { readonly columns: readonly PlannedColumn[]; readonly dateFunction: DateFunction | null } {
  const [word, parenthesis, name, end] = expression
  const called = word?.text.toUpperCase() ?? ''
  const isCall = expression.length === 4 && isSymbol(parenthesis, '(') && isSymbol(end, ')') && word?.kind === 'word'
  if (isCall && isDateFunction(called) && name !== undefined)
    return { columns: [columnNamed(table, [name])], dateFunction: called }
  return { columns: splitAtCommas(expression).map((part) => columnNamed(table, part)), dateFunction: null }
}

/** Returns a column that is given by its name only. In PostgreSQL, a partition expression excludes a primary key. */
function columnNamed(table: PlannedTable, tokens: readonly Token[]): PlannedColumn {
  const [name, ...more] = tokens
  if (name === undefined || more.length > 0) return refusePartitions(reasons.expression)
  const source = findColumn(table.source, name.text)
  const column = table.columns.find((planned) => planned.source === source)
  return source === undefined || column === undefined ? refusePartitions(reasons.expression) : column
}

function dividedByList(
  table: PlannedTable,
  { expression }: PartitionMethod,
  partitions: readonly DumpPartition[],
  zone: string,
): Divided {
  const column = columnNamed(table, expression)
  let takesNull = false
  const divisions = partitions.map(({ name, values }): PlannedPartition => {
    const parts = splitAtCommas(values ?? [])
    const isDefault = parts.length === 1 && isWord(parts[0]?.[0], 'DEFAULT')
    if (parts.length === 0) return refusePartitions(reasons.bound)
    const written = parts.map((part) => (isDefault ? '' : listValue(column, part, zone)))
    takesNull ||= isDefault || written.includes('NULL')
    return { name, divided: null, check: null, values: isDefault ? 'DEFAULT' : `FOR VALUES IN (${written.join(', ')})` }
  })
  // A zero date becomes NULL.
  const mayBecomeNull = column.nullable && /^(?:date|timestamp)$/.test(column.type.kind)
  if (mayBecomeNull && !takesNull) return refusePartitions(reasons.nulls)
  return { by: `LIST (${quoteName(column.name)})`, columns: [column], partitions: divisions }
}

function listValue(column: PlannedColumn, tokens: readonly Token[], zone: string): string {
  const value = constantOf(tokens, zone)
  return value.kind === 'null' ? 'NULL' : literalIn(column, value)
}

/** `prefix` is the name of the partition that is subdivided. */
function dividedByHash(
  table: PlannedTable,
  { kind, expression, count }: PartitionMethod,
  partitions: readonly DumpPartition[],
  prefix: string,
): Divided {
  const columns = kind === 'key' && expression.length === 0 ? keyColumns(table) : hashColumns(table, expression)
  const modulus = Math.max(partitions.length, count ?? 1)
  if (!(modulus <= partitionsMax)) return refusePartitions(reasons.bound)
  return {
    by: `HASH (${namesOf(columns)})`,
    columns,
    partitions: Array.from({ length: modulus }, (_, remainder) => ({
      name: partitions[remainder]?.name ?? (prefix === '' ? `p${remainder}` : `${prefix}sp${remainder}`),
      values: `FOR VALUES WITH (MODULUS ${modulus}, REMAINDER ${remainder})`,
      check: null,
      divided: null,
    })),
  }
}

/** The maximum number of partitions, as in MySQL. */
const partitionsMax = 8192

const hashColumns = (table: PlannedTable, expression: readonly Token[]): PlannedColumn[] =>
  splitAtCommas(expression).map((part) => {
    const column = columnNamed(table, part)
    return /^(?:json|spatial)$/.test(column.type.kind) ? refusePartitions(reasons.type) : column
  })

/** Returns the columns of the primary key. `KEY ()` partitions by them. */
function keyColumns(table: PlannedTable): PlannedColumn[] {
  const key = table.source.keys.find(({ kind }) => kind === 'primary') ?? refusePartitions(reasons.expression)
  return key.parts.map(({ column }) => columnNamed(table, [{ kind: 'name', text: column ?? '' }]))
}

/** Refuses everything else, apart from the bounds, that requires an unpartitioned table in PostgreSQL. */
function refuseOtherwise({ table, schema }: PartitionRequest, columns: readonly PlannedColumn[]): void {
  const { source, duplicates } = table
  if (columns.some(({ generatedSql }) => generatedSql !== null)) refusePartitions(reasons.generated)
  if (!wholeInUniqueKeys(table, columns)) refusePartitions(reasons.keys)
  if (duplicates !== null || source.onDuplicate.size > 0) refusePartitions(reasons.duplicates)
  if (source.foreignKeys.length > 0) refusePartitions(reasons.foreignKeys)
  const isChangedByTrigger = [...schema.others.values()].some(
    ({ kind, table: on, database, tokens }) =>
      kind === 'trigger' &&
      database === source.database &&
      on?.toLowerCase() === source.name.toLowerCase() &&
      tokens.some(({ text }) => columns.some((column) => column.source.name.toLowerCase() === text.toLowerCase())),
  )
  if (isChangedByTrigger || columns.some((column) => column.source.onUpdate)) refusePartitions(reasons.triggers)
}

/** Names the partitions, which are tables with names derived from their table. */
function named({ by, partitions }: PlannedPartitions, request: PartitionRequest): PlannedPartitions {
  const { table, nameIn } = request
  return {
    by,
    partitions: partitions.map((partition) => ({
      ...partition,
      name: nameIn(`${table.name}_${partition.name}`, 'partition_1'),
      divided: partition.divided === null ? null : named(partition.divided, request),
    })),
  }
}

export const countPartitions = (divided: PlannedPartitions | null): number =>
  (divided?.partitions ?? []).reduce((sum, partition) => sum + 1 + countPartitions(partition.divided), 0)
