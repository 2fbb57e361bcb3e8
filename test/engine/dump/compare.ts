import { expect } from 'vitest'
import type { Mariadb } from '../../databases/mariadb.ts'
import type { Postgresql } from '../../databases/postgresql.ts'
import type { Report } from '../../../src/contract/report.ts'

type Cell = string | null
export type Loaded = Pick<Postgresql, 'load' | 'query'>

interface Column {
  readonly name: string
  readonly type: string
  readonly full: string
}

/** Compares every cell of every table in both databases. */
export async function expectSameRows(
  mariadb: Mariadb,
  database: string,
  loaded: Loaded,
  report: Report,
): Promise<void> {
  const tables = await tablesOf(mariadb, database)
  expect(report.tables.map((table) => table.source_name).toSorted()).toEqual([...tables.keys()].toSorted())
  const before: string[] = []
  const after: string[] = []
  for (const [name, columns] of tables) {
    const table = report.tables.find((one) => one.source_name === name)
    const written = columns.map((column) => table?.columns.find((one) => one.source_name === column.name))
    before.push(`SELECT ${literal(name)} AS t, ${joined(columns.map(inMariadb))} FROM ${ticked(name)}`)
    const cells = columns.map((column, at) =>
      inPostgresql(column, written[at]?.name ?? '', written[at]?.sql_type ?? ''),
    )
    after.push(`SELECT ${literal(name)} AS t, ${joined(cells)} FROM ${quoted(table?.name ?? '')}`)
  }
  const expected = await mariadb.read(database, `SET time_zone = '+00:00'; ${before.join(' UNION ALL ')}`)
  const found = await loaded.query(`SET TIME ZONE 'UTC'; ${after.join(' UNION ALL ')}`)
  expect(sorted(found, tables)).toEqual(sorted(expected, tables))
}

/** Joins a row into one string of hexadecimal, digits and signs, which neither client needs to escape. */
const joined = (cells: readonly string[]): string =>
  `concat_ws('|', ${cells.map((cell) => `coalesce(${cell}, 'NULL')`).join(', ')})`

async function tablesOf(mariadb: Mariadb, database: string): Promise<Map<string, Column[]>> {
  const rows = await mariadb.read(
    database,
    `SELECT table_name, column_name, data_type, column_type FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = '${database}' AND table_type = 'BASE TABLE' ORDER BY table_name, ordinal_position`,
  )
  const tables = new Map<string, Column[]>()
  for (const [table, name, type, full] of rows) {
    const columns = tables.get(table ?? '') ?? []
    columns.push({ name: name ?? '', type: type ?? '', full: full ?? '' })
    tables.set(table ?? '', columns)
  }
  return tables
}

const ticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const isText = (type: string): boolean => /char|text|enum|set|json/.test(type)
const isBinary = (type: string): boolean => /binary|blob/.test(type)
const isSpatial = (type: string): boolean => /geom|point|line|polygon/.test(type)

function inMariadb({ name, type }: Column): string {
  const column = ticked(name)
  if (isText(type)) return `HEX(CONVERT(${column} USING utf8mb4))`
  if (isBinary(type)) return `HEX(${column})`
  if (isSpatial(type)) return `HEX(ST_AsWKB(${column}))`
  if (type === 'bit') return `BIN(${column})`
  return `CAST(${column} AS CHAR)`
}

function inPostgresql({ type }: Column, name: string, sqlType: string): string {
  const column = quoted(name)
  if (type.startsWith('inet')) return `host(${column})`
  if (type === 'set') return `upper(encode(convert_to(array_to_string(${column}, ','), 'UTF8'), 'hex'))`
  if (isText(type)) return `upper(encode(convert_to(${column}::text, 'UTF8'), 'hex'))`
  if (isBinary(type) || isSpatial(type)) return `upper(encode(${column}, 'hex'))`
  if (type === 'bit') return sqlType === 'boolean' ? `${column}::int::text` : `${column}::text`
  return sqlType === 'boolean' ? `${column}::int::text` : `${column}::text`
}

/** Normalizes values that both servers spell differently. A date that PostgreSQL cannot store is NULL by our rules. */
function normal(value: Cell | undefined, { type, full }: Column): Cell {
  if (value == null) return null
  // MySQL's marker of an invalid label becomes NULL by our rules. Leading zeros are not part of a number.
  if (type === 'enum' && value === '') return null
  if (type === 'year' || full.includes('zerofill')) return String(Number(value))
  if (type === 'bit') return value.replace(/^0+(?=.)/, '')
  // The servers spell an IPv6 address with one zero group differently.
  if (type === 'inet6') return new URL(`http://[${value}]`).hostname
  // A float with a fixed number of digits has only one spelling.
  if (full.includes(',')) return value
  if (type === 'float') return String(Math.fround(Number(value)))
  if (type === 'double') return String(Number(value))
  if (/^(?:date|datetime|timestamp)$/.test(type)) {
    if (/^(?:0000|\d{4}-00|\d{4}-\d\d-00)/.test(value)) return null
    return value.replace(/\+00$/, '').replace(/\.(\d*?)0*$/, (_, digits: string) => (digits === '' ? '' : `.${digits}`))
  }
  if (type === 'time') return value.replace(/\.(\d*?)0*$/, (_, digits: string) => (digits === '' ? '' : `.${digits}`))
  return value
}

