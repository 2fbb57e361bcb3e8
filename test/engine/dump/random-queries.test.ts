import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../src/contract/report.ts'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { queriedTables, randomQueries } from './random-queries.ts'

const spec = {
  output: { dialect: 'postgresql', style: 'bulk' },
  dump: { types: { infer: false } },
} as const

/** Returns the column types of every table whose name begins with `r`, and whether they may be NULL. */
const columnsIn = (report: Report): ReadonlyMap<string, readonly string[]> =>
  new Map(
    report.tables
      .filter(({ name }) => /^r\d/.test(name))
      .map(({ name, columns }) => [
        name,
        columns.map((column) => `${column.name} ${column.sql_type.replace(/^r\d+_/, '')} ${column.nullable}`),
      ]),
  )

/** Removes the statements that the report names. It quotes three of each kind at a time. */
async function withoutLeftOut(lines: readonly string[]): Promise<readonly string[]> {
  const { report } = await converted(lines.map((line) => `${line};\n`).join(''), spec, 'dump.sql')
  const leftOut = report.fixes.flatMap(({ code, examples = [], message }) => {
    if (code === 'view_left_out') return [`CREATE VIEW ${/^The view (v\d+) /.exec(message)?.[1]} `]
    return code === 'statement_left_out'
      ? examples.map((text) => `CREATE TABLE ${/TABLE (r\d+)/.exec(text)?.[1]} `)
      : []
  })
  const kept = lines.filter((line) => !leftOut.some((start) => line.startsWith(start)))
  return leftOut.length === 0 ? lines : withoutLeftOut(kept)
}

/** Spells numbers without the zeros at their end. */
const spelled = (cell: string | null): string | null =>
  cell !== null && /^-?\d+\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell

describe.runIf(hasBoth)('random queries with groups, distinct rows, orders and limits', () => {
  const both = startBoth()

  test('have the same rows in CREATE TABLE … SELECT and in views', { timeout: 3_600_000 }, async () => {
    let computed = 0
    const property = fc.asyncProperty(randomQueries, async (queries) => {
      const lines = [
        ...queriedTables.map((line) => line.replaceAll('\n', ' ')),
        ...queries.flatMap(({ query, isFitForView }, at) => [
          `CREATE TABLE r${at} AS ${query}`,
          ...(isFitForView ? [`CREATE VIEW v${at} AS ${query}`] : []),
        ]),
      ]
      const { dump: all } = await both.ranWithoutRefused(lines)
      const kept = await withoutLeftOut(lines.filter((line) => all.includes(`${line};\n`)))
      const { dump, database } = await both.ranWithoutRefused(kept)
      const { script, report } = await converted(dump, spec, 'dump.sql')
      expect(report.problems).toEqual([])
      const loaded = await both.loaded(script)
      await expectSameRows(both.mariadb, database, loaded, report)
      computed += report.tables.length - 2
      const views = Array.from(dump.matchAll(/CREATE VIEW (v\d+) AS (.*);/g), ([, name, query]) => ({ name, query }))
      const rowsOf = async (read: (sql: string) => Promise<(string | null)[][]>): Promise<unknown> =>
        Promise.all(
          views.map(async ({ name, query }) => {
            const rows = await read(`SELECT * FROM ${name}`)
            return { query, rows: rows.map((row) => row.map(spelled).join('|')).toSorted() }
          }),
        )
      expect(await rowsOf((sql) => loaded.query(sql))).toEqual(await rowsOf((sql) => both.mariadb.read(database, sql)))
      // MariaDB's own definition of each table, converted like any other.
      const definitions = await both.mariadb.dump('--no-data', '--skip-comments', database)
      const { report: defined } = await converted(definitions, spec, 'dump.sql')
      expect(columnsIn(report)).toEqual(columnsIn(defined))
    })
    await fc.assert(property, { numRuns: runs(2), endOnFailure: true })
    expect(computed).toBeGreaterThan(0)
  })
})
