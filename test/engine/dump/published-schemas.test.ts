import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'

// Well-known schemas: filled in MariaDB, dumped, converted, loaded and compared cell by cell.
const folder = join(import.meta.dirname, '../../fixtures/dumps/published')
const databases = ['world', 'employees', 'wordpress', 'mediawiki'] as const

const optionSets = [
  { name: 'as it comes', options: [], style: 'bulk' },
  {
    name: 'row by row, whole names, hexadecimal',
    options: ['--complete-insert', '--skip-extended-insert', '--hex-blob'],
    style: 'bulk',
  },
  {
    name: 'in ANSI quotes, REPLACE',
    options: ['--compatible=ansi', '--default-character-set=utf8mb4', '--replace', '--create-options'],
    style: 'inserts',
  },
] as const

describe.runIf(hasBoth)('a published schema is complete in PostgreSQL', () => {
  const both = startBoth()
  beforeAll(async () => {
    for (const database of databases) {
      await both.mariadb.create(database)
      await both.mariadb.administer(readFileSync(join(folder, `${database}.sql`), 'utf8'), database)
    }
  })

  describe.each(optionSets)('$name', ({ options, style }) => {
    test.each(databases)('%s', async (database) => {
      const dump = await both.mariadb.dump(...options, database)
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      const loaded = await both.loaded(script)
      expect(report.problems).toEqual([])
      await expectSameRows(both.mariadb, database, loaded, report)
      await expectSameStructure(
        both.mariadb,
        database,
        loaded,
        report,
        !options.some((option) => option.includes('ansi')),
      )
    })
  })

  const report = async (database: string) =>
    (await converted(await both.mariadb.dump(database), { output: { dialect: 'postgresql', style: 'bulk' } }, 'd.sql'))
      .report
  const codes = async (database: string): Promise<string[]> =>
    [...new Set((await report(database)).fixes.map(({ code }) => code))].toSorted()

  test('the report lists its changes, and nothing else', async () => {
    expect(await codes('world')).toEqual(['column_renamed'])
    expect(await codes('employees')).toEqual(['case_sensitive_key', 'partitions_dropped'])
  })

  test('views of views give the same results', async () => {
    const { script } = await converted(
      await both.mariadb.dump('employees'),
      { output: { dialect: 'postgresql', style: 'bulk' } },
      'd.sql',
    )
    const loaded = await both.loaded(script)
    const query = 'SELECT emp_no, dept_no, from_date, to_date FROM current_dept_emp ORDER BY 1, 2'
    expect(await loaded.query(query)).toEqual(await both.mariadb.read('employees', query))
  })

  test('zero dates of WordPress become NULL and lose their default', async () => {
    const { script } = await converted(
      await both.mariadb.dump('wordpress'),
      { output: { dialect: 'postgresql', style: 'bulk' } },
      'd.sql',
    )
    const loaded = await both.loaded(script)
    await loaded.query(`INSERT INTO wp_users (user_login) VALUES ('new')`)
    expect(await loaded.query(`SELECT user_registered, user_url FROM wp_users WHERE user_login = 'new'`)).toEqual([
      [null, ''],
    ])
    const prefixes = await loaded.query(
      `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indexprs IS NOT NULL ORDER BY 1`,
    )
    expect(prefixes.map(([text]) => String(text).replace(/^.*USING btree /, '')).toSorted()).toEqual([
      `("left"((comment_author_email)::text, 10))`,
      `("left"((meta_key)::text, 191))`,
      `("left"((meta_key)::text, 191))`,
      `("left"((name)::text, 191))`,
      `("left"((post_name)::text, 191))`,
      `("left"((slug)::text, 191))`,
    ])
  })
})
