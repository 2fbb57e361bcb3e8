import { describe, expect, test } from 'vitest'
import type { ByteSource } from '../../../container/engine/bytes/byte-source.ts'
import { memorySink } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { JsonRows } from '../../../container/engine/readers/json/json-rows.ts'
import { Reporter } from '../../../container/engine/report/reporter.ts'
import { RowBatch } from '../../../container/engine/table/row-batch.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { type SpecInput, specSchema } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

const output = { dialect: 'postgresql', format: 'csv' } as const

/** Returns a file that is never in memory, because its pieces are generated on request. */
function sourceOf(pieces: readonly { readonly text: string; readonly times: number }[]): ByteSource {
  const size = pieces.reduce((sum, { text, times }) => sum + text.length * times, 0)
  const bytesAt = (offset: number, length: number): Uint8Array => {
    const out = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    let begin = 0
    for (const { text, times } of pieces) {
      const end = begin + text.length * times
      const skipped = Math.max(0, offset - begin) % text.length
      const here = out.subarray(Math.max(0, begin - offset), Math.max(0, end - offset))
      here.fill(text.slice(skipped) + text.slice(0, skipped), 'latin1')
      begin = end
    }
    return out
  }
  return {
    size,
    read: (offset, length) => Promise.resolve(bytesAt(offset, length)),
    async *stream(from = 0, to = size) {
      for (let at = from; at < to; at += 1 << 20) yield await Promise.resolve(bytesAt(at, Math.min(1 << 20, to - at)))
    },
  }
}

async function convertedSource(source: ByteSource, spec: SpecInput) {
  const sink = memorySink()
  const outcome = await convert({ name: 't.csv', source, sink, spec: specSchema.parse(spec), inflate: nodeInflate })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return { script: sink.text(), report: outcome.report }
}

describe('rows too wide for a table', () => {
  test.each([
    ['quoted', '"'],
    ['unquoted', ''],
  ])('a field of 256 MiB, %s, is a rejected row with its reason', async (_, quote) => {
    const source = sourceOf([
      { text: `id,note\n1,first\n2,${quote}`, times: 1 },
      { text: 'abcdefghijklmnop', times: (256 << 20) / 16 },
      { text: `${quote}\n3,last\n`, times: 1 },
    ])
    const before = process.memoryUsage().rss
    const { script, report } = await convertedSource(source, { output })
    expect(report.rows).toMatchObject({ converted: 2, rejected: 1 })
    expect(report.problems).toEqual([expect.objectContaining({ code: 'row_too_long', row: 3 })])
    expect(report.problems[0]?.value?.length).toBeLessThanOrEqual(100)
    expect(script.split('\r\n')).toEqual(['id,note', '1,first', '3,last', ''])
    expect(process.memoryUsage().rss - before).toBeLessThan(512 << 20)
  })

  test('a value of 3 MB is converted completely, and shortened in the report', async () => {
    const long = 'x'.repeat(3_000_000)
    const many = Array.from({ length: 12_000 }, (__, at) => `${at},n${at}`).join('\n')
    const { script, report } = await converted(`id,note\n${many}\n1,${long}\noops,${long}\n`, { output })
    expect(script.includes(`1,${long}\r\n`)).toBe(true)
    expect(report.rows).toMatchObject({ converted: 12_001, rejected: 1 })
    const bad = `id,note\n${many}\n${long},y\n`
    const { report: second } = await converted(bad, { output })
    expect(second.problems[0]).toMatchObject({ code: 'type_mismatch', column: 'id', row: 12_002 })
    expect(second.problems[0]?.value?.length).toBeLessThanOrEqual(100)
    expect(JSON.stringify(second).length).toBeLessThan(10_000)
  })

  test('a hundred thousand rejected rows give a report with a hundred of them and their number', async () => {
    const good = Array.from({ length: 60_000 }, (_, at) => `${at},a`).join('\n')
    const bad = Array.from({ length: 100_000 }, (_, at) => `${at},b,more`).join('\n')
    const { report } = await converted(`id,note\n${good}\n${bad}\n`, { output })
    expect(report.rows).toMatchObject({ converted: 60_000, rejected: 100_000 })
    expect(report.problems.length).toBe(100)
    expect(report.problems_summary).toEqual([{ code: 'too_many_cells', count: 100_000 }])
  })
})

