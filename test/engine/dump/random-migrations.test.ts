import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { migrationOf } from './random-migration.ts'
import { now } from './random-script.ts'
import { runs } from '../../property-runs.ts'
import { breakMark, type Choices } from './random-literals.ts'

const spec = { output: { dialect: 'postgresql', style: 'bulk' }, dump: { now, time_zone: '+00:00' } } as const

describe.runIf(hasBoth)('an export or a migration has the same rows in PostgreSQL as in MariaDB', () => {
  const both = startBoth()
  const clock = `SET time_zone = '+00:00', timestamp = ${Date.parse(now) / 1000};`

  test('unless the report names a rejected row or a statement', { timeout: 3_600_000 }, async () => {
    let compared = 0
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const choices: Choices = {
        pick: (items) => generate(fc.constantFrom, ...items),
        upTo: (largest) => generate(fc.nat, largest),
      }
      const lines = migrationOf(choices)
      const oneLine = (line: string): string => line.replaceAll(breakMark, ' ')
      const { dump, database } = await both.ranWithoutRefused(lines.map(oneLine), clock)
      const kept = new Set(dump.split(';\n'))
      const statements = lines.filter((line) => kept.has(oneLine(line)))
      const text = statements.map((line) => `${line.replaceAll(breakMark, '\n')};\n`).join('')
      const { script, report } = await converted(text, spec, 'dump.sql')
      // The script always loads without an error.
      const loaded = await both.loaded(script)
      const isNamed = report.problems.length > 0 || report.fixes.some(({ code }) => code === 'statement_left_out')
      if (isNamed) return
      compared++
      await expectSameRows(both.mariadb, database, loaded, report).catch((error: unknown) => {
        throw new Error(text, { cause: error })
      })
    })
    const seed = Number(process.env['SCRIPT_SEED'] ?? 1)
    const numRuns = runs(80)
    await fc.assert(property, { numRuns, seed })
    expect(compared).toBeGreaterThan(numRuns / 3)
  })
})
