import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { cleanTable, damages } from '../../lab/pollution/kinds.ts'
import { score } from '../../lab/pollution/score.ts'
import { converted } from './support.ts'

/** Damaged copies of clean tables. Each is read without hints and compared with the clean table. */
const damaged = [0, 1, 2, 3].flatMap((seed) => damages(cleanTable(seed), seed).map((one) => ({ seed, ...one })))

describe('a damaged table is restored completely', () => {
  test.each(damaged)('$kind, table $seed', async (one) => {
    const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
    const { script, report } = await converted(one.text, { output })
    const [header = [], ...rows] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
    expect(rows.length).toBe(report.rows.converted)
    expect(score({ header, rows }, one)).toBeGreaterThan(0.99)
  })
})
