import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { programs } from './program-tables.ts'
import { converted } from './support.ts'
import { runs } from '../property-runs.ts'

const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const

test.each(Object.entries(programs))('every row of an exported table is read back: %s', async (_, write) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1 << 30 }), async (seed) => {
      const { text, names, rows } = write(seed)
      const { script, report } = await converted(text, { output })
      const [header = [], ...found] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
      expect(found.map((row) => row.slice(0, rows[0]?.length))).toEqual(rows)
      if (names !== null) expect(header.slice(0, names.length)).toEqual(names)
      expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
    }),
    { numRuns: runs(25), seed: 35 },
  )
})
