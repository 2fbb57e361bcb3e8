import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect, SpecInput } from '../../../src/contract/spec.ts'
import { announced } from '../../databases/announced.ts'
import { h2Missing, hasH2, throughH2 } from '../../databases/h2.ts'
import { hasMariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import { hasPostgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { runOrThrow, temporaryFolder } from '../../databases/processes.ts'
import { converted } from '../support.ts'

interface Database {
  load(script: string): Promise<unknown>
  /** Returns one value as a string. */
  ask(sql: string): Promise<string>
  stop(): Promise<unknown>
}

const styles = ['inserts', 'bulk'] as const
const hasSqlite = existsSync('/usr/bin/sqlite3')

const postgresql = async (): Promise<Database> => {
  const server = await startPostgresql()
  return {
    load: (script) => server.load(script),
    ask: async (sql) => (await server.query(sql))[0]?.[0] ?? '',
    stop: () => server.stop(),
  }
}
const mariadb = async (): Promise<Database> => {
  const server = await startMariadb()
  return {
    load: (script) => server.load(script),
    ask: async (sql) => (await server.query(sql))[0]?.[0] ?? '',
    stop: () => server.stop(),
  }
}
const sqlite = (): Promise<Database> => {
  const folder = temporaryFolder('sqlite', {})
  const client = (input: string): Promise<string> =>
    runOrThrow('/usr/bin/sqlite3', ['-batch', '-bail', join(folder, 'database')], input)
  return Promise.resolve({
    load: client,
    ask: async (sql) => (await client(`${sql};`)).trim(),
    stop: () => Promise.resolve(rmSync(folder, { recursive: true })),
  })
}
const duckdb = async (): Promise<Database> => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return {
    // A failed script leaves its transaction open in the connection. A client that exits would not.
    load: (script) =>
      connection.run(script).catch(async (error: unknown) => {
        await connection.run('ROLLBACK').catch(() => undefined)
        throw error
      }),
    ask: async (sql) => String((await connection.runAndReadAll(sql)).getRows()[0]?.[0] ?? ''),
    stop: () => Promise.resolve(connection.closeSync()),
  }
}

const servers: readonly [Dialect, () => Promise<Database>, boolean][] = [
  ['postgresql', postgresql, announced(hasPostgresql(), postgresqlMissing)],
  ['mariadb', mariadb, announced(hasMariadb(), mariadbMissing)],
  ['sqlite', sqlite, announced(hasSqlite, 'SQLite is not installed: apt-get install sqlite3')],
  ['duckdb', duckdb, true],
]

const file = 'id,name\n1,Ada\n2,Bob\n'

describe.each(servers.filter(([, , isThere]) => isThere))('%s', (dialect, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.stop())

  const script = async (output: Partial<SpecInput['output']>, rows = file): Promise<string> =>
    (await converted(rows, { output: { dialect, ...output } })).script
  const count = (table: string): Promise<string> => database.ask(`SELECT count(*) FROM ${table}`)

  test.each(styles)('fails by default if the table exists, as %s', async (style) => {
    const table = `fails_${style}`
    await database.load(await script({ table, style }))
    await expect(database.load(await script({ table, style }))).rejects.toThrow(/exists/i)
    expect(await count(table)).toBe('2')
  })

  test.each(styles)('drops an existing table first, as %s', async (style) => {
    const table = `dropped_${style}`
    await database.load(await script({ table, style, if_exists: 'drop' }))
    await database.load(await script({ table, style, if_exists: 'drop' }, 'other\n5\n'))
    expect(await database.ask(`SELECT other FROM ${table}`)).toBe('5')
  })

  test.each(styles)('appends rows to an existing table, as %s', async (style) => {
    const table = `grows_${style}`
    await database.load(await script({ table, style, if_exists: 'append' }))
    await database.load(await script({ table, style, if_exists: 'append' }))
    expect(await count(table)).toBe('4')
  })

  test.each(styles)('leaves an existing table unchanged, as %s', async (style) => {
    const table = `skipped_${style}`
    const skipping = await script({ table, style, if_exists: 'skip' })
    await database.load(skipping)
    expect(await count(table)).toBe('2')
    await database.load(await script({ table, style, if_exists: 'skip' }, "id,name\n7,it's\n8,b\\c\n9,x\n"))
    expect(await count(table)).toBe('2')
    expect(await database.ask(`SELECT name FROM ${table} WHERE id = 2`)).toBe('Bob')
  })

  test.each(styles)('finds names as people type them, without quotes, as %s', async (style) => {
    const table = `found_${style}`
    await database.load(await script({ table, style }, 'Order No.,customerName,TOTAL,größe\n1,Ann,2.5,3\n'))
    for (const [name, value] of Object.entries({ order_no: '1', customer_name: 'Ann', größe: '3' }))
      expect(await database.ask(`SELECT ${name} FROM ${table}`)).toBe(value)
    expect(Number(await database.ask(`SELECT total FROM ${table}`))).toBe(2.5)
  })

  test.each(['drop', 'skip', 'append'] as const)('supports %s with a name that contains quotes', async (if_exists) => {
    const table = `o'dd "t" \`x\` ${if_exists}`
    const once = await script({ table, if_exists })
    await database.load(once)
    await database.load(once)
    const quoted = dialect === 'mariadb' ? `\`${table.replaceAll('`', '``')}\`` : `"${table.replaceAll('"', '""')}"`
    expect(await count(quoted)).toBe(if_exists === 'append' ? '4' : '2')
  })

  test('keeps the rows before an error without a transaction', async () => {
    const table = 'partly'
    const broken = (await script({ table, transaction: false, batch_rows: 1 })).replace(
      /(?:COMMIT;\n)?$/,
      'SELECT * FROM nowhere;\n',
    )
    expect(broken).not.toMatch(/^(?:BEGIN|START TRANSACTION|COMMIT)/m)
    await database.load(broken).catch(() => undefined)
    expect(await count(table)).toBe('2')
  })

  test('has a primary key of numbers, strings, or both', async () => {
    for (const [at, primary_key] of [['id'], ['name'], ['id', 'name']].entries()) {
      const table = `keyed_${at}`
      await database.load(await script({ table, primary_key }))
      const again = await script({ table, primary_key, create_table: false })
      await expect(database.load(again)).rejects.toThrow(/unique|duplicate/i)
    }
  })

  test('loads after rows that violate the key are rejected', async () => {
    const rows = 'k,d\na,1\nA,2\na,3\n,4\ná,5\nb ,6\n'
    const given = { output: { dialect, table: 'refused', primary_key: ['k'] } }
    const done = await converted(rows, given)
    await database.load(done.script)
    expect(await count('refused')).toBe('4')
    expect(done.report.problems.map(({ code, row }) => [code, row])).toEqual([
      ['duplicate_key', 4],
      ['missing_key', 5],
    ])
  })

  test('treats two spellings of a key as one', async () => {
    const given = { output: { dialect, table: 'same', primary_key: ['k'] } }
    const done = await converted('k,d\n1.50,a\n1.5,b\n2.00,c\n2,d\n', given)
    await database.load(done.script)
    expect(done.report.rows).toMatchObject({ converted: 2, rejected: 2 })
  })

  test('uses the types in the spec', async () => {
    const columns = [
      { index: 0, type: 'integer' },
      { index: 1, type: 'boolean' },
      { index: 2, type: 'decimal' },
      { index: 3, type: 'timestamp' },
    ] as const
    const given = { output: { dialect, table: 'given_types' }, columns: [...columns] }
    const rows = 'zip,flag,price,day\n00501,1,5,2024-02-29\nabc,0,5,2024-02-29\n90210,n,7.25,2024-03-01 10:00\n'
    const done = await converted(rows, given)
    await database.load(done.script)
    expect(done.report.columns.map(({ type }) => type)).toEqual(['integer', 'boolean', 'decimal', 'timestamp'])
    expect(done.report.problems).toMatchObject([{ code: 'type_mismatch', row: 3, column: 'zip', value: 'abc' }])
    expect(await database.ask('SELECT sum(zip) FROM given_types')).toBe('90711')
  })
})

/** Removes the parts that H2 lacks: client commands, catalogs and PL/SQL blocks. The grammars check those. */
const plain = (script: string): string =>
  script
    .replaceAll(/^BEGIN\n {2}EXECUTE IMMEDIATE '(DROP TABLE .*) PURGE';\n(?:.*\n)*?\/$/gm, '$1;')
    .replaceAll(/^(?:GO|IF |SET |BEGIN TRANSACTION|COMMIT|WHENEVER |ALTER SESSION).*$/gm, '')
    .replaceAll(/ COLLATE Latin1_General_100_BIN2/g, '')
    .replaceAll(/^INSERT ALL\nINTO /gm, 'INSERT INTO ')
    .replaceAll(/^INTO /gm, ';INSERT INTO ')
    .replaceAll(/^SELECT 1 FROM DUAL;$/gm, ';')

describe.runIf(announced(hasH2(), h2Missing)).each([
  ['sql_server', 'MSSQLServer'],
  ['oracle', 'Oracle'],
] as const)('H2 as %s', (dialect, mode) => {
  test('has a primary key that refuses duplicates, and drops an existing table', async () => {
    const output = { dialect, table: 'keyed', primary_key: ['name'] }
    const first = (await converted(file, { output })).script
    await expect(throughH2(mode, plain(first + first), 'SELECT COUNT(*) FROM KEYED')).rejects.toThrow(/exists/i)
    const again = (await converted(file, { output: { ...output, create_table: false } })).script
    await expect(throughH2(mode, plain(first + again), 'SELECT COUNT(*) FROM KEYED')).rejects.toThrow(/unique|primary/i)
    expect(first).toContain('PRIMARY KEY')
  })

  // SQL Server's collation ignores case, and Oracle looks up unquoted names in upper case, as H2 does.
  test('finds names as people type them, without quotes', async () => {
    const source = 'Order No.,customerName,TOTAL\n1,Ann,2.5\n'
    const { script } = await converted(source, { output: { dialect, table: 'found' } })
    const rows = await throughH2(mode, plain(script), 'SELECT order_no, customer_name FROM found', {
      isCaseSensitive: dialect === 'oracle',
    })
    expect(rows).toEqual([['1', 'Ann']])
  })
})

describe('the choices are in scripts that only a person can run here', () => {
  const script = async (output: Partial<SpecInput['output']>, dialect: Dialect): Promise<string> =>
    (await converted(file, { output: { dialect, table: 'people', ...output } })).script

  test('for SQL Server', async () => {
    expect(await script({ if_exists: 'drop' }, 'sql_server')).toContain('DROP TABLE IF EXISTS people;\nCREATE TABLE')
    expect(await script({ if_exists: 'append' }, 'sql_server')).toContain(
      "IF NOT OBJECT_ID(N'people') IS NOT NULL\nCREATE TABLE people",
    )
    expect(await script({ if_exists: 'skip' }, 'sql_server')).toContain(
      "IF OBJECT_ID(N'people') IS NOT NULL SET NOEXEC ON;\nGO\n",
    )
    expect(await script({ transaction: false }, 'sql_server')).not.toMatch(/TRANSACTION|TRANCOUNT/)
  })

  test('for Oracle', async () => {
    expect(await script({ if_exists: 'drop' }, 'oracle')).toMatch(/EXECUTE IMMEDIATE 'DROP TABLE .* PURGE';/)
    expect(await script({ if_exists: 'append' }, 'oracle')).toContain('WHENEVER SQLERROR CONTINUE NONE\nCREATE TABLE')
    expect(await script({ if_exists: 'skip' }, 'oracle')).toContain('WHENEVER SQLERROR EXIT SUCCESS\nDECLARE')
    expect(await script({ transaction: false }, 'oracle')).toContain('SET AUTOCOMMIT ON')
  })
})
