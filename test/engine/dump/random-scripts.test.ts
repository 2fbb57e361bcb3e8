import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fix, Problem } from '../../../src/contract/report.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'
import { expectNothingHidden } from './nothing-missing.ts'
import { now, randomScript } from './random-script.ts'
import { rowsCounted } from './rows-counted.ts'
import { runs } from '../../property-runs.ts'

const isInsertNotRun = ({ code, examples }: Fix): boolean =>
  code === 'statement_left_out' && examples?.some((text) => /^(?:INSERT|REPLACE)/.test(text)) === true

describe.runIf(hasBoth)('a random script has the same result in PostgreSQL as in MariaDB', () => {
  const both = startBoth()
  const clock = `SET time_zone = '+00:00', timestamp = ${Date.parse(now) / 1000};`
  let count = 0

  /** Returns the number of rows that statements send to the server, stored or not, counted by triggers. */
  const rowsGiven = async (dump: string): Promise<number> => {
    const database = `script_${++count}`
    await both.mariadb.create(database)
    const counting = dump.replaceAll(
      /^CREATE TABLE (t\d) .*$/gm,
      (line, name) =>
        `${line}\nCREATE TRIGGER n_${name} BEFORE INSERT ON ${name} FOR EACH ROW SET @given = @given + 1;`,
    )
    const [[given] = []] = await both.mariadb.read(database, `${clock}SET @given = 0;${counting}SELECT @given;`)
    return Number(given)
  }

  test('for its rows, keys and next numbers, and nothing is missing silently', { timeout: 3_600_000 }, async () => {
    expect.hasAssertions()
    const property = fc.asyncProperty(randomScript, async (lines) => {
      const { dump, database } = await both.ranWithoutRefused(lines, clock)
      const spec = { output: { dialect: 'postgresql', style: 'bulk' }, dump: { now } } as const
      const { script, report } = await converted(dump, spec, 'dump.sql')
      // The script always loads without an error.
      const loaded = await both.loaded(script)
      await expectNothingHidden(both.mariadb, database, loaded, report)
      // A statement in the report may have changed any row.
      if (report.fixes.some(({ code }) => code === 'statement_left_out')) return
      // The server ignores such rows. We reject them with this reason.
      const isIgnored = ({ message }: Problem): boolean => message.includes('so a server ignores it')
      expect(
        report.problems.filter((problem) => !isIgnored(problem)),
        dump,
      ).toEqual([])
      await expectSameRows(both.mariadb, database, loaded, report)
      await expectSameStructure(both.mariadb, database, loaded, report)
      const given = await rowsGiven(dump)
      expect(rowsCounted(report), dump).toBe(given)
      // The count includes rows of tables that the spec excludes.
      for (const exclude of report.tables.length < 2 ? [] : ['t0*', 't1*']) {
        const without = await converted(dump, { ...spec, dump: { now, tables: { exclude: [exclude] } } }, 'dump.sql')
        const isEach = !without.report.fixes.some(isInsertNotRun)
        if (isEach) expect(rowsCounted(without.report), dump).toBe(given)
      }
    })
    const seed = Number(process.env['SCRIPT_SEED'] ?? 1)
    const numRuns = runs(20)
    await fc.assert(property, { numRuns, seed })
  })
})
