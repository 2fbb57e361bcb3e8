import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memorySource } from '../../container/engine/bytes/memory-source.ts'
import { preview, type PreviewOutcome } from '../../container/engine/preview.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { type SpecInput, specSchema } from '../../src/contract/spec.ts'
import { dialects } from '../../src/contract/spec-values.ts'
import { converted } from './support.ts'

const previewed = (file: string, spec: SpecInput, name = 't.csv'): Promise<PreviewOutcome> =>
  preview({
    name,
    source: memorySource(new TextEncoder().encode(file)),
    spec: specSchema.parse(spec),
    inflate: nodeInflate,
    rowsMax: 2,
    outputBytesMax: 150,
  })

const orders = readFileSync('examples/orders.csv', 'utf8')
const people = '[{"id": 1, "name": "Zoë"}, {"id": 2, "name": null}, {"id": "three"}]'

test.each(
  dialects.flatMap((dialect) => [
    { dialect, name: 'orders.csv', file: orders },
    { dialect, name: 'people.json', file: people },
  ]),
)('a preview of a small $name for $dialect has the same report as a conversion', async ({ dialect, name, file }) => {
  const outcome = await previewed(file, { output: { dialect } }, name)
  const { script, report } = await converted(file, { output: { dialect } }, name)
  if (outcome.kind !== 'table') throw new Error(outcome.kind)
  expect(outcome).toMatchObject({ isWholeFile: true, report })
  expect(outcome.output).toMatch(/\n…$/)
  expect(script.startsWith(outcome.output.slice(0, -1))).toBe(true)
})

test('the first rows are shown as the file has them', async () => {
  const outcome = await previewed('id,name\n007, x\n8,\n9,y\n', { output: { dialect: 'sqlite' } })
  expect(outcome).toMatchObject({
    rows: [
      { number: 2, cells: ['007', ' x'] },
      { number: 3, cells: ['8', null] },
    ],
  })
})

test('a comment among the first rows is not shown as a row', async () => {
  const outcome = await previewed('id,name,day\n7,x,mon\n# closed\n8,y,tue\n9,z,wed\n', {
    output: { dialect: 'sqlite' },
  })
  expect(outcome).toMatchObject({
    rows: [
      { number: 2, cells: ['7', 'x', 'mon'] },
      { number: 4, cells: ['8', 'y', 'tue'] },
    ],
  })
})

test('the first rows are also shown as they will be written', async () => {
  const rows = ['id;when;amount', ...Array.from({ length: 30 }, (_, at) => `${at};13/02/2024;1.234,50`), 'x;y;z']
  const outcome = await preview({
    name: 't.csv',
    source: memorySource(new TextEncoder().encode(`${rows.join('\n')}\n`)),
    spec: specSchema.parse({ output: { dialect: 'postgresql' }, inference: { sample_rows: 30 } }),
    inflate: nodeInflate,
    rowsMax: 2,
    outputBytesMax: 150,
  })
  expect(outcome).toMatchObject({
    rows: [
      { number: 2, cells: ['0', '13/02/2024', '1.234,50'], written: ['0', '2024-02-13', '1234.50'] },
      { number: 3, written: ['1', '2024-02-13', '1234.50'] },
    ],
  })
})

test('a preview of a larger file reads only the sample', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => `${at},value ${at}`)
  const outcome = await previewed(`id,name\n${rows.join('\n')}\nlast,row\n`, {
    output: { dialect: 'sqlite' },
    inference: { sample_rows: 100 },
  })
  expect(outcome).toMatchObject({
    isWholeFile: false,
    report: { columns: [{ type: 'integer' }, { type: 'text' }], problems: [] },
  })
})

test('a dump has no sample, and a refused file has a reason', async () => {
  const dump = '-- MySQL dump 10.13\nCREATE TABLE `a` (\n  `b` int\n);\nINSERT INTO `a` VALUES (1);\n'
  expect(await previewed(dump, { output: { dialect: 'postgresql' } }, 'a.sql')).toEqual({ kind: 'dump' })
  expect(await previewed('', { output: { dialect: 'sqlite' } })).toMatchObject({
    kind: 'failed',
    failure: { code: 'empty_file' },
  })
})
