import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlDialects } from '../../../container/engine/dialects/all.ts'
import type { Dialect } from '../../../src/contract/spec.ts'
import { announced } from '../../databases/announced.ts'
import { errorsOfTSql, wordsOfTSql } from '../../databases/grammars.ts'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import { runOrThrow } from '../../databases/processes.ts'
import { Random } from '../../../lab/fuzz/random.ts'
import { converted } from '../support.ts'

/** Names as people choose them, in every spelling that might need quotes. */
const random = new Random(34)
const ordinaryNames = Array.from({ length: 150 }, (_, number) => {
  const letters = Array.from({ length: 1 + (number % 9) }, () => random.pick(Array.from('abcxyz_019')))
  return `${letters.join('')}${number}`
})
const oddNames = [
  'count',
  'my_delimiter',
  '_filename',
  '1st',
  '_x',
  '_utf8',
  '_latin1',
  '_utf8mb4',
  '_binary',
  'Mixed',
  'UPPER',
  'größe',
  'a b',
  'a$b',
  'a#b',
  'go',
]

const isQuoted = (dialect: Dialect, name: string): boolean => sqlDialects[dialect].quoteIdentifier(name) !== name

/** Returns a table with these columns and their numbers as values. */
async function tableOf(dialect: Dialect, names: readonly string[], table: string): Promise<string> {
  const file = `${names.join(',')}\n${names.map((_, number) => number).join(',')}\n`
  const input = { header_row: 1, delimiter: ',' } as const
  const output = { dialect, table, transaction: false, column_names: 'as_written' } as const
  return (await converted(file, { input, output })).script
}

function inTables(names: readonly string[], columnsMax = 300): (readonly string[])[] {
  const unique = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
  return Array.from({ length: Math.ceil(unique.length / columnsMax) }, (_, table) =>
    unique.slice(table * columnsMax, (table + 1) * columnsMax),
  )
}

/**
 * Loads a table with every name as a column, and a table under every name. Then queries each as a person would type it:
 * without quotes if the script has none. Returns the queries with a wrong result.
 */
async function failedQueries(
  dialect: Dialect,
  names: readonly string[],
  load: (script: string) => Promise<unknown>,
  numberOf: (query: string) => Promise<number>,
): Promise<string[]> {
  const expected = new Map<string, number>()
  const scripts: string[] = []
  for (const [number, columns] of inTables(names).entries()) {
    scripts.push(await tableOf(dialect, columns, `t${number}`))
    const bare = columns.filter((name) => !isQuoted(dialect, name))
    const sum = bare.reduce((total, name) => total + columns.indexOf(name), 0)
    expected.set(`SELECT ${bare.join(' + ')} FROM t${number}`, sum)
  }
  const tables = inTables(names, names.length)
    .flat()
    .filter((name) => !ordinaryNames.includes(name))
  for (const name of tables) scripts.push(await tableOf(dialect, ['a', 'v'], name))
  const bareTables = tables.filter((name) => !isQuoted(dialect, name))
  for (const some of inTables(bareTables, 100))
    expected.set(`SELECT ${some.map((name) => `(SELECT v FROM ${name})`).join(' + ')} AS found`, some.length)
  await load(scripts.join('').replaceAll(/^\\set .*\n/gm, ''))
  const failed: string[] = []
  for (const [query, number] of expected) if ((await numberOf(query)) !== number) failed.push(query)
  return failed
}

describe('PostgreSQL', () => {
  let database: PGlite
  beforeAll(async () => {
    database = new PGlite()
    await database.waitReady
  })
  afterAll(() => database.close())
  const wordsOf = async (): Promise<string[]> =>
    (await database.query<{ word: string }>('SELECT word FROM pg_get_keywords()')).rows.map(({ word }) => word)

  test('has names in quotes exactly if quote_ident() quotes them', async () => {
    const names = [...(await wordsOf()), ...ordinaryNames, ...oddNames]
    const { rows } = await database.query<{ quoted: string }>('SELECT quote_ident(unnest($1::text[])) AS quoted', [
      names,
    ])
    expect(names.map((name) => sqlDialects.postgresql.quoteIdentifier(name))).toEqual(rows.map(({ quoted }) => quoted))
  })

  test('loads every word and finds it as people type it', async () => {
    const numberOf = async (query: string): Promise<number> =>
      Number(Object.values((await database.query<object>(query)).rows[0] ?? {})[0])
    const names = [...(await wordsOf()), ...ordinaryNames, ...oddNames]
    expect(await failedQueries('postgresql', names, (script) => database.exec(script), numberOf)).toEqual([])
  })
})