describe('a row of more cells than a table has columns', () => {
  const commas = ','.repeat(5_000_000)

  test('is rejected with its reason, without using memory', async () => {
    const rows = '1,2\n'.repeat(30_000)
    const before = process.memoryUsage().rss
    for (const above of ['', rows]) {
      const { script, report } = await converted(`a,b\n${above}3,4\n${commas}\n5,6\n`, { output })
      const row = above === '' ? 3 : 30_003
      expect(report.rows).toMatchObject({ converted: row - 1, rejected: 1 })
      expect(report.problems).toMatchObject([{ code: 'too_many_cells', row, message: /more than 262144 cells/ }])
      expect(script.endsWith('3,4\r\n5,6\r\n')).toBe(true)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20)
  })

  test.each([',', '|', '||'])('does not make a table if it is the only one, of %j', async (delimiter) => {
    const file = (text: string) => converted(text, { output, input: { delimiter } })
    const row = commas.replaceAll(',', delimiter)
    await expect(file(`a${row}\n`)).rejects.toThrow('corrupt_file: The only row cannot be read.')
    await expect(file(row)).rejects.toThrow('empty_file: The file contains no rows.')
  })

  test('is read if it has exactly as many', async () => {
    const names = Array.from({ length: 1 << 18 }, (_, at) => `c${at}`)
    const spec = { output: { dialect: 'postgresql' } } as const
    const refusal = 'invalid_spec: The file has 262144 columns, and postgresql allows 1600 in a table.'
    await expect(converted(`${names.join(',')}\n${names.join(',')}\n`, spec)).rejects.toThrow(refusal)
    await expect(converted(`${names.join(',')}\n`, spec, 't.csv', null)).rejects.toThrow(refusal)
  })

  test('has only its first cells in JSON, and the report names the others', () => {
    const reporter = new Reporter()
    const rows = new JsonRows(reporter)
    const batch = new RowBatch()
    const row = Object.fromEntries(Array.from({ length: (1 << 18) + 5 }, (_, at) => [`k${at}`, at]))
    const bytes = new TextEncoder().encode(JSON.stringify(row))
    rows.add(batch, bytes, { start: 0, end: bytes.length, key: null }, 1)
    expect([rows.names.length, batch.cellCount]).toEqual([1 << 18, 1 << 18])
    expect(reporter.problems[0]).toMatchObject({ code: 'too_many_keys', row: 1, value: '262144' })
    expect(reporter.problemsSummary).toEqual([{ code: 'too_many_keys', count: 5 }])
  })
})

describe('a start of the file without a line end', () => {
  test.each([',', ';', '|', '||', '"', ' ', '\t', "'", ',"', '\\,'])(
    'is checked at once if it consists of %j',
    async (piece) => {
      const started = performance.now()
      await converted(`${piece.repeat(400_000)}\nx\n`, { output: { dialect: 'postgresql' } }).catch(
        (error: unknown) => error,
      )
      expect(performance.now() - started).toBeLessThan(15_000)
    },
  )
})

test('objects with a new key each end the sample by its cells, later keys are reported, and no row is lost', async () => {
  const lines = Array.from({ length: 4000 }, (_, at) => `{"id":${at},"k${at}":${at}}\n`).join('')
  const { report } = await converted(lines, { output: { ...output, format: 'json' } }, 't.ndjson')
  expect(report.columns.length).toBeGreaterThan(2500)
  expect(report.columns.length).toBeLessThan(3500)
  expect(report.rows).toMatchObject({ converted: 4000, rejected: 0 })
  const late = report.problems_summary.filter(({ code }) => code === 'late_key')
  // A key in each row, and one that all rows share.
  expect(late.length + report.columns.length).toBe(4001)
})

describe('the depth of JSON', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`
  // Levels of a record, counting the record itself.
  const file = (levels: number): string => `[{"id":1,"deep":${nested(levels - 1)}},{"id":2,"deep":[]}]`

  test('may be 1,000 levels', async () => {
    const { script, report } = await converted(file(1000), { output }, 't.json')
    expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
    expect(script).toContain(nested(999))
  })

  test('may not be 1,001 levels, and the message says so', async () => {
    const outcome = await converted(file(1001), { output }, 't.json').catch((error: unknown) => String(error))
    if (typeof outcome === 'string') expect(outcome).toMatch(/^Error: corrupt_file: .*1,?000/)
    else
      expect(outcome.report.problems).toEqual([
        expect.objectContaining({ row: 1, message: expect.stringMatching(/1,?000/) as string }),
      ])
  })

  test.each(['ndjson', 'a million brackets'])('rejects deep lines of %s with a clear message', async (kind) => {
    const text = kind === 'ndjson' ? `{"id":1}\n{"id":2,"deep":${nested(1000)}}\n{"id":3}\n` : '['.repeat(1_000_000)
    const outcome = await converted(text, { output }, 't.ndjson').catch((error: unknown) => String(error))
    if (typeof outcome === 'string') expect(outcome).toMatch(/corrupt_file/)
    else expect(outcome.report.rows).toMatchObject({ converted: 2, rejected: 1 })
  })
})
