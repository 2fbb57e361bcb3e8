import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import type { ConvertProgress } from '../../container/engine/convert-types.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { readSpec, type Spec, type SpecInput } from '../../src/contract/spec.ts'
import { converted } from './support.ts'
import { runs } from '../property-runs.ts'

const csvOf = (values: readonly string[]): string => `id,v\n${values.map((value, at) => `${at},${value}`).join('\n')}\n`
const specOf = (sample_rows: number): SpecInput => ({
  output: { dialect: 'postgresql', format: 'csv' },
  inference: { sample_rows },
})
const many = (count: number, value: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => value(at))

/** Returns the values of the second column as written, without the header. */
const written = (script: string): string[] =>
  script
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf(',') + 1))

describe('a later row that proves the sample wrong', () => {
  const integers = many(30, String)
  const cases: readonly [string, readonly string[], readonly string[], string, readonly string[]][] = [
    ['a decimal after integers', integers, ['1.5'], 'decimal', ['1.5']],
    ['more digits than 64 bits hold', integers, ['99999999999999999999'], 'decimal', ['99999999999999999999']],
    ['both in one file', integers, ['1.5', '99999999999999999999'], 'decimal', ['1.5', '99999999999999999999']],
    ['an exponent after decimals', many(30, (at) => `${at}.5`), ['2.5e-7'], 'float', ['2.5e-7']],
    [
      'a time of day after dates',
      many(30, () => '2024-02-03'),
      ['2024-02-03 10:11:12'],
      'timestamp',
      ['2024-02-03 10:11:12'],
    ],
    ['a day above twelve', many(30, () => '03/04/2023'), ['13/02/2023'], 'date', ['2023-02-13']],
  ]
  test.each(cases)('corrects the column: %s', async (_, sample, late, type, lastValues) => {
    const { report, script } = await converted(csvOf([...sample, ...late]), specOf(10))
    expect(report.columns[1]?.type).toBe(type)
    expect(report.rows.rejected).toBe(0)
    expect(written(script).slice(-lastValues.length)).toEqual(lastValues)
    expect(report.notes.join(' ')).toContain(`row ${sample.length + 2} holds`)
  })

  test.each([
    ['integers', ['5', '', '-7'], 'integer', ['5', '', '-7']],
    ['decimals after integers', ['5', '1.25'], 'decimal', ['5', '1.25']],
    ['dates', ['31/12/2024', '01/02/2024'], 'date', ['2024-12-31', '2024-02-01']],
    ['text', ['x', '5'], 'text', ['x', '5']],
    ['numbers, then text', ['5', '6', 'x'], 'text', ['5', '6', 'x']],
    ['a null marker alone', ['N/A'], 'text', ['N/A']],
    ['numbers and a null marker', ['5', 'N/A'], 'integer', ['5', '']],
    ['spaces alone', ['  '], 'text', ['  ']],
  ] as const)('decides a column that has no value in the sample: %s', async (_, values, type, last) => {
    const { report, script } = await converted(csvOf([...many(30, () => ''), ...values]), specOf(10))
    expect(report.rows).toMatchObject({ converted: 30 + values.length, rejected: 0 })
    expect(report.columns[1]?.type).toBe(type)
    expect(
      written(script)
        .slice(-last.length)
        .map((value) => value.replaceAll('"', '')),
    ).toEqual(last)
  })

  test('keeps every value of many columns that are empty in the sample', async () => {
    const width = 12
    const rows = many(400, (at) =>
      many(width, (column) => (at > 20 && at % width === column ? (at % 5 === 0 ? `w${at}` : String(at)) : '')).join(
        ',',
      ),
    )
    const names = many(width, (column) => `c${column}`)
    const { report, script } = await converted(
      `id,${names.join(',')}\n${rows.map((row, at) => `${at},${row}`).join('\n')}\n`,
      specOf(10),
    )
    expect(report.rows).toMatchObject({ converted: 400, rejected: 0 })
    expect(script.trimEnd().split('\r\n').slice(1)).toEqual(rows.map((row, at) => `${at},${row}`))
  })

  test('leaves a column without any value as text, and reads nothing again', async () => {
    const { report } = await converted(csvOf(many(50, () => '')), specOf(10))
    expect(report.columns[1]).toMatchObject({ type: 'text', nullable: true })
    expect(report.rows).toMatchObject({ converted: 50, rejected: 0 })
    expect(report.notes).toEqual([])
  })

  test('corrects earlier output: ambiguous dates', async () => {
    const { report, script } = await converted(csvOf([...many(500, () => '03/04/2023'), '13/02/2023']), specOf(10))
    expect(new Set(written(script))).toEqual(new Set(['2023-04-03', '2023-02-13']))
    expect(report.fixes.filter(({ code }) => code === 'ambiguous_dates')).toEqual([])
  })

  test('corrects every column of a row at once', async () => {
    const rows = many(50, (at) => `${at},${at},03/04/2023`)
    const { report } = await converted(`a,b,c\n${rows.join('\n')}\n1.5,2.5,13/02/2023\n`, specOf(10))
    expect(report.columns.map(({ type }) => type)).toEqual(['decimal', 'decimal', 'date'])
    expect(report.rows).toMatchObject({ converted: 51, rejected: 0 })
  })

  test('gives a later JSON key a column', async () => {
    const lines = [...many(50, (at) => `{"id":${at}}`), '{"id":50,"late":"x"}', '{"later":true,"id":51}']
    const { report, script } = await converted(`${lines.join('\n')}\n`, specOf(10), 't.ndjson')
    expect(report.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['late', 'text'],
      ['later', 'boolean'],
    ])
    expect(script.trimEnd().split('\r\n').slice(-2)).toEqual(['50,x,', '51,,true'])
    expect(report.problems).toEqual([])
  })
})