describe('DuckDB', () => {
  const open = async () => (await DuckDBInstance.create(':memory:')).connect()
  const wordsOf = async (where: string): Promise<string[]> =>
    (await (await open()).runAndReadAll(`SELECT keyword_name FROM duckdb_keywords() WHERE ${where}`))
      .getRows()
      .map(([word]) => String(word))

  test('has words in quotes if duckdb_keywords() reserves them', async () => {
    const words = await wordsOf('true')
    expect(words.filter((word) => isQuoted('duckdb', word)).toSorted()).toEqual(
      (await wordsOf("keyword_category <> 'unreserved'")).toSorted(),
    )
  })

  test('loads every word and finds it as people type it', async () => {
    const connection = await open()
    const names = [...(await wordsOf('true')), ...ordinaryNames, ...oddNames]
    const numberOf = async (query: string): Promise<number> =>
      Number((await connection.runAndReadAll(query)).getRows()[0]?.[0])
    expect(await failedQueries('duckdb', names, async (script) => connection.run(script), numberOf)).toEqual([])
  })
})

describe('SQLite', () => {
  /** The words of https://www.sqlite.org/lang_keywords.html, from the dialect, and words of other databases. */
  const words = ['abort', 'key', 'order', 'plan', 'true', 'rowid', 'oid', 'strict', 'date', 'text', 'first', 'within']
  const names = [...words, ...ordinaryNames, ...oddNames]

  test('has names in quotes if its own shell quotes them', async () => {
    const creates = names.map((name) => `CREATE TABLE "${name}" (v);\nINSERT INTO "${name}" VALUES (1);\n`).join('')
    const dump = await runOrThrow('/usr/bin/sqlite3', [':memory:'], `${creates}.dump\n`)
    const dumped = Array.from(dump.matchAll(/^INSERT INTO ("?)(.*?)\1 VALUES/gm), ([, quote, name]) => [name, quote])
    const quotedByShell = new Map(dumped.map(([name, quote]) => [name, quote === '"']))
    expect(quotedByShell.size).toBe(names.length)
    // This keyword is newer than Debian's shell.
    quotedByShell.set('within', true)
    expect(names.filter((name) => isQuoted('sqlite', name))).toEqual(names.filter((name) => quotedByShell.get(name)))
  })

  test('loads every word and finds it as people type it', async () => {
    const database = new DatabaseSync(':memory:')
    const numberOf = async (query: string): Promise<number> =>
      Number(Object.values(database.prepare(query).get() ?? {})[0])
    expect(await failedQueries('sqlite', names, async (script) => database.exec(script), numberOf)).toEqual([])
  })
})

describe.runIf(announced(hasMariadb(), mariadbMissing))('MariaDB', () => {
  let server: Mariadb
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  test('loads every word and finds it as people type it', async () => {
    const words = (await server.query('SELECT LOWER(word) FROM information_schema.KEYWORDS')).flat().map(String)
    expect(words.length).toBeGreaterThan(600)
    const names = [...words.filter((word) => /^\w+$/.test(word)), ...ordinaryNames, ...oddNames]
    const numberOf = async (query: string): Promise<number> => Number((await server.query(query))[0]?.[0])
    expect(await failedQueries('mariadb', names, (script) => server.load(script), numberOf)).toEqual([])
  })
})

test.each(['rank', 'offset', 'returning'])('MySQL and MariaDB scripts quote the reserved words of both: %s', (name) => {
  expect([isQuoted('mysql', name), isQuoted('mariadb', name)]).toEqual([true, true])
})

describe('SQL Server', () => {
  test('accepts every word as a name, according to the grammar of T-SQL', async () => {
    const words = wordsOfTSql()
    expect(words.length).toBeGreaterThan(500)
    for (const columns of inTables([...words, ...oddNames], 200))
      expect(errorsOfTSql(await tableOf('sql_server', columns, columns[0] ?? ''))).toEqual([])
  })

  test('scripts have no line that begins with a sqlcmd command', async () => {
    const script = await tableOf('sql_server', ['go', 'exit', 'quit', 'reset', 'ed', 'Exit'], 'go')
    expect(script).not.toMatch(/^\s*(?:exit|quit|reset|ed)\b/im)
    expect(script.match(/^\s*go\b.*$/gim)?.every((line) => line === 'GO')).toBe(true)
  })
})
