import { describe, expect, test } from 'vitest'
import { convert, acceleratorBytes, nodeInflate } from '../../../container/isolate.mjs'
import { BoundedSink, sourceOf } from '../../../durable-objects/engine/isolate-limits.ts'
import { specSchema } from '../../../src/contract/schemas.ts'

// The WebAssembly kernel in workerd, which does not compile WebAssembly from bytes.

const spec = specSchema.parse({ output: { dialect: 'postgresql' } })
const rows = (count: number, line: (row: number) => string): string =>
  Array.from({ length: count }, (_, row) => line(row)).join('')
const files: Readonly<Record<string, string>> = {
  'plain.csv': `id,name,born,balance\n${rows(3000, (row) => `${row},Name ${row},2024-02-${10 + (row % 19)},${row}.5\n`)}`,
  'quoted.csv': `id,text\n${rows(3000, (row) => `${row},"a ""quoted"" text, ${row}\nof two lines"\n`)}`,
  'objects.json': `[${rows(3000, (row) => `{"id":${row},"name":"Name ${row}","nested":{"x":[${row}]}},`)}{"id":0}]`,
  'tables.sql': `CREATE TABLE t (id int, name varchar(20));\nINSERT INTO t VALUES ${rows(3000, (row) => `(${row},'it''s ${row}'),`)}(0,NULL);\n`,
}

async function output(name: string, more: { readonly accelerator?: null } = {}): Promise<string> {
  const [sink, rejects] = [new BoundedSink(), new BoundedSink()]
  const source = sourceOf(new TextEncoder().encode(files[name]))
  const outcome = await convert({ name, source, sink, rejects, spec, inflate: nodeInflate, ...more })
  expect(outcome.kind).toBe('done')
  return new TextDecoder().decode(sink.bytes())
}

test('the kernel is available, and takes a small part of an isolate', () => {
  expect(acceleratorBytes()).toBeGreaterThan(0)
  // Two conversions run at a time in the 128 MB of an isolate.
  expect(acceleratorBytes()).toBeLessThanOrEqual(24 << 20)
})

describe.each(Object.keys(files))('%s', (name) => {
  test('is written the same with and without the kernel, and with a reused one', async () => {
    const plain = await output(name, { accelerator: null })
    expect(plain.length).toBeGreaterThan(10_000)
    expect(await output(name)).toBe(plain)
    expect(await output(name)).toBe(plain)
  })
})
