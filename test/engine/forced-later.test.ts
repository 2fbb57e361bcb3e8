import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../src/contract/spec.ts'
import { runs } from '../property-runs.ts'
import { converted } from './support.ts'

type Forced = 'integer' | 'decimal' | 'date' | 'timestamp'

const csvOf = (values: readonly string[]): string => `id;v\n${values.map((value, at) => `${at};${value}`).join('\n')}\n`
const specOf = (type: Forced, sampleRows: number): SpecInput => ({
  output: { dialect: 'postgresql', format: 'csv' },
  inference: { sample_rows: sampleRows },
  columns: [{ index: 1, type }],
})
const many = (count: number, value: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => value(at))
const columnOf = (script: string): string[] =>
  script
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf(',') + 1))

describe('a column with a type from the spec', () => {
  test.each<[string, Forced, readonly string[], string, string]>([
    ['a plus sign', 'integer', many(30, String), '+2', '2'],
    ['separators', 'decimal', many(30, String), '1.234,50', '1234.50'],
    ['a day above twelve', 'date', many(30, () => '03/04/2023'), '13/02/2023', '2023-02-13'],
  ])('keeps a value after the sample: %s', async (_, type, sample, late, expected) => {
    const { report, script } = await converted(csvOf([...sample, late]), specOf(type, 10))
    expect(report.rows.rejected).toBe(0)
    expect(columnOf(script).at(-1)).toBe(expected)
    expect(report.notes.join(' ')).toContain(`row 32 holds "${late}", so the file was read a second time`)
  })

  test.each<[string, Forced, readonly string[], string]>([
    ['a word', 'integer', many(30, String), 'x'],
    ['a fraction', 'integer', many(30, String), '2.5'],
    ['a day above twelve in the other order', 'date', many(30, (at) => `${13 + (at % 15)}/02/2023`), '02/13/2023'],
  ])('rejects a value after the sample that no format of the sample reads: %s', async (_, type, sample, late) => {
    const { report } = await converted(csvOf([...sample, late]), specOf(type, 10))
    expect(report.rows).toMatchObject({ converted: 30, rejected: 1 })
  })

  test('is written the same with a sample of a few rows as with the whole file', async () => {
    let compared = 0
    const values = fc.constantFrom<[Forced, (value: number) => string]>(
      ['integer', (value) => (value % 7 === 0 ? `+${value}` : String(value))],
      ['decimal', (value) => (value / 4).toLocaleString('de-DE', { minimumFractionDigits: value % 3 })],
      ['date', (value) => new Date(value * 86_400_000).toLocaleDateString('en-GB')],
      ['date', (value) => new Date(value * 86_400_000).toLocaleDateString('en-US')],
    )
    const property = fc.asyncProperty(
      values,
      fc.array(fc.nat(30_000), { minLength: 20, maxLength: 40 }),
      async ([type, format], numbers) => {
        const text = csvOf(numbers.map(format))
        const [few, all] = [await converted(text, specOf(type, 3)), await converted(text, specOf(type, 1000))]
        // Numbers such as 1.234 are decimals and thousands, and a few rows may prefer the other reading.
        if (all.report.rows.rejected > 0) return
        compared++
        expect(columnOf(few.script)).toEqual(columnOf(all.script))
      },
    )
    await fc.assert(property, { numRuns: runs(200) })
    expect(compared).toBeGreaterThan(runs(200) / 2)
  })

  test('takes about the time of a column without one, whatever its values look like', async () => {
    const text = csvOf([...many(10_000, (at) => `${at}.5`), '1,5'])
    const timeOf = async (spec: SpecInput): Promise<number> => {
      const before = process.cpuUsage()
      await converted(text, spec)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    const free = await timeOf({ output: { dialect: 'postgresql', format: 'csv' } })
    // Trying the formats of every value took a minute.
    expect(await timeOf(specOf('decimal', 10_000))).toBeLessThan(10 * free + 5000)
  })
})
