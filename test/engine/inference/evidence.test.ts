import { expect, test } from 'vitest'
import { readSpec } from '../../../src/contract/spec.ts'
import { memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { preview } from '../../../container/engine/preview.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'

async function evidenceOf(text: string) {
  const reading = readSpec({ output: { dialect: 'postgresql' } })
  if (!reading.ok) throw new Error('The spec is valid.')
  const { spec } = reading
  const source = memorySource(Buffer.from(text))
  const request = { name: 't.csv', source, spec, inflate: nodeInflate, rowsMax: 1, outputBytesMax: 0 }
  const outcome = await preview({ ...request, wantsEvidence: true })
  if (outcome.kind !== 'table') throw new Error('The file is a table.')
  return outcome.evidence
}

test('a text column reports the type of most of its values, and the first one of another type', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => `${at},1.5,2024-01-0${(at % 9) + 1},Ann ${at}`)
  const [integers, decimals, dates, names] = await evidenceOf(
    ['n,price,day,name', ...rows, 'x,free,soon,Bob', 'y,1.5,later,'].join('\n'),
  )
  expect(integers?.nearest).toEqual({ type: 'integer', values: 10, row: 12, value: 'x' })
  expect(decimals?.nearest).toEqual({ type: 'decimal', values: 11, row: 12, value: 'free' })
  expect(dates?.nearest).toEqual({ type: 'date', values: 10, row: 12, value: 'soon' })
  expect(names).toEqual({ index: 3, values: 11, empty: 1, nearest: null })
})

test('null markers do not count against a type, and typed columns need no reason', async () => {
  const [n] = await evidenceOf('n,name\n1,Ann\nN/A,Bob\n3,Cy\n')
  expect(n).toEqual({ index: 0, values: 3, empty: 0, nearest: null })
})
