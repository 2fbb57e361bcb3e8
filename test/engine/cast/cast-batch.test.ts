import { describe, expect, test } from 'vitest'
import { bothWays } from '../webassembly/both-ways.ts'
import { everyOutput } from '../every-output.ts'
import { converted } from '../support.ts'

describe('a column of nested JSON', () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, at) => `{"a":{"x":[${at}]},"b":1}\n`).join('')
  const later =
    '{"a":"text","b":2}\n{"a":"5","b":3}\n{"a":5,"b":4}\n{"a":true,"b":5}\n{"a":null,"b":6}\n{"a":"","b":7}\n'
  const inference = { sample_rows: 10 }

  test('reads a plain text after the sample as a JSON string', async () => {
    const { script, report } = await converted(
      rows(30_000) + later,
      { output: { dialect: 'postgresql', format: 'json' }, inference },
      't.ndjson',
    )
    const written = JSON.parse(script) as { a: unknown; b: number }[]
    expect(written.slice(30_000)).toEqual(
      later
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(report).toMatchObject({ rows: { converted: 30_006, rejected: 0 }, problems: [], fixes: [] })
  })

  test('keeps text on request', async () => {
    const { report } = await converted(
      rows(30_000) + later,
      { output: { dialect: 'postgresql' }, inference, columns: [{ index: 0, as_text: true }] },
      't.ndjson',
    )
    expect(report.rows).toMatchObject({ converted: 30_006, rejected: 0 })
  })

  test.each(everyOutput)('is the same in plain code: %j', async (output) => {
    const { ours, plain } = await bothWays(
      `${rows(2000)}${later}${rows(20)}`,
      { output, inference: { sample_rows: 1 } },
      't.ndjson',
    )
    expect(ours).toEqual(plain)
  })
})

describe('a rejected row', () => {
  const file = `a,b,c\n${'true,1,x\n'.repeat(5000)}TRUE,no,x\nTRUE,2,x\n N/A ,no,x\nTRUE,no,x\ntrue,3\nTRUE,,no number,x\n`

  test('counts toward no fix, because nothing of it was written', async () => {
    for (const accelerator of [undefined, null] as const) {
      const spec = { output: { dialect: 'postgresql' }, inference: { sample_rows: 10 } } as const
      const { report } = await converted(file, spec, 't.csv', accelerator)
      expect(report.rows).toMatchObject({ converted: 5002, rejected: 4 })
      expect(report.fixes).toMatchObject([
        { code: 'boolean_form', column: 'a', count: 1, first_row: 5003, examples: ['TRUE'] },
        { code: 'missing_cells', column: 'c', count: 1, first_row: 5006 },
      ])
    }
  })
})
