import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { FixCode } from '../../../../src/contract/codes.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { ColumnTypePlan } from '../plan/column-plan.ts'
import { columnValue } from '../plan/column-scope.ts'
import {
  areTooLong,
  bytesMax,
  entryBytesMax,
  type IndexedPart,
  isCut,
  isLongPart,
  partsOf,
  wholeColumns,
} from '../plan/key-parts.ts'
import type { DumpPlan, PlannedColumn, PlannedTable, SharedKey } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { sqlOf } from '../text/sql-of.ts'
import { impliedIndexes } from '../schema/read-keys.ts'
import { type DumpKey, isUniqueKey, nameOfKey } from '../schema/schema.ts'

interface KeyRequest {
  readonly plan: DumpPlan
  readonly table: PlannedTable
  readonly reporter: Reporter
}

/** Returns the keys and indexes of a table, one statement each. They follow its data. */
export function keyStatements(request: KeyRequest): string[] {
  const order = ['primary', 'unique', 'index', 'fulltext', 'spatial']
  const { source } = request.table
  const keys = [...source.keys, ...impliedIndexes(source)].toSorted(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
  )
  return keys.flatMap((key) => keyStatement(request, key) ?? [])
}

function keyStatement(request: KeyRequest, key: DumpKey): string | null {
  const { table, reporter, plan } = request
  const note = (code: FixCode, message: Message): null => {
    reporter.fix({ code, table: table.name, message, example: key.name })
    return null
  }
  const parts = partsOf(table, key)
  if (key.kind === 'spatial') {
    const isGeometry = parts?.every(({ column }) => column !== null && isGeometric(column.type)) === true
    if (!isGeometry) return note('spatial_index_dropped', dumpMessages.spatial_index_dropped)
    const name = quoteName(plan.nameIn(table.schema)(indexName(table, key), 'index_1'))
    return `CREATE INDEX ${name} ON ${qualified(table.schema, table.name)} USING gist (${(parts ?? []).map(indexExpression).join(', ')});\n`
  }
  if (parts === null) return note('index_dropped', dumpMessages.index_dropped.noColumn)
  if (parts.some(({ column }) => column !== null && isGeometric(column.type)))
    return note('index_dropped', dumpMessages.index_dropped.geometry)
  if (parts.some(({ column }) => column?.type.kind === 'json'))
    return note('index_dropped', dumpMessages.index_dropped.json)
  const shared = table.sharedKeys.get(key)
  if (shared !== undefined) return reportShared(request, key, shared)
  if (key.kind === 'primary') return primaryKey(request, parts)
  if (parts.some(isCut)) note('prefix_index', dumpMessages.prefix_index)
  if (key.kind === 'unique') return uniqueKey(request, key, parts)
  const name = quoteName(plan.nameIn(table.schema)(indexName(table, key), 'index_1'))
  const on = `CREATE INDEX ${name} ON ${qualified(table.schema, table.name)}`
  if (key.kind === 'index') {
    const isLong = areTooLong(parts)
    if (isLong) note('index_shortened', dumpMessages.index_shortened)
    return `${on} (${parts.map((part) => (isLong ? shortened(part, parts.length) : indexPart(part))).join(', ')});\n`
  }
  note('fulltext_index', dumpMessages.fulltext_index)
  const text = parts.map((part) => searched(part, parts.length)).join(" || ' ' || ")
  return `${on} USING gin (to_tsvector('simple', ${text}));\n`
}

/** Reports a unique key that is left out, because PostgreSQL refuses it for its rows. */
function reportShared({ table, reporter }: KeyRequest, key: DumpKey, shared: SharedKey | 'unknown'): null {
  const place = {
    code: 'index_dropped',
    table: table.name,
    example: nameOfKey(key),
  } as const
  if (shared === 'unknown') {
    reporter.fix({ ...place, message: dumpMessages.index_dropped.uncompared(keyText(key)) })
    return null
  }
  const { row, other, count } = shared
  reporter.fix({ ...place, message: dumpMessages.index_dropped.shared(row, other, keyText(key)), row, count })
  return null
}

/** Returns the definition of a unique key, as in MySQL. */
function keyText({ kind, name, parts }: DumpKey): string {
  const quotedName = (text: string): string => `\`${text.replaceAll('`', '``')}\``
  const columns = parts.map(({ column, prefix, expression }) =>
    expression === null
      ? `${quotedName(column ?? '')}${prefix === null ? '' : `(${prefix})`}`
      : `(${sqlOf(expression)})`,
  )
  const start = kind === 'primary' ? 'PRIMARY KEY' : `UNIQUE KEY${name === '' ? '' : ` ${quotedName(name)}`}`
  return `${start} (${columns.join(', ')})`
}

/** Tests for a spatial type, as opposed to its bytes. */
const isGeometric = ({ kind, sqlType }: ColumnTypePlan): boolean => kind === 'spatial' && sqlType !== 'bytea'

/** Returns the expressions of the primary key and of each unique key. */
export const keyExpressions = (table: PlannedTable): string[][] =>
  table.source.keys.filter(isUniqueKey).flatMap((key) => {
    const parts = partsOf(table, key)
    const isForNone = parts === null || parts.some(({ column }) => column?.type.kind === 'json')
    return isForNone ? [] : [parts.map((indexed) => indexExpression(indexed))]
  })

/**
 * The number of characters that a full-text index covers. A text search vector has at most a megabyte, so only the
 * beginning of longer texts is searched.
 */
