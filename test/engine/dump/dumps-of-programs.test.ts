import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const folder = join(import.meta.dirname, '../../fixtures/dumps/programs')

/** Install scripts and exports in the style of well-known programs. */
describe.runIf(hasBoth)('a script in the style of', () => {
  const both = startBoth()

  test.each(
    readdirSync(folder).flatMap((name) => (['bulk', 'inserts'] as const).map((style) => [name, style] as const)),
  )('%s has the same rows as in MariaDB, %s', async (name, style) => {
    const dump = readFileSync(join(folder, name))
    const database = await both.ran(dump)
    const spec = { output: { dialect: 'postgresql', style }, dump: { verify: true } } as const
    const { script, report } = await converted(dump, spec, 'dump.sql')
    expect(report.problems).toEqual([])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })
})
