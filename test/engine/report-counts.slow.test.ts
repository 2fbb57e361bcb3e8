import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { cleanTable, damages } from '../../lab/pollution/kinds.ts'
import type { Report } from '../../src/contract/report.ts'
import { converted } from './support.ts'
import { announced } from '../databases/announced.ts'

/** Compares the report with the content of the database after the script. */
function holds(script: string, report: Report): void {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(script)
    const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
    const table = quoted(report.table)
    const count = database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get() as { n: number }
    expect(count.n).toBe(report.rows.converted)
    const written = report.columns.filter((column) => column.excluded !== true)
    const columns = database.prepare(`SELECT name, type FROM pragma_table_info(?)`).all(report.table)
    expect(columns).toEqual(written.map(({ name, sql_type: type }) => ({ name, type })))
    for (const { name, nullable, max_length: longest } of written) {
      const facts = database
        .prepare(
          `SELECT COUNT(*) - COUNT(${quoted(name)}) AS nulls, MAX(LENGTH(${quoted(name)})) AS longest FROM ${table}`,
        )
        .get() as { nulls: number; longest: number | null }
      if (!nullable) expect(facts.nulls).toBe(0)
      if (longest !== undefined && facts.longest !== null) expect(facts.longest).toBeLessThanOrEqual(longest)
    }
    const counted = report.problems_summary.reduce((sum, { count: n }) => sum + n, 0)
    expect(counted).toBeGreaterThanOrEqual(report.rows.rejected)
    expect(report.tables?.[0]?.rows ?? report.rows).toEqual(report.rows)
  } finally {
    database.close()
  }
}

const corpus = join(import.meta.dirname, '../../../shared/corpus/csv')
announced(existsSync(corpus), 'no corpus of real files beside the project')
const paths = globSync(join(corpus, '{csvlint,duckdb,fivethirtyeight,frictionless}/*.{csv,tsv}')).toSorted()

describe('the report has the counts of the database', () => {
  test.each([3, 4, 5])('for damaged copies of table %i', async (seed) => {
    const copies = damages(cleanTable(seed), seed)
    expect(copies.length).toBeGreaterThan(50)
    for (const { text } of copies) {
      const { script, report } = await converted(text, { output: { dialect: 'sqlite' } })
      holds(script, report)
    }
  })

  test.runIf(paths.length > 0)('for real files', async () => {
    let loaded = 0
    for (const path of paths) {
      const outcome = await converted(readFileSync(path), { output: { dialect: 'sqlite' } }, basename(path)).catch(
        (error: unknown) => String(error),
      )
      if (typeof outcome === 'string') {
        expect(outcome).toMatch(/^Error: [a-z_]+: /)
        continue
      }
      holds(outcome.script, outcome.report)
      loaded++
    }
    expect(loaded).toBeGreaterThan(700)
  })
})
