import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import type { ConvertProgress } from '../../container/engine/convert-types.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { specSchema } from '../../src/contract/spec.ts'
import { runs } from '../property-runs.ts'

/**
 * A row that decides a column is placed at random after the sample. The result must be that of a file with this row at
 * the top.
 */
interface Column {
  readonly usual: fc.Arbitrary<string>
  readonly facts: readonly string[]
  /** A value that only text can store. */
  readonly stray: string | null
}

const two = (number: number): string => String(number).padStart(2, '0')
const day = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
const cents = fc.tuple(fc.nat(99), fc.integer({ min: 10, max: 99 }))
const columns: Readonly<Record<string, Column>> = {
  whole: {
    usual: fc.nat(999).map(String),
    facts: ['9.5', '9999999999', '99999999999999999999', '1.12345678', '-5', '+5', '(5)', '7-'],
    stray: 'oops',
  },
  decimal: {
    usual: cents.map((parts) => parts.join('.')),
    facts: ['1.123456789', '2.5e-7', '123456789012345678.25'],
    stray: 'about 5',
  },
  comma: { usual: cents.map((parts) => parts.join(',')), facts: ['1.234.567,25', '-3,5'], stray: 'x' },
  day: {
    usual: day.map(([a, b]) => `${two(a)}/${two(b)}/2023`),
    facts: ['25/12/2023', '12/25/2023'],
    stray: 'soon',
  },
  iso: {
    usual: day.map(([month, date]) => `2023-${two(month)}-${two(date)}`),
    facts: ['2023-01-02 10:11:12', '2023-01-02 10:11:12.123456'],
    stray: 'later',
  },
  timestamp: {
    usual: fc.nat(59).map((minute) => `2023-02-03 10:${two(minute)}:00`),
    facts: ['2023-01-02 10:11:12.123', '2023-01-02'],
    stray: 'never',
  },
  time: { usual: fc.nat(59).map((minute) => `10:${two(minute)}`), facts: ['10:11:12', '10:11:12.5'], stray: 'noon' },
  money: { usual: fc.nat(99).map((whole) => `$${whole}.00`), facts: ['$1,234.50', '-$5.25', '$0.005'], stray: 'free' },
  share: { usual: fc.nat(99).map((whole) => `${whole}%`), facts: ['12.5%'], stray: 'half' },
  text: { usual: fc.constantFrom('a', 'bb', 'c d'), facts: ['x'.repeat(300), '5'], stray: null },
  empty: { usual: fc.constant(''), facts: ['5', '5.5', '2024-01-01', 'word'], stray: null },
}

const sampleRows = 20
const table = fc
  .record({
    kinds: fc.array(fc.constantFrom(...Object.values(columns)), { minLength: 1, maxLength: 4 }),
    count: fc.integer({ min: 60, max: 250 }),
    seeds: fc.record({ column: fc.nat(), fact: fc.nat(), at: fc.nat(), stray: fc.nat(), hasStray: fc.boolean() }),
  })
  .chain(({ kinds, count, seeds }) =>
    fc.array(fc.tuple(...kinds.map(({ usual }) => usual)), { minLength: count, maxLength: count }).map((values) => {
      const at = sampleRows + 5 + (seeds.at % (count - sampleRows - 5))
      const stray = sampleRows + 5 + (seeds.stray % (count - sampleRows - 5))
      const column = seeds.column % kinds.length
      const facts = kinds[column]?.facts ?? []
      const rows = values.map((cells, row) => [String(row), ...cells])
      rows[at] = (rows[at] as string[]).with(column + 1, facts[seeds.fact % facts.length] as string)
      const strayText = seeds.hasStray && stray !== at ? (kinds[0]?.stray ?? null) : null
      if (strayText !== null) rows[stray] = (rows[stray] as string[]).with(1, strayText)
      return { names: ['id', ...kinds.map((_, index) => `c${index}`)], rows, at, strays: strayText === null ? 0 : 1 }
    }),
  )

async function result(bytes: Uint8Array, name: string, isPipe: boolean) {
  const sink = memorySink()
  const passes: number[] = []
  const outcome = await convert({
    name,
    source: memorySource(bytes),
    sink: isPipe ? { write: (chunk) => sink.write(chunk) } : sink,
    spec: specSchema.parse({
      output: { dialect: 'postgresql', format: 'csv' },
      inference: { sample_rows: sampleRows },
    }),
    inflate: nodeInflate,
    onProgress: ({ pass }: ConvertProgress) => {
      passes.push(pass)
      return 'continue'
    },
  })
  if (outcome.kind !== 'done') throw new Error(outcome.kind)
  const rows = papaparse.parse<string[]>(sink.text(), { delimiter: ',', skipEmptyLines: true }).data.slice(1)
  return {
    script: sink.text(),
    rows: rows.toSorted(([a], [b]) => Number(a) - Number(b)),
    types: outcome.report.columns.map(({ type }) => type),
    counts: outcome.report.rows,
    passes: Math.max(...passes, 1),
  }
}

test('a deciding row has the same effect anywhere, in a file, a pipe and a compressed file', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ names, rows, at, strays }) => {
      const write = (all: readonly (readonly string[])[]): Uint8Array =>
        new TextEncoder().encode(all.map((cells) => cells.join(';')).join('\n'))
      const last = write([names, ...rows])
      const late = await result(last, 't.csv', false)
      const early = await result(write([names, rows[at] as string[], ...rows.toSpliced(at, 1)]), 't.csv', false)
      expect({ rows: late.rows, types: late.types, rejected: late.counts.rejected }).toEqual({
        rows: early.rows,
        types: early.types,
        rejected: strays,
      })
      expect(late.counts.converted).toBe(rows.length - strays)
      expect((await result(last, 't.csv', true)).script).toBe(late.script)
      expect((await result(gzipSync(last), 't.csv.gz', false)).script).toBe(late.script)
      expect(late.passes).toBeLessThanOrEqual(4)
    }),
    { numRuns: runs(25), seed: 35 },
  )
})
