import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { FixCode } from '../../../../src/contract/codes.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { ColumnTypePlan } from '../plan/column-plan.ts'
import { columnNamed, columnValue } from '../plan/column-scope.ts'
import { type FindColumn, translateExpression } from '../expressions/expressions.ts'
import { type DumpPlan, type PlannedColumn, type PlannedTable, qualified, quoteName } from '../plan/plan-types.ts'
import { type DumpKey, type DumpTable, findColumn, type KeyPart } from '../schema/schema.ts'
import type { Token } from '../text/tokens.ts'

interface KeyRequest {
  readonly plan: DumpPlan
  readonly table: PlannedTable
  readonly reporter: Reporter
}

type IndexedPart =
  | { readonly column: PlannedColumn; readonly part: KeyPart }
  | {
      readonly column: null
      readonly part: KeyPart
      readonly sql: string
      readonly bytes: number
      readonly isText: boolean
    }

/** Keys and indexes of a table, after its data: one statement each. */
export function keyStatements(request: KeyRequest): string[] {
  const order = ['primary', 'unique', 'index', 'fulltext', 'spatial']
  const { source } = request.table
  const keys = [...source.keys, ...impliedIndexes(source)].toSorted(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
  )
  return keys.flatMap((key) => keyStatement(request, key) ?? [])
}

/** MySQL gives the columns of a reference an index where no key begins with them: a script written by hand relies on it. */
function impliedIndexes({ keys, foreignKeys }: DumpTable): DumpKey[] {
  const implied: DumpKey[] = []
  const begins = (key: DumpKey, columns: readonly string[]): boolean =>
    columns.every((column, at) => {
      const part = key.parts[at]
      return part?.prefix === null && part.column?.toLowerCase() === column.toLowerCase()
    })
  for (const { name, columns } of foreignKeys) {
    const isThere = [...keys, ...implied].some(
      (key) => /^(?:primary|unique|index)$/.test(key.kind) && begins(key, columns),
    )
    const parts = columns.map((column) => ({ column, expression: null, prefix: null, descending: false }))
    if (!isThere) implied.push({ kind: 'index', name: name || (columns[0] ?? ''), parts })
  }
  return implied
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

/** A spatial type of its own, not the bytes of it. */
const isGeometric = ({ kind, sqlType }: ColumnTypePlan): boolean => kind === 'spatial' && sqlType !== 'bytea'

/** The expressions of the primary key and of each unique key. */
export const keyExpressions = (table: PlannedTable): string[][] =>
  table.source.keys
    .filter(({ kind }) => kind === 'primary' || kind === 'unique')
    .flatMap((key) => {
      const parts = partsOf(table, key)
      const isForNone = parts === null || parts.some(({ column }) => column?.type.kind === 'json')
      return isForNone ? [] : [parts.map((indexed) => indexExpression(indexed))]
    })

/** A vector of words has at most a megabyte: of longer texts, the beginning is searched. */
const searchedCharactersMax = 100_000

function searched(indexed: IndexedPart, parts: number): string {
  if (indexed.column === null) return indexed.sql
  const value = `coalesce(${columnValue(indexed.column).sql}, '')`
  const { kind, size } = indexed.column.type
  const isShort = kind === 'text' && size > 0 && size * parts <= searchedCharactersMax
  return isShort ? value : `left(${value}, ${Math.floor(searchedCharactersMax / parts)})`
}

/** `table_index`; MySQL names an index without a name after its first column. */
const indexName = (table: PlannedTable, key: DumpKey): string =>
  `${table.name}_${key.name === '' ? (key.parts[0]?.column ?? 'index') : key.name}`

function partsOf(table: PlannedTable, key: DumpKey): IndexedPart[] | null {
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

/** The bytes of a string made from columns. A column that holds any string may make it too long. */
const textBytes = (columns: readonly PlannedColumn[]): number =>
  columns
    .filter(({ type }) => type.kind === 'text')
    .reduce((sum, { type }) => sum + 4 * (type.size === 0 ? entryBytesMax : type.size), 0)

/** True if the prefix is shorter than the column. */
const isCut = ({ column, part }: IndexedPart): boolean =>
  column !== null &&
  part.prefix !== null &&
  !(column.type.kind === 'text' && column.type.size > 0 && part.prefix >= column.type.size)

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

/** The columns of a constraint: whole columns, ascending. */
function wholeColumns(
  parts: readonly IndexedPart[],
  direction: 'ascending' | 'any direction' = 'ascending',
): PlannedColumn[] | null {
  const columns = parts.flatMap((indexed) => {
    if (indexed.column === null || isCut(indexed)) return []
    return direction === 'ascending' && indexed.part.descending ? [] : [indexed.column]
  })
  return columns.length === parts.length ? columns : null
}

const namesOf = (columns: readonly PlannedColumn[]): string => columns.map(({ name }) => quoteName(name)).join(', ')

/** A key is a relation of the schema, whose names are unique there, and a constraint beside the checks of its table. */
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

/** Bytes that an entry of PostgreSQL's trees surely takes; MySQL's take 3072. */
const entryBytesMax = 2600
/** No key part that is neither text nor bytes is larger. */
const plainPartBytes = 64

/** The longest entry: what PostgreSQL might refuse must not depend on the rows. */
const areTooLong = (parts: readonly IndexedPart[]): boolean =>
  parts.reduce((sum, part) => sum + bytesMax(part), 0) > entryBytesMax

function bytesMax(indexed: IndexedPart): number {
  const { column, part } = indexed
  if (column === null) return indexed.isText ? Math.max(indexed.bytes, plainPartBytes) : plainPartBytes
  const { kind, size } = column.type
  if (kind === 'bytes') return part.prefix ?? column.source.sizes[0] ?? entryBytesMax + 1
  if (kind === 'set' || kind === 'spatial') return entryBytesMax + 1
  return kind === 'text' ? 4 * (part.prefix ?? (size === 0 ? entryBytesMax : size)) : plainPartBytes
}

const isLongPart = (indexed: IndexedPart): boolean => bytesMax(indexed) > plainPartBytes

/** The part's beginning, so short that all parts fit. */
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

/** Whether the primary key and every unique key have these columns as they are, which PostgreSQL asks of a partitioned table. */
export const wholeInUniqueKeys = (table: PlannedTable, columns: readonly PlannedColumn[]): boolean =>
  table.source.keys
    .filter(({ kind }) => kind === 'primary' || kind === 'unique')
    .every((key) => {
      const parts = partsOf(table, key)
      if (parts === null || parts.some(({ column }) => column?.type.kind === 'json')) return true
      const isHashed = key.kind === 'unique' && areTooLong(parts)
      const whole = parts.filter((part) => !isCut(part) && !(isHashed && isLongPart(part)))
      return columns.every((column) => whole.some((part) => part.column === column))
    })

/** The primary key where it is one in PostgreSQL, too. */
export function primaryKeyOf(table: PlannedTable): readonly string[] | null {
  const key = table.source.keys.find(({ kind }) => kind === 'primary')
  const parts = key === undefined ? null : partsOf(table, key)
  const columns = parts === null ? null : wholeColumns(parts, 'any direction')
  const isKey = columns?.every(({ nullable, type }) => !nullable && type.kind !== 'json') === true
  return isKey ? columns.map(({ name }) => name) : null
}