const searchedCharactersMax = 100_000

function searched(indexed: IndexedPart, parts: number): string {
  if (indexed.column === null) return indexed.sql
  const value = `coalesce(${columnValue(indexed.column).sql}, '')`
  const { kind, size } = indexed.column.type
  const isShort = kind === 'text' && size > 0 && size * parts <= searchedCharactersMax
  return isShort ? value : `left(${value}, ${Math.floor(searchedCharactersMax / parts)})`
}

/** Returns `table_index`. MySQL names an index without a name after its first column. */
const indexName = (table: PlannedTable, key: DumpKey): string =>
  `${table.name}_${key.name === '' ? (key.parts[0]?.column ?? 'index') : key.name}`

function indexPart(indexed: IndexedPart): string {
  return `${indexExpression(indexed)}${indexed.part.descending ? ' DESC' : ''}`
}

function indexExpression(indexed: IndexedPart): string {
  const { column, part } = indexed
  if (column === null) return `(${indexed.sql})`
  const name = quoteName(column.name)
  if (!isCut(indexed)) return name
  if (column.type.kind === 'text') return `left(${name}, ${part.prefix})`
  return column.type.kind === 'bytes' ? `substr(${name}, 1, ${part.prefix})` : name
}

const namesOf = (columns: readonly PlannedColumn[]): string => columns.map(({ name }) => quoteName(name)).join(', ')

/**
 * Returns the name of a key. It must be unique among the relations of its schema and among the constraints of its
 * table.
 */
function constraintName(plan: DumpPlan, table: PlannedTable, wanted: string, fallback: string): string {
  const name = plan.nameIn(table.schema)(wanted, fallback)
  table.nameConstraint(name, true)
  return quoteName(name)
}

function primaryKey({ plan, table, reporter }: KeyRequest, parts: readonly IndexedPart[]): string {
  const name = constraintName(plan, table, `${table.name}_pkey`, 'pkey')
  const on = qualified(table.schema, table.name)
  // A primary key has no direction in PostgreSQL.
  const columns = wholeColumns(parts, 'any direction')
  if (columns !== null && columns.every(({ nullable }) => !nullable))
    return `ALTER TABLE ${on} ADD CONSTRAINT ${name} PRIMARY KEY (${namesOf(columns)});\n`
  const message = dumpMessages.primary_key_changed
  reporter.fix({ code: 'primary_key_changed', table: table.name, message })
  return `CREATE UNIQUE INDEX ${name} ON ${on} (${parts.map(indexPart).join(', ')});\n`
}

function uniqueKey({ plan, table, reporter }: KeyRequest, key: DumpKey, parts: readonly IndexedPart[]): string {
  const name = constraintName(plan, table, indexName(table, key), 'key_1')
  const on = qualified(table.schema, table.name)
  if (parts.some(({ column }) => column?.type.kind === 'text' && !ignoresCase(column.type))) {
    const message = dumpMessages.case_sensitive_key
    reporter.fix({ code: 'case_sensitive_key', table: table.name, message, example: key.name })
  }
  const columns = wholeColumns(parts)
  if (areTooLong(parts)) {
    const message = dumpMessages.unique_key_hashed
    reporter.fix({ code: 'unique_key_hashed', table: table.name, message, example: key.name })
    return `CREATE UNIQUE INDEX ${name} ON ${on} (${parts.map(hashed).join(', ')});\n`
  }
  return columns === null
    ? `CREATE UNIQUE INDEX ${name} ON ${on} (${parts.map(indexPart).join(', ')});\n`
    : `ALTER TABLE ${on} ADD CONSTRAINT ${name} UNIQUE (${namesOf(columns)});\n`
}

const ignoresCase = ({ sqlType, collation }: ColumnTypePlan): boolean => sqlType === 'citext' || collation !== undefined

/** Returns the beginning of a key part, short enough that all parts fit. */
function shortened(indexed: IndexedPart, parts: number): string {
  const bytes = Math.floor(entryBytesMax / parts)
  const direction = indexed.part.descending ? ' DESC' : ''
  if (!isLongPart(indexed) || bytesMax(indexed) <= bytes) return indexPart(indexed)
  const { column } = indexed
  if (column === null) return `left(${indexed.sql}, ${Math.floor(bytes / 4)})${direction}`
  const name = quoteName(column.name)
  if (column.type.kind === 'text') return `left(${name}, ${Math.floor(bytes / 4)})${direction}`
  return column.type.kind === 'bytes' ? `substr(${name}, 1, ${bytes})${direction}` : indexPart(indexed)
}

function hashed(indexed: IndexedPart): string {
  const isHashable =
    indexed.column === null ? indexed.isText : /^(?:text|bytes|spatial)$/.test(indexed.column.type.kind)
  return isLongPart(indexed) && isHashable ? `md5(${indexExpression(indexed)})` : indexPart(indexed)
}

/** Returns the columns of the primary key if PostgreSQL has it too. */
export function primaryKeyOf(table: PlannedTable): readonly string[] | null {
  const key = table.source.keys.find(({ kind }) => kind === 'primary')
  const parts = key === undefined || table.sharedKeys.has(key) ? null : partsOf(table, key)
  const columns = parts === null ? null : wholeColumns(parts, 'any direction')
  const isKey = columns?.every(({ nullable, type }) => !nullable && type.kind !== 'json') === true
  return isKey ? columns.map(({ name }) => name) : null
}
