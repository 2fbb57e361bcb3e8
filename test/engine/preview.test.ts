import { describe, expect, test } from 'vitest'
import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { preview } from '../../container/engine/preview.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { dialects, readSpec, type SpecInput } from '../../src/contract/spec.ts'

const files = {
  'orders.csv': 'Order No;Placed;Amount\n1;31/12/2023;1.234,50\n2;13/01/2024;99,00\n3;;n/k\n',
  'people.json': '[{"id":1,"name":"Ana"},{"id":2,"name":null,"city":"Porto"}]',
  'notes.tsv': 'a title\n\ncode\ttext\n007\t"x ""y"""\n008\t\n',
}

async function both(name: string, text: string, input: SpecInput, rowsMax = 20, outputBytesMax = 100_000) {
  const reading = readSpec(input)
  if (!reading.ok) throw new Error(reading.reasons.join())
  const source = () => memorySource(new TextEncoder().encode(text))
  const sink = memorySink()
  const request = { name, spec: reading.spec, inflate: nodeInflate }
  const converted = await convert({ ...request, source: source(), sink })
  const seen = await preview({ ...request, source: source(), rowsMax, outputBytesMax })
  return { converted, seen, output: sink.text() }
}

describe('a preview', () => {
  test.each(dialects.flatMap((dialect) => Object.entries(files).map(([name, text]) => ({ dialect, name, text }))))(
    'of $name for $dialect promises what the conversion keeps',
    async ({ dialect, name, text }) => {
      const { converted, seen, output } = await both(name, text, { output: { dialect } })
      if (seen.kind !== 'table' || converted.kind !== 'done') throw new Error('neither was expected to fail')
      expect(seen.report).toEqual(converted.report)
      expect(seen.output).toBe(output)
      expect(seen.isWholeFile).toBe(true)
    },
  )

  test('shows the first rows as the file has them, below its header', async () => {
    const { seen } = await both('orders.csv', files['orders.csv'], { output: { dialect: 'sqlite' } }, 2)
    expect(seen.kind === 'table' && seen.rows).toEqual([
      { number: 2, cells: ['1', '31/12/2023', '1.234,50'] },
      { number: 3, cells: ['2', '13/01/2024', '99,00'] },
    ])
  })

  test('of a long file tells the sample and the beginning of the output, in whole lines', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `${row},name ${row}`).join('\n')
    const input: SpecInput = { output: { dialect: 'postgresql' }, inference: { sample_rows: 100 } }
    const { seen, output } = await both('long.csv', `id,name\n${rows}\n`, input, 20, 2000)
    if (seen.kind !== 'table') throw new Error(seen.kind)
    expect([seen.isWholeFile, seen.rows.length]).toEqual([false, 20])
    expect(seen.sampleRows).toBeLessThan(30_000)
    const shown = seen.output.replace(/\n…$/, '')
    expect(shown.length).toBeLessThanOrEqual(2000)
    expect(output.startsWith(shown)).toBe(true)
  })

  test('fails as the conversion does, and leaves dumps to it', async () => {
    const empty = await both('empty.csv', ' \n', { output: { dialect: 'mysql' } })
    expect(empty.seen).toEqual(empty.converted)
    const dump = 'CREATE TABLE `a` (`id` int NOT NULL) ENGINE=InnoDB;\nINSERT INTO `a` VALUES (1);\n'
    expect((await both('dump.sql', dump, { output: { dialect: 'postgresql' } })).seen).toEqual({ kind: 'dump' })
  })
})
