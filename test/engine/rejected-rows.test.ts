import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import type { Report } from '../../src/contract/report.ts'
import { readSpec, type SpecInput } from '../../src/contract/spec.ts'
import { runs } from '../property-runs.ts'

async function rejectedBy(
  file: string,
  given: Partial<SpecInput>,
  options: { readonly name?: string; readonly isPipe?: boolean } = {},
): Promise<{ rows: string[][]; report: Report }> {
  const reading = readSpec({ output: { dialect: 'postgresql' }, ...given })
  if (!reading.ok) throw new Error(reading.reasons.join())
  const rejects = memorySink()
  const output = memorySink()
  const outcome = await convert({
    name: options.name ?? 't.csv',
    source: memorySource(new TextEncoder().encode(file)),
    sink: options.isPipe === true ? { write: (chunk) => output.write(chunk) } : output,
    rejects,
    spec: reading.spec,
    inflate: nodeInflate,
  })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return { rows: parse(rejects.text(), { relax_column_count: true }), report: outcome.report }
}

describe('rejected rows', () => {
  test('are in a file with their number, code, column, message and cells', async () => {
    const file = 'id,name,day\n1,Ada,2024-01-01\nx,"O""Neil, Jr",2024-01-02\n3,Bob,soon\n4,"",2024-01-04,more\n'
    const columns = [
      { index: 0, type: 'integer' as const },
      { index: 2, type: 'date' as const },
    ]
    const { rows, report } = await rejectedBy(file, { columns, input: { header_row: 1 } })
    expect(rows).toEqual([
      ['row', 'code', 'column', 'message', 'id', 'name', 'day'],
      ['3', 'type_mismatch', 'id', expect.stringContaining('integer'), 'x', 'O"Neil, Jr', '2024-01-02'],
      ['4', 'type_mismatch', 'day', expect.stringContaining('date'), '3', 'Bob', 'soon'],
      ['5', 'too_many_cells', '', expect.stringContaining('4 cells'), '4', '', '2024-01-04', 'more'],
    ])
    expect(report.rows.rejected).toBe(3)
  })

  test('are an empty file if no row is rejected', async () => {
    expect((await rejectedBy('a,b\n1,2\n', {})).rows).toEqual([])
  })

  test.each([false, true])('occur once each, even if the input is read again (pipe: %s)', async (isPipe) => {
    const values = Array.from({ length: 20_000 }, (_, row) => (row % 7 === 3 ? `bad ${row}` : String(row)))
    // Decimals after the sample correct the plan, so the file is read twice.
    const file = `n,k\n${[...values, '1.5', '2.5'].map((value) => `${value},k\n`).join('')}`
    const given = { input: { header_row: 1 }, inference: { sample_rows: 2 } }
    const { rows, report } = await rejectedBy(file, given, { isPipe })
    const bad = values.filter((value) => value.startsWith('bad'))
    const rejected = rows.slice(1).map((cells) => cells[4])
    expect(rejected.length).toBe(report.rows.rejected)
    expect([[], bad]).toContainEqual(rejected)
  })

  test('equal the count in the report, whatever the values and the sample', async () => {
    const value = fc.constantFrom('1', '2', 'x', '', '1.5', '2024-01-01', '"a,b"', '"q""q"')
    const lines = fc.array(fc.array(value, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 20 }), fc.boolean(), async (rows, sample_rows, isPipe) => {
        const file = `a,b\n${rows.map((cells) => cells.join(',')).join('\n')}\n`
        const given = { input: { header_row: 1, delimiter: ',' }, inference: { sample_rows } }
        const columns = [{ index: 0, type: 'integer' as const }]
        const done = await rejectedBy(file, { ...given, columns }, { isPipe })
        expect(Math.max(0, done.rows.length - 1)).toBe(done.report.rows.rejected)
      }),
      { numRuns: runs(100) },
    )
  })

  test('show the text of a row that cannot be read', async () => {
    const file = '{"a":1}\n{"a":\n{"a":3}\n'
    const { rows } = await rejectedBy(file, {}, { name: 't.ndjson' })
    expect(rows.slice(1)).toEqual([['2', 'invalid_json', '', expect.any(String), '{"a":']])
  })
})

describe('a file that becomes a table without rows has the reason in its report', () => {
  const bad = fc.constantFrom('x', 'y y', '"', '"z', '1"', 'a,b,c,d', '', ',', '"a""b', "'", '\\')

  test.each([
    ['values of another type', 'id,name\nx,Ann\ny,Bob\n', { columns: [{ index: 0, type: 'integer' }] }],
    ['no key', 'id,name\n,Ann\n,Bob\n', { output: { dialect: 'postgresql', primary_key: ['id'] } }],
    ['lines that are not JSON', '{"a":\n{"b":\n', { input: { format: 'ndjson' } }],
  ] as const)('%s', async (_, file, spec) => {
    const outcome = await rejectedBy(file, spec as Partial<SpecInput>).catch((error: unknown) => String(error))
    if (typeof outcome === 'string') return expect(outcome).toContain('None of the 2 rows can be read')
    expect(outcome.report.rows).toMatchObject({ converted: 0, rejected: 2 })
    expect(outcome.report.problems).toHaveLength(2)
  })

  test('whatever its quotes and delimiters are', async () => {
    const files = fc.sample(fc.array(bad, { minLength: 1, maxLength: 6 }), { numRuns: runs(60), seed: 6 })
    const silent: string[] = []
    for (const lines of files.filter((some) => some.some((line) => /[^,"\s]/.test(line)))) {
      const file = `id,name\n${lines.join('\n')}\n`
      const outcome = await rejectedBy(file, {}).catch((error: unknown) => String(error))
      if (typeof outcome === 'string') continue
      const { rows, problems } = outcome.report
      const others = rows.left_out?.reasons.filter(({ code }) => code !== 'header' && code !== 'blank') ?? []
      if (rows.converted === 0 && problems.length + others.length === 0) silent.push(file)
    }
    expect(files.length).toBe(runs(60))
    expect(silent).toEqual([])
  })
})
