import type { Spec } from '../../../../src/contract/spec.ts'
import { caseBlindCollation, type ColumnTypePlan, type TypeRules } from '../plan/column-plan.ts'
import { quoted } from '../expressions/quoted.ts'
import { dumpOptions } from '../plan/dump-options.ts'
import {
  columnsWithTypes,
  type DumpPlan,
  partitionsOf,
  type PlannedColumn,
  type PlannedPartitions,
  type PlannedTable,
} from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { inGroups } from '../plan/transactions.ts'
import type { Existing } from './existing.ts'
import { timeZoneStatement } from '../values/time-zones.ts'

/**
 * Returns the head of the script. It begins with psql's `\set`, so that the data of a COPY that cannot start never runs
 * as SQL.
 */
export function scriptHead(timeZone: string): string {
  return [
    '\\set ON_ERROR_STOP on\n',
    'SET standard_conforming_strings = on;\n',
    "SET client_encoding = 'UTF8';\n",
    timeZoneStatement(timeZone) ?? "SET TIME ZONE 'UTC';\n",
  ].join('')
}

export const scriptEnd = 'RESET TIME ZONE;\n'

/** Returns schemas, types and tables, without anything that slows down the data. */
export function* createTables(plan: DumpPlan, spec: Spec, existing: Existing): Iterable<string> {
  if (!spec.output.create_table) return
  const rules = dumpOptions(spec).types
  yield* plan.schemas.map((name) => `CREATE SCHEMA IF NOT EXISTS ${quoteName(name)};\n`)
  const usedNames = new Set(plan.tables.map((table) => qualified(table.schema, table.name)))
  yield* neededByTypes(plan)
  for (const { name, options } of plan.sequences) yield existing.sequence(name, `CREATE SEQUENCE ${name} ${options};\n`)
  yield* inGroups(plan, tablesWithTypes(plan, usedNames, rules, existing))
}

function* tablesWithTypes(
  plan: DumpPlan,
  usedNames: ReadonlySet<string>,
  rules: TypeRules,
  existing: Existing,
): Iterable<string> {
  for (const table of plan.tables)
    yield* existing.created(table, [
      ...enumTypes(table),
      createTable(plan, table, usedNames, rules),
      ...createPartitions(table),
    ])
}

/** Returns extensions and collations for the types that the spec selects. */
function neededByTypes({ tables }: DumpPlan): string[] {
  const isAny = (test: (type: ColumnTypePlan) => boolean): boolean =>
    tables.some(({ columns }) => columns.some(({ type }) => test(type)))
  const collation = `CREATE COLLATION IF NOT EXISTS ${quoteName(caseBlindCollation)} (provider = icu, locale = 'und-u-ks-level1', deterministic = false);\n`
  return [
    isAny(({ sqlType }) => sqlType === 'citext') ? 'CREATE EXTENSION IF NOT EXISTS citext;\n' : '',
    isAny(({ kind, sqlType }) => kind === 'spatial' && sqlType.startsWith('geometry'))
      ? 'CREATE EXTENSION IF NOT EXISTS postgis;\n'
      : '',
    isAny(({ collation: name }) => name !== undefined) ? collation : '',
  ]
}

function enumTypes(table: PlannedTable): string[] {
  return columnsWithTypes(table).map(
    ({ type, source }) => `CREATE TYPE ${type.sqlType} AS ENUM (${source.labels.map(quoted).join(', ')});\n`,
  )
}

function createTable(plan: DumpPlan, table: PlannedTable, usedNames: ReadonlySet<string>, rules: TypeRules): string {
  const lines = table.columns.map((column) => {
    const own = `${table.name}_${column.name}_seq`
    const isTaken = column.isIdentity && usedNames.has(qualified(table.schema, own))
    const sequence = isTaken ? qualified(table.schema, plan.nameIn(table.schema)(own, 'sequence_1')) : null
    return `  ${columnLine(column, sequence, rules)}`
  })
  if (table.duplicates !== null)
    lines.push(`  ${quoteName(table.duplicates.column)} bigint GENERATED ALWAYS AS IDENTITY`)
  return `CREATE TABLE ${qualified(table.schema, table.name)} (\n${lines.join(',\n')}\n)${partitionedBy(partitionsOf(table))};\n`
}

const partitionedBy = (divided: PlannedPartitions | null): string =>
  divided === null ? '' : ` PARTITION BY ${divided.by}`

const createPartitions = (table: PlannedTable): Iterable<string> => partitionsIn(table, table.name, partitionsOf(table))

function* partitionsIn(table: PlannedTable, parent: string, divided: PlannedPartitions | null): Iterable<string> {
  for (const { name, values, check, divided: further } of divided?.partitions ?? []) {
    const rule = check === null ? '' : ` (CHECK (${check}))`
    yield `CREATE TABLE ${qualified(table.schema, name)} PARTITION OF ${qualified(table.schema, parent)}${rule} ${values}${partitionedBy(further)};\n`
    yield* partitionsIn(table, name, further)
  }
}

/**
 * `sequence` is the name of the column's sequence, or null for the one that PostgreSQL chooses. A table may have that
 * name.
 */
function columnLine(column: PlannedColumn, sequence: string | null, rules: TypeRules): string {
  const parts = [quoteName(column.name), column.type.sqlType]
  if (column.type.collation !== undefined) parts.push(`COLLATE ${quoteName(column.type.collation)}`)
  if (column.generatedSql !== null) parts.push(`GENERATED ALWAYS AS (${column.generatedSql}) STORED`)
  if (column.isIdentity)
    parts.push(`GENERATED BY DEFAULT AS IDENTITY${sequence === null ? '' : ` (SEQUENCE NAME ${sequence})`}`)
  if (column.defaultSql !== null) parts.push(`DEFAULT ${column.defaultSql}`)
  if (!column.nullable) parts.push('NOT NULL')
  parts.push(...columnChecks(column, rules))
  return parts.join(' ')
}

function columnChecks(column: PlannedColumn, rules: TypeRules): string[] {
  const { source, type, name } = column
  const check = labelCheck(column, rules)
  const isNumber = /^(?:integer|decimal|float)$/.test(type.kind)
  return [
    ...(check === null ? [] : [check]),
    ...(rules.unsigned === 'check' && source.unsigned && isNumber ? [`CHECK (${quoteName(name)} >= 0)`] : []),
    ...(type.sqlType === 'citext' && type.size > 0 ? [`CHECK (char_length(${quoteName(name)}) <= ${type.size})`] : []),
  ]
}

/** Returns a check for the labels of sets, and of enums whose labels do not fit into a type. */
function labelCheck({ source, type, name }: PlannedColumn, rules: TypeRules): string | null {
  const labels = `ARRAY[${source.labels.map(quoted).join(', ')}]::text[]`
  if (type.kind === 'set') return `CHECK (${quoteName(name)} <@ ${labels})`
  return source.type === 'enum' && rules.enum !== 'text' && type.sqlType === 'text' && source.labels.length > 0
    ? `CHECK (${quoteName(name)} = ANY (${labels}))`
    : null
}