function sorted(rows: readonly (readonly Cell[])[], tables: ReadonlyMap<string, readonly Column[]>): string[] {
  const lines = rows.map(([table, row]) => {
    const cells = row?.split('|').map((cell) => (cell === 'NULL' ? null : cell)) ?? []
    return `${table}: ${JSON.stringify(tables.get(table ?? '')?.map((column, at) => normal(cells[at], column)))}`
  })
  return lines.toSorted()
}

/** Compares keys, references and next numbers in both catalogs. */
export async function expectSameStructure(
  mariadb: Mariadb,
  database: string,
  loaded: Loaded,
  report: Report,
  hasCounters = true,
): Promise<void> {
  const nameOf = (table: Cell | undefined, column?: string): string => {
    const found = report.tables.find((one) => one.source_name.toLowerCase() === table?.toLowerCase())
    if (column === undefined) return found?.name ?? ''
    return found?.columns.find((one) => one.source_name.toLowerCase() === column.toLowerCase())?.name ?? ''
  }
  const namesOf = (table: Cell | undefined, columns: Cell | undefined): string =>
    (columns ?? '')
      .split(',')
      .map((column) => nameOf(table, column))
      .join(',')
  const keys = await mariadb.read(
    database,
    `SELECT table_name, IF(index_name = 'PRIMARY', 'primary', IF(non_unique = 0, 'unique', 'index')), GROUP_CONCAT(column_name ORDER BY seq_in_index)
     FROM information_schema.statistics WHERE table_schema = '${database}' AND index_type IN ('BTREE', 'HASH') GROUP BY table_name, index_name, non_unique HAVING COUNT(sub_part) = 0`,
  )
  const written = await loaded.query(
    `SELECT t.relname, CASE WHEN i.indisprimary THEN 'primary' WHEN i.indisunique THEN 'unique' ELSE 'index' END,
       (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY k(c, n) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.c)
     FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace s ON s.oid = t.relnamespace
     WHERE s.nspname = 'public' AND i.indexprs IS NULL`,
  )
  expect(written.map((row) => row.join(' ')).toSorted()).toEqual(
    keys.map(([table, kind, columns]) => `${nameOf(table)} ${kind} ${namesOf(table, columns)}`).toSorted(),
  )
  const references = await mariadb.read(
    database,
    `SELECT k.table_name, GROUP_CONCAT(k.column_name ORDER BY ordinal_position), k.referenced_table_name, GROUP_CONCAT(k.referenced_column_name ORDER BY ordinal_position), r.delete_rule, r.update_rule
     FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
     WHERE k.table_schema = '${database}' AND k.referenced_table_name IS NOT NULL GROUP BY k.table_name, k.constraint_name, k.referenced_table_name, r.delete_rule, r.update_rule`,
  )
  const action = `CASE #WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END`
  const names = (relation: string, at: string): string =>
    `(SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(c.${at}) WITH ORDINALITY k(c, n) JOIN pg_attribute a ON a.attrelid = c.${relation} AND a.attnum = k.c)`
  const found = await loaded.query(
    `SELECT c.conrelid::regclass::text, ${names('conrelid', 'conkey')}, c.confrelid::regclass::text, ${names('confrelid', 'confkey')},
       ${action.replace('#', 'c.confdeltype ')}, ${action.replace('#', 'c.confupdtype ')} FROM pg_constraint c WHERE c.contype = 'f' AND c.convalidated`,
  )
  // For an action that was not given, MariaDB's catalog shows RESTRICT and PostgreSQL's NO ACTION. Both refuse the
  // change.
  const refuse = (rule: Cell | undefined): string => (rule === 'RESTRICT' ? 'NO ACTION' : (rule ?? ''))
  expect(
    found
      .map(([a, b, c, d, e, f]) =>
        [a?.replaceAll('"', ''), b, c?.replaceAll('"', ''), d, refuse(e), refuse(f)].join(' '),
      )
      .toSorted(),
  ).toEqual(
    references
      .map(([a, b, c, d, e, f]) => [nameOf(a), namesOf(a, b), nameOf(c), namesOf(c, d), refuse(e), refuse(f)].join(' '))
      .toSorted(),
  )
  const counters = await mariadb.read(
    database,
    `SELECT t.table_name, c.column_name, t.auto_increment FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = '${database}' AND c.extra LIKE '%auto_increment%' AND EXISTS (SELECT 1 FROM information_schema.statistics s
       WHERE s.table_schema = c.table_schema AND s.table_name = c.table_name AND s.column_name = c.column_name AND s.seq_in_index = 1)`,
  )
  const nextOf = counters.map(
    ([table, column]) =>
      `nextval(pg_get_serial_sequence(${literal(quoted(nameOf(table)))}, ${literal(nameOf(table, column ?? ''))}))`,
  )
  const lastOf = counters.map(
    ([table, column]) => `(SELECT coalesce(max(${ticked(column ?? '')}), 0) + 1 FROM ${ticked(table ?? '')})`,
  )
  if (counters.length === 0) return
  const [expected] = hasCounters
    ? [counters.map(([, , next]) => next)]
    : await mariadb.read(database, `SELECT ${lastOf.join(', ')}`)
  expect(await loaded.query(`SELECT ${nextOf.join(', ')}`)).toEqual([expected])
}
