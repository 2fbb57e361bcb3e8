import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { dialects, forcedTypes } from '../../src/contract/spec-values.ts'
import { readSpec, type SpecInput } from '../../src/contract/spec.ts'
import { converted } from './support.ts'
import { runs } from '../property-runs.ts'

const json = { dialect: 'postgresql', format: 'json' } as const
const rowsOf = (script: string): unknown => JSON.parse(script)

describe('input.null_values', () => {
  test('are NULL in columns of numbers and text, in quotes too, and are reported', async () => {
    const file = 'n,word\n1,unknown\n-999,x\n3," unknown "\n'
    const { script, report } = await converted(file, { input: { null_values: ['-999', 'unknown'] }, output: json })
    expect(rowsOf(script)).toEqual([
      { n: 1, word: null },
      { n: null, word: 'x' },
      { n: 3, word: null },
    ])
    expect(report.fixes).toMatchObject([
      { code: 'null_marker', column: 'word', count: 2, message: '"unknown" means no value, so it became NULL.' },
      { code: 'null_marker', column: 'n', count: 1, message: '"-999" means no value, so it became NULL.' },
    ])
  })

  test('do not decide the type of their column', async () => {
    const { report } = await converted('a\n1\nmissing\n2\n', { input: { null_values: ['missing'] }, output: json })
    expect(report.columns).toMatchObject([{ type: 'integer', nullable: true }])
  })

  test('do not affect the header, and apply after the sample too', async () => {
    const rows = Array.from({ length: 3000 }, (_, row) => (row % 2 === 0 ? 'x' : String(row)))
    const { script, report } = await converted(`x,y\n${rows.map((value) => `${value},a\n`).join('')}`, {
      input: { null_values: ['x'], header_row: 1 },
      output: json,
      inference: { sample_rows: 10 },
    })
    expect(report.columns.map(({ name }) => name)).toEqual(['x', 'y'])
    expect((rowsOf(script) as { x: number | null }[]).map(({ x }) => x)).toEqual(
      rows.map((value) => (value === 'x' ? null : Number(value))),
    )
    expect(report.fixes).toMatchObject([{ code: 'null_marker', count: 1500 }])
  })
})

describe('input.trim', () => {
  const file = 'a,b\n  x ,1\n"  ",2\n   ,3\ny,4\n'

  test('removes spaces around text, and blank cells without quotes are NULL', async () => {
    const { script, report } = await converted(file, { input: { trim: true }, output: json })
    expect(rowsOf(script)).toEqual([
      { a: 'x', b: 1 },
      { a: '', b: 2 },
      { a: null, b: 3 },
      { a: 'y', b: 4 },
    ])
    expect(report.fixes.map(({ code, count }) => [code, count])).toEqual([
      ['trimmed', 2],
      ['empty_to_null', 1],
    ])
  })

  test('is off by default, so text is kept as written', async () => {
    expect(rowsOf((await converted(file, { output: json })).script)).toMatchObject([{ a: '  x ' }, {}, {}, {}])
  })
})

describe('columns[].type', () => {
  const typed = (values: readonly string[], type: (typeof forcedTypes)[number], output: SpecInput['output'] = json) =>
    converted(`v,k\n${values.map((value) => `"${value.replaceAll('"', '""')}",k\n`).join('')}`, {
      input: { header_row: 1 },
      output,
      columns: [{ index: 0, type }],
    })
  const valuesOf = (script: string): unknown[] => (rowsOf(script) as { v: unknown }[]).map(({ v }) => v)

  test.each([
    ['boolean', ['1', '0', 'T', 'no', 'Off'], [true, false, true, false, false]],
    ['integer', ['00123', '-7', '5'], [123, -7, 5]],
    ['decimal', ['1', '2.50', '007'], [1, 2.5, 7]],
    ['decimal', ['1.234,50', '2,5'], [1234.5, 2.5]],
    ['float', ['1', '2.5', '1e3'], [1, 2.5, 1000]],
    ['date', ['13.02.2024', '01.03.2024'], ['2024-02-13', '2024-03-01']],
    ['timestamp', ['2024-01-01', '2024-01-02 10:30'], ['2024-01-01 00:00:00', '2024-01-02 10:30:00']],
    ['time', ['10:30', '23:59:59'], ['10:30:00', '23:59:59']],
    ['json', ['{"a":1}', '[]', '5'], [{ a: 1 }, [], 5]],
    ['text', ['1', '2'], ['1', '2']],
  ] as const)('%s reads %j', async (type, values, expected) => {
    const { script, report } = await typed(values, type)
    expect(report.columns[0]).toMatchObject({ type })
    expect(valuesOf(script)).toEqual(expected)
  })

  test('rejects rows with another value anywhere, and keeps the type', async () => {
    const values = ['a', ...Array.from({ length: 500 }, (_, row) => String(row)), 'b', '1.5']
    const { report } = await converted(`v,k\n${values.map((value) => `${value},k\n`).join('')}`, {
      input: { header_row: 1 },
      output: json,
      inference: { sample_rows: 100 },
      columns: [{ index: 0, type: 'integer' }],
    })
    expect(report.columns[0]).toMatchObject({ type: 'integer' })
    expect(report.problems).toMatchObject([
      { code: 'type_mismatch', row: 2, column: 'v', value: 'a' },
      { code: 'type_mismatch', row: 503, value: 'b' },
      { code: 'type_mismatch', row: 504, value: '1.5' },
    ])
  })

  test('turns text cells of a workbook or of JSON into numbers', async () => {
    const file = '[{"v":"12","k":"x"},{"v":7,"k":"y"}]'
    const given = { output: json, columns: [{ index: 0, type: 'integer' as const }] }
    expect(valuesOf((await converted(file, given, 't.json')).script)).toEqual([12, 7])
  })

  test('keeps what any type in any dialect can read, and rejects the rest', async () => {
    const value = fc.constantFrom('', '1', '-1', '1.5', '1e5', 'x', '2024-01-01', '2024-01-01T10:00:00Z', 'true', '{}')
    const cases = fc.tuple(fc.array(value, { minLength: 1, maxLength: 8 }), fc.constantFrom(...forcedTypes))
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(...dialects), async ([values, type], dialect) => {
        const { report } = await typed(values, type, { dialect })
        expect(report.columns[0]).toMatchObject({ type })
        expect(report.rows.converted + report.rows.rejected).toBe(values.length)
      }),
      { numRuns: runs(150) },
    )
  })
})