describe('a stray value', () => {
  test('rejects its row, and the column keeps its type', async () => {
    const { report } = await converted(csvOf([...many(60, String), 'none of these', '7']), specOf(10))
    expect(report.columns[1]?.type).toBe('integer')
    expect(report.rows).toMatchObject({ converted: 61, rejected: 1 })
    expect(report.problems).toMatchObject([{ code: 'type_mismatch', row: 62, column: 'v', value: 'none of these' }])
  })

  test('does not inherit a wider type from the values next to it', async () => {
    const { report } = await converted(csvOf([...many(60, String), 'stray', '1.5']), specOf(10))
    expect(report.columns[1]?.type).toBe('decimal')
    expect(report.rows).toMatchObject({ converted: 61, rejected: 1 })
  })

  test('makes the column text if it is one of many, and every row is converted', async () => {
    const values = [...many(60, String), ...many(40, (at) => `A-${at}`)]
    const { report, script } = await converted(csvOf(values), specOf(10))
    expect(report.columns[1]?.type).toBe('text')
    expect(report.rows).toMatchObject({ converted: 100, rejected: 0 })
    expect(written(script)).toEqual(values)
  })

  test('in the other order of day and month does not change the order of all others', async () => {
    const values = [...many(40, () => '03/04/2023'), '13/02/2023', ...many(400, () => '04/25/2023')]
    const { report, script } = await converted(csvOf(values), specOf(10))
    expect(report.rows).toMatchObject({ converted: 440, rejected: 1 })
    expect(written(script)[0]).toBe('2023-03-04')
  })
})

async function convertedTo(pipe: boolean, text: string, spec: Spec) {
  const sink = memorySink()
  const progress: ConvertProgress[] = []
  const outcome = await convert({
    name: 't.csv',
    source: memorySource(new TextEncoder().encode(text)),
    sink: pipe ? { write: (chunk) => sink.write(chunk) } : sink,
    spec,
    inflate: nodeInflate,
    onProgress: (at) => {
      progress.push(at)
      return 'continue'
    },
  })
  if (outcome.kind !== 'done') throw new Error(outcome.kind)
  return { script: sink.text(), report: outcome.report, progress }
}

function read(spec: SpecInput): Spec {
  const reading = readSpec(spec)
  if (!reading.ok) throw new Error(reading.reasons.join())
  return reading.spec
}

test('a pipe that cannot be rewound gets only the corrected output', async () => {
  const text = csvOf([...many(5000, String), '0.5', ...many(5000, String), 'stray'])
  const [file, pipe] = [
    await convertedTo(false, text, read(specOf(100))),
    await convertedTo(true, text, read(specOf(100))),
  ]
  expect(pipe.script).toBe(file.script)
  expect(pipe.report).toEqual(file.report)
  expect(pipe.report.rows).toMatchObject({ converted: 10_001, rejected: 1 })
})

test('progress never decreases, and reports the second read', async () => {
  const { progress } = await convertedTo(false, csvOf([...many(20_000, String), '0.5']), read(specOf(100)))
  for (const [at, { rows, bytesRead, pass }] of progress.entries()) {
    const before = progress[at - 1] ?? { rows: 0, bytesRead: 0, pass: 1 }
    expect(rows >= before.rows && bytesRead >= before.bytesRead && pass >= before.pass).toBe(true)
  }
  expect(progress.at(-1)?.pass).toBe(2)
})

/** Columns of one kind each, as found in real files. The sample may see any part of them first. */
const values = {
  integer: fc.integer({ min: -99_999, max: 99_999 }).map(String),
  wide: fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String),
  decimal: fc.tuple(fc.nat(99_999), fc.nat(999)).map(([whole, part]) => `${whole}.${part + 1000}`),
  date: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 })).map(([m, d]) => `${d}/${m}/2024`),
  clock: fc.integer({ min: 10, max: 23 }).map((hour) => `2024-01-02 ${hour}:30:00`),
  day: fc.integer({ min: 10, max: 28 }).map((day) => `2024-01-${day}`),
}

test('a short sample gives the same result as a complete one that rejects no row', async () => {
  const mixes = [
    [values.integer, values.decimal],
    [values.integer, values.wide],
    [values.integer, values.wide, values.decimal],
    [values.date],
    [values.day, values.clock],
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...mixes).chain((mix) => fc.array(fc.oneof(...mix), { minLength: 30, maxLength: 120 })),
      fc.integer({ min: 1, max: 20 }),
      async (column, sampleRows) => {
        const text = csvOf(column)
        const whole = await converted(text, specOf(100_000))
        fc.pre(whole.report.rows.rejected === 0 && whole.report.columns[1]?.type !== 'text')
        const short = await converted(text, specOf(sampleRows))
        expect(short.report.rows).toEqual(whole.report.rows)
        expect(short.report.columns[1]?.type).toBe(whole.report.columns[1]?.type)
        expect(short.script).toBe(whole.script)
        const plain = await converted(text, specOf(sampleRows), 't.csv', null)
        expect(plain.script).toBe(short.script)
      },
    ),
    { numRuns: runs(120) },
  )
})
