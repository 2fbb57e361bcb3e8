import type { Mariadb } from '../../test/databases/mariadb.ts'
import type { Postgresql } from '../../test/databases/postgresql.ts'

/** All values of a column, normalized for both databases and sorted. */
export interface Cells {
  readonly type: string
  readonly values: readonly string[]
}

interface Column {
  readonly table: string
  /** The table's name in SQL. */
  readonly from: string
  readonly name: string
  readonly type: string
  readonly sql: string
}

type Rows = (string | null)[][]

const placeOf = ({ table, name }: Column): string => `${table}.${name}`.toLowerCase()

export async function cellsOfMariadb(mariadb: Mariadb, database: string): Promise<Map<string, Cells>> {
  const rows = await mariadb.read(
    database,
    `SELECT table_name, column_name, data_type, column_type FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = '${database}' AND table_type = 'BASE TABLE' ORDER BY table_name, ordinal_position`,
  )
  const columns = rows.map(([table, name, type, full]): Column => {
    const column = `\`${name}\``
    return {
      table: table ?? '',
      from: `\`${table}\``,
      name: name ?? '',
      type: full ?? '',
      sql: inMariadb(column, type ?? '', full ?? ''),
    }
  })
  return gather(columns, (sql) => mariadb.read(database, `SET time_zone = '+00:00'; ${sql}`))
}

function inMariadb(column: string, type: string, full: string): string {
  if (/char|text|enum|set|json/.test(type)) return `HEX(CONVERT(${column} USING utf8mb4))`
  if (/binary|blob/.test(type)) return `HEX(${column})`
  if (/geom|point|line|polygon/.test(type)) return `HEX(ST_AsWKB(${column}))`
  if (type === 'bit') return `BIN(${column})`
  if (type === 'year' || full.includes('zerofill')) return `CAST(${column} + 0 AS CHAR)`
  return `CAST(${column} AS CHAR)`
}

export async function cellsOfPostgresql(loaded: Pick<Postgresql, 'query'>): Promise<Map<string, Cells>> {
  const rows = await loaded.query(
    `SELECT t.relname, t.oid::regclass::text, a.attname, format_type(a.atttypid, a.atttypmod), y.typtype FROM pg_attribute a
     JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace s ON s.oid = t.relnamespace JOIN pg_type y ON y.oid = a.atttypid
     WHERE t.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND s.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY t.oid, a.attnum`,
  )
  const columns = rows.map(([table, from, name, type, kind]): Column => {
    const column = `"${name?.replaceAll('"', '""')}"`
    return {
      table: table ?? '',
      from: from ?? '',
      name: name ?? '',
      type: type ?? '',
      sql: inPostgresql(column, type ?? '', kind ?? ''),
    }
  })
  return gather(columns, (sql) => loaded.query(`SET TIME ZONE 'UTC'; ${sql}`))
}

function inPostgresql(column: string, type: string, kind: string): string {
  const hex = (text: string): string => `upper(encode(convert_to(${text}, 'UTF8'), 'hex'))`
  if (type === 'bytea') return `upper(encode(${column}, 'hex'))`
  if (type.endsWith('[]')) return hex(`array_to_string(${column}, ',')`)
  if (kind === 'e' || /^(?:character|text|json|jsonb)/.test(type)) return hex(`${column}::text`)
  if (type === 'boolean') return `${column}::int::text`
  return type === 'inet' ? `host(${column})` : `${column}::text`
}

async function gather(columns: readonly Column[], read: (sql: string) => Promise<Rows>): Promise<Map<string, Cells>> {
  const tables = Map.groupBy(columns, ({ from }) => from)
  const selects = [...tables].map(
    ([from, own], at) =>
      `SELECT '${at}' AS t, concat_ws('|', ${own.map(({ sql }) => `coalesce(${sql}, 'NULL')`).join(', ')}) FROM ${from}`,
  )
  const rows = selects.length === 0 ? [] : await read(selects.join(' UNION ALL '))
  const cells = new Map<string, Cells>()
  ;[...tables.values()].forEach((own, at) => {
    const lines = rows.filter(([table]) => table === String(at)).map(([, line]) => line?.split('|') ?? [])
    own.forEach((column, index) => {
      const values = lines.map((line) => normal(line[index] ?? 'NULL', column.type))
      cells.set(placeOf(column), { type: column.type, values: values.toSorted() })
    })
  })
  return cells
}

/** Normalizes a value. Dates that PostgreSQL cannot store are NULL, by pgloader's rules and by ours. */
function normal(value: string, type: string): string {
  if (/^(?:float|double|real)/.test(type) && value !== 'NULL') return String(Math.fround(Number(value)))
  if (type.startsWith('bit')) return value.replace(/^0+(?=.)/, '')
  if (/^(?:0000|\d{4}-00|\d{4}-\d\d-00)/.test(value)) return 'NULL'
  return value
    .replace(/\+00$/, '')
    .replace(/^(\d.*:\d\d\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

/** Returns the number of values in the first list that are missing in the second. */
export function lost(before: Cells, after: Cells): number {
  const there = new Map<string, number>()
  for (const value of after.values) there.set(value, (there.get(value) ?? 0) + 1)
  return before.values.filter((value) => {
    const left = there.get(value) ?? 0
    there.set(value, left - 1)
    return left <= 0
  }).length
}
