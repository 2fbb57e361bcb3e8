import type { Reporter } from '../report/reporter.ts'
import type { ColumnTypePlan } from './column-plan.ts'
import { findColumn } from './facts.ts'
import { type DumpPlan, type PlannedColumn, type PlannedTable, qualified, quoteName } from './plan.ts'
import type { DumpKey, KeyPart } from './schema.ts'

interface KeyRequest {
  readonly plan: DumpPlan
  readonly table: PlannedTable
  readonly reporter: Reporter
}

interface IndexedPart {
  readonly column: PlannedColumn
  readonly part: KeyPart
}

/** Keys and indexes of a table, after its data: one statement each. */
export function keyStatements(request: KeyRequest): string[] {
  const order = ['primary', 'unique', 'index', 'fulltext', 'spatial']
  const keys = request.table.source.keys.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  return keys.flatMap((key) => keyStatement(request, key) ?? [])
}

function keyStatement(request: KeyRequest, key: DumpKey): string | null {
  const { table, reporter, plan } = request
  const parts = partsOf(table, key)
  if (parts === null) {
    reporter.fix({
      code: 'index_dropped',
      table: table.name,
      message: 'Keys and indexes over expressions, or over columns that are left out, were left out.',
      example: key.name,
    })
    return null
  }
  const name = plan.nameIn(table.schema)
  const on = qualified(table.schema, table.name)
  switch (key.kind) {
    case 'primary':
      return primaryKey(request, parts, name(`${table.name}_pkey`, 'pkey'))
    case 'unique':
      return uniqueKey(request, key, parts)
    case 'index': {
      const columns = parts.map((part) => indexColumn(part)).join(', ')
      noteBounded(request, key, parts)
      if (parts.some(({ column }) => column.type.kind === 'json')) return dropJson(request, key)
      return `CREATE INDEX ${quoteName(name(indexName(table, key), 'index_1'))} ON ${on} (${columns});\n`
    }
    case 'fulltext': {
      reporter.fix({
        code: 'fulltext_index',
        table: table.name,
        message: "FULLTEXT indexes became GIN indexes on to_tsvector('simple', …): queries must name that expression.",
        example: key.name,
      })
      const words = parts.map(({ column }) => `coalesce(${quoteName(column.name)}, '')`).join(" || ' ' || ")
      return `CREATE INDEX ${quoteName(name(indexName(table, key), 'index_1'))} ON ${on} USING gin (to_tsvector('simple', ${words}));\n`
    }
    case 'spatial':
      reporter.fix({
        code: 'spatial_index_dropped',
        table: table.name,
        message: 'SPATIAL indexes need PostGIS: they were left out.',
        example: key.name,
      })
      return null
  }
}

/** `table_index`; MySQL names an index without a name after its first column. */
const indexName = (table: PlannedTable, key: DumpKey): string =>
  `${table.name}_${key.name === '' ? (key.parts[0]?.column ?? 'index') : key.name}`

function partsOf(table: PlannedTable, key: DumpKey): IndexedPart[] | null {
  const found = key.parts.map((part) => {
    const source = part.column === null ? undefined : findColumn(table.source, part.column)
    const column = table.columns.find((planned) => planned.source === source)
    return source === undefined || column === undefined ? null : { column, part }
  })
  return found.every((part) => part !== null) ? found : null
}

/** A prefix that cuts nothing is none. */
const isCut = ({ column, part }: IndexedPart): boolean =>
  part.prefix !== null && !(column.type.kind === 'text' && column.type.size > 0 && part.prefix >= column.type.size)

function indexColumn(indexed: IndexedPart): string {
  const { column, part } = indexed
  const name = quoteName(column.name)
  const direction = part.descending ? ' DESC' : ''
  if (!isCut(indexed)) return `${name}${direction}`
  const { kind } = column.type
  if (kind === 'text') return `left(${name}, ${part.prefix})${direction}`
  return kind === 'bytes' ? `substr(${name}, 1, ${part.prefix})${direction}` : `${name}${direction}`
}

function primaryKey(request: KeyRequest, parts: readonly IndexedPart[], name: string): string {
  const { table, reporter } = request
  const on = qualified(table.schema, table.name)
  const columns = parts.map(({ column }) => quoteName(column.name)).join(', ')
  if (parts.some(isCut) || parts.some(({ column }) => column.nullable)) {
    reporter.fix({
      code: 'primary_key_changed',
      table: table.name,
      message: 'The primary key has columns that are NULL or cut to a prefix here: it became a unique index.',
    })
    return `CREATE UNIQUE INDEX ${quoteName(name)} ON ${on} (${parts.map(indexColumn).join(', ')});\n`
  }
  return `ALTER TABLE ${on} ADD CONSTRAINT ${quoteName(name)} PRIMARY KEY (${columns});\n`
}

function uniqueKey(request: KeyRequest, key: DumpKey, parts: readonly IndexedPart[]): string | null {
  const { table, plan } = request
  if (parts.some(({ column }) => column.type.kind === 'json')) return dropJson(request, key)
  const name = quoteName(plan.nameIn(table.schema)(indexName(table, key), 'key_1'))
  const on = qualified(table.schema, table.name)
  noteBounded(request, key, parts)
  if (parts.some(isCut) || parts.some(({ part }) => part.descending))
    return `CREATE UNIQUE INDEX ${name} ON ${on} (${parts.map(indexColumn).join(', ')});\n`
  return `ALTER TABLE ${on} ADD CONSTRAINT ${name} UNIQUE (${parts.map(({ column }) => quoteName(column.name)).join(', ')});\n`
}

function noteBounded({ table, reporter }: KeyRequest, key: DumpKey, parts: readonly IndexedPart[]): void {
  if (parts.some(isCut))
    reporter.fix({
      code: 'prefix_index',
      table: table.name,
      message: 'Indexes over the first characters of a column became indexes over left(column, n).',
      example: key.name,
    })
  const isText = ({ kind }: ColumnTypePlan): boolean => kind === 'text'
  if (key.kind === 'unique' && parts.some(({ column }) => isText(column.type)))
    reporter.fix({
      code: 'case_sensitive_key',
      table: table.name,
      message: 'Unique keys over text tell upper and lower case apart in PostgreSQL; most collations of MySQL do not.',
      example: key.name,
    })
}

function dropJson({ table, reporter }: KeyRequest, key: DumpKey): null {
  const message = 'Columns of type json cannot be indexed as they are: the index was left out.'
  reporter.fix({ code: 'index_dropped', table: table.name, message, example: key.name })
  return null
}
