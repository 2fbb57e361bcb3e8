import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { BlockConverter } from '../../../container/engine/blocks/block-converter.ts'
import type { BlockAnswer, Threads } from '../../../container/engine/blocks/block-job.ts'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { openKernel } from '../../../container/engine/kernel/kernel.ts'
import { BlockThreads } from '../../../container/run/block-threads.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { type SpecInput, specSchema } from '../../../src/contract/spec.ts'

// The plain way is the referee: it is held against other programs and real databases elsewhere.

/** Threads that are none: the same work, each answer a little later. Counts what was done and what was left. */
function pretended(): { threads: Threads; counts: Record<BlockAnswer['kind'] | 'holes', number> } {
  const kernel = openKernel()
  let converter: BlockConverter | null = null
  const counts = { odd: 0, rows: 0, holes: 0 }
  const threads: Threads = {
    depth: 3,
    begin(job) {
      converter = kernel === null ? null : BlockConverter.open(kernel, structuredClone(job))
    },
    async convert(order) {
      await Promise.resolve()
      if (converter === null) throw new Error('no converter')
      const answer = converter.convert(order)
      counts[answer.kind]++
      if (answer.kind === 'rows') counts.holes += answer.holes.length
      return answer
    },
    memory: (bytes) => new Uint8Array(bytes),
  }
  return { threads, counts }
}

async function outcome(file: string, spec: SpecInput, chunkBytes: number, threads: Threads | null): Promise<unknown> {
  const sink = memorySink()
  const source = memorySource(new TextEncoder().encode(file), chunkBytes)
  const request = { name: 't.csv', source, sink, spec: specSchema.parse(spec), inflate: nodeInflate }
  const ended = await convert({ ...request, threads })
  if (ended.kind !== 'done') return ended
  // What stands among the rows and is none is reported before the rows of its batch: batches end elsewhere in blocks.
  const sorted = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).toSorted()
  const { fixes, problems, problems_summary, ...rest } = ended.report
  // A broken line is shown as far as its chunk went, whichever way it is read.
  const shown = problems.map((one) => (one.code === 'stray_quote' ? { ...one, value: '' } : one))
  const lists = [sorted(fixes), sorted(shown), sorted(problems_summary ?? [])]
  return { rest, lists, script: sink.text() }
}

const outputs: readonly SpecInput['output'][] = [
  { dialect: 'postgresql', style: 'bulk', batch_rows: 7 },
  { dialect: 'postgresql', batch_rows: 3 },
  { dialect: 'mysql', style: 'bulk' },
  { dialect: 'mariadb', batch_rows: 4 },
  { dialect: 'sqlite', batch_rows: 5 },
  { dialect: 'sql_server', style: 'bulk', batch_rows: 6 },
  { dialect: 'oracle', batch_rows: 2 },
  { dialect: 'sqlite', format: 'csv' },
]

const head = 'id,name,amount,day,note\n'
const plainRow = (id: number, note = 'x'): string =>
  `${id},Name ${id},${id}.5,2024-01-${String((id % 28) + 1).padStart(2, '0')},${note}\n`
/** The head of a file is read at once, 256 KiB of it: what comes after it comes in chunks. */
const start = head + Array.from({ length: 40 }, (_, id) => plainRow(id + 1, 'long '.repeat(1400))).join('')

const quoted = fc
  .array(fc.constantFrom('a', ',', '\n', '""', ' ', 'é', '\r\n', "'", '\\', 'long text '), { maxLength: 12 })
  .map((parts) => `"${parts.join('')}"`)
const note = fc.oneof(fc.constantFrom('', 'x', '\\.', "it's", 'ü', '\t', 'NULL', '\u0000', '&', '$$'), quoted)
const row = fc
  .tuple(
    fc.integer({ min: -5, max: 1e9 }),
    note,
    fc.integer({ min: 0, max: 999 }),
    fc.integer({ min: 1, max: 28 }),
    note,
  )
  .map(
    ([id, name, amount, day, last]) => `${id},${name},${amount}.25,2023-11-${String(day).padStart(2, '0')},${last}\n`,
  )
const odd = fc.constantFrom(
  'x,not an id,1,2024-01-01,n\n',
  '5, spaced , 7 ,2024-01-01,n\n',
  '5,no date,1,2024-02-30,n\n',
  '5,N/A,N/A,N/A,N/A\n',
  '1,2\n',
  '1,2,3,2024-01-01,5,6\n',
  '\n',
  head,
  '7,st"ray,1,2024-01-01,n\n',
  '7,"x"y,1,2024-01-01,n\n',
  '8,crlf,1,2024-01-01,n\r\n',
)
const fileOf = (oddWeight: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 100 - oddWeight, arbitrary: row }, { weight: oddWeight, arbitrary: odd }), {
      minLength: 20,
      maxLength: 150,
    })
    .map((rows) => start + rows.join(''))

test.each([
  ['clean', 0, 'rows'],
  ['a little odd', 2, 'rows'],
  ['odd', 15, 'odd'],
] as const)('any %s table in blocks is what it is without', async (_, weight, kind) => {
  const total = { odd: 0, rows: 0, holes: 0 }
  const chunk = fc.integer({ min: 100, max: 3000 })
  await fc.assert(
    fc.asyncProperty(fileOf(weight), fc.constantFrom(...outputs), chunk, async (file, output, chunkBytes) => {
      const spec: SpecInput = { output, inference: { sample_rows: 20 } }
      const plain = await outcome(file, spec, chunkBytes, null)
      const { threads, counts } = pretended()
      expect(await outcome(file, spec, chunkBytes, threads)).toEqual(plain)
      for (const key of ['odd', 'rows', 'holes'] as const) total[key] += counts[key]
    }),
    { numRuns: 50, endOnFailure: true },
  )
  expect(total[kind]).toBeGreaterThan(20)
})

const many = start + Array.from({ length: 20_000 }, (_, id) => plainRow(id + 100)).join('')
const spec: SpecInput = { output: { dialect: 'postgresql', style: 'bulk' }, inference: { sample_rows: 20 } }

test('threads do all of a plain file behind the sample, and a row that is not plain is a hole', async () => {
  const { threads, counts } = pretended()
  await outcome(many, spec, 50_000, threads)
  expect(counts.rows).toBeGreaterThan(5)
  expect([counts.odd, counts.holes]).toEqual([0, 0])
  const holed = pretended()
  await outcome(many.replace('Name 9000,9000.5', 'Name 9000,none'), spec, 50_000, holed.threads)
  expect([holed.counts.odd, holed.counts.holes]).toEqual([0, 1])
})

test('a blank line sends its block back, and threads go on behind it', async () => {
  const { threads, counts } = pretended()
  await outcome(many.replace('\n9000,', '\n\n9000,'), spec, 50_000, threads)
  expect(counts.odd).toBe(1)
  expect(counts.rows).toBeGreaterThan(5)
})

const real = new BlockThreads(2)
afterAll(() => real.close())

test('real threads write the same', async () => {
  const file = many.replace('Name 9000,9000.5', 'Name 9000,none')
  expect(await outcome(file, spec, 60_000, real)).toEqual(await outcome(file, spec, 60_000, null))
})