describe('output.compression', () => {
  test.each(['sql', 'csv', 'json'] as const)('gzip gives the same %s', async (format) => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `${row},text number ${row}\n`).join('')
    const file = new TextEncoder().encode(`a,b\n${rows}`)
    const bytesOf = async (compression: 'none' | 'gzip'): Promise<Uint8Array> => {
      const reading = readSpec({ output: { dialect: 'postgresql', format, compression } })
      if (!reading.ok) throw new Error(reading.reasons.join())
      const chunks: Uint8Array[] = []
      const sink = { write: (chunk: Uint8Array) => Promise.resolve(void chunks.push(chunk.slice())) }
      const request = { name: 't.csv', source: memorySource(file), sink, spec: reading.spec, inflate: nodeInflate }
      expect((await convert(request)).kind).toBe('done')
      return Buffer.concat(chunks)
    }
    const [plain, compressed] = [await bytesOf('none'), await bytesOf('gzip')]
    expect(gunzipSync(compressed).equals(plain)).toBe(true)
    expect(compressed.length).toBeLessThan(plain.length / 3)
  })

  test('starts again when a later row corrects the plan', async () => {
    const rows = `${'1\n'.repeat(30_000)}${'1.5\n'.repeat(100)}`
    const given = { output: { ...json, compression: 'gzip' as const }, inference: { sample_rows: 100 } }
    const reading = readSpec(given)
    if (!reading.ok) throw new Error(reading.reasons.join())
    const sink = memorySink()
    const source = memorySource(new TextEncoder().encode(`a\n${rows}`))
    const outcome = await convert({ name: 't.csv', source, sink, spec: reading.spec, inflate: nodeInflate })
    expect(outcome).toMatchObject({ kind: 'done', report: { columns: [{ type: 'decimal' }] } })
    const [, , last] = (rowsOf(gunzipSync(sink.bytes()).toString()) as { a: number }[]).slice(-3)
    expect(last).toEqual({ a: 1.5 })
  })

  test('the conversion ends when its sink fails', async () => {
    const reading = readSpec({ output: { ...json, compression: 'gzip' } })
    if (!reading.ok) throw new Error(reading.reasons.join())
    const sink = { write: () => Promise.reject(new Error('full')) }
    const file = Array.from({ length: 200_000 }, () => `${Math.random()}`).join('\n')
    const source = memorySource(new TextEncoder().encode(`a\n${file}\n`))
    const run = convert({ name: 't.csv', source, sink, spec: reading.spec, inflate: nodeInflate })
    await expect(run).rejects.toThrow('full')
  })
})

describe('the spec refuses', () => {
  test.each([
    [{ if_exists: 'drop', create_table: false }, 'output.if_exists must be fail or append'],
    [{ if_exists: 'replace' }, 'Did you mean "drop"?'],
    [{ primary_key: [] }, 'must name at least one column'],
    [{ compression: 'zstd' }, 'must be one of none, gzip'],
    [{ transaction: 'yes' }, 'must be true or false'],
  ])('%j', (output, message) => {
    const reading = readSpec({ output: { dialect: 'postgresql', ...output } })
    expect(reading.ok ? '' : reading.reasons.join()).toContain(message)
  })

  test.each([
    [{ primary_key: ['a'] }, {}, 'output.primary_key must be left out for a dump'],
    [{ if_exists: 'drop' }, { mode: 'data_only' }, 'output.if_exists must be fail or append'],
    [{ if_exists: 'append' }, { parts: ['data'] }, 'output.if_exists must not be append'],
  ] as const)('%j with %j for a dump, set or detected', async (fields, dump, message) => {
    const spec = { output: { dialect: 'postgresql', ...fields }, dump } as unknown as SpecInput
    const reading = readSpec({ ...spec, input: { format: 'sql_dump' } })
    expect(reading.ok ? '' : reading.reasons.join()).toContain(message)
    const file = 'CREATE TABLE `t` (`a` int);\nINSERT INTO `t` VALUES (1);\n'
    await expect(converted(file, spec, 'd.sql')).rejects.toThrow(message)
  })

  test('a type together with as_text, and compression of a zip', () => {
    const columns = [{ index: 0, as_text: true, type: 'date' }]
    const both = readSpec({ output: { dialect: 'mysql' }, columns })
    expect(both.ok ? '' : both.reasons.join()).toContain('columns[0].type must be text or null')
    const zip = readSpec({
      input: { sheets: 'all' },
      output: { dialect: 'mysql', format: 'csv', compression: 'gzip' },
    })
    expect(zip.ok ? '' : zip.reasons.join()).toContain('must be none')
  })

  test('a key that is not a column, or cannot be one', async () => {
    const keyed = (primary_key: string[]) =>
      converted('id,f\n1,1.5e3\n2,2.5e3\n', { output: { dialect: 'mysql', primary_key } })
    await expect(keyed(['idd'])).rejects.toThrow('has no column "idd". Did you mean "id"? It has: id, f.')
    await expect(keyed(['f'])).rejects.toThrow('cannot be in a primary key')
  })
})
