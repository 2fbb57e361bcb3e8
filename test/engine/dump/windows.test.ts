import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { specSchema } from '../../../src/contract/spec.ts'

const traps = readFileSync(join(import.meta.dirname, '../../fixtures/dumps/traps.sql'))
const tail = `INSERT INTO \`utf\` VALUES (9,'ё\\\\\\'''\\n','${'ÿ'.repeat(9)}','x'),(10,NULL,"it's \\"",''), (11 , 'a' , NULL , 'b' ) ;
/*!40000 ALTER TABLE utf DISABLE KEYS */; -- the end
# and another
`

async function through(bytes: Uint8Array, chunkBytes: number): Promise<string> {
  const sink = memorySink()
  const outcome = await convert({
    name: 'd.sql',
    source: memorySource(bytes, chunkBytes),
    sink,
    spec: specSchema.parse({ output: { dialect: 'postgresql', style: 'bulk' } }),
    inflate: nodeInflate,
  })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return `${sink.text()}${JSON.stringify(outcome.report)}`
}

test.each([1, 2, 3, 7, 16, 61, 1000])('a dump in chunks of %i bytes gives the same output', async (chunkBytes) => {
  const bytes = Buffer.concat([traps, Buffer.from(tail)])
  expect(await through(bytes, chunkBytes)).toBe(await through(bytes, bytes.length))
})

test.each([1, 2])('a stop in pass %i ends the conversion', async (pass) => {
  const sink = memorySink()
  let reads = 0
  const outcome = await convert({
    name: 'd.sql',
    source: memorySource(traps, 4096),
    sink,
    spec: specSchema.parse({ output: { dialect: 'postgresql' } }),
    inflate: nodeInflate,
    onProgress: ({ rows, bytesRead }) => {
      reads++
      expect(bytesRead).toBeLessThanOrEqual(traps.length)
      return pass === 1 || rows > 0 ? 'stop' : 'continue'
    },
  })
  expect(outcome).toEqual({ kind: 'stopped' })
  expect(reads).toBeGreaterThan(pass === 1 ? 0 : 1)
})

test('the progress of two passes rises once from 0 to the end', async () => {
  const insert = `INSERT INTO t VALUES (1,'${'x'.repeat(1000)}');\n`
  const dump = Buffer.from(`CREATE TABLE t (id int, name text);\n${insert.repeat(8000)}`)
  const positions: number[] = []
  const outcome = await convert({
    name: 'd.sql',
    source: memorySource(dump, 1 << 20),
    sink: memorySink(),
    spec: specSchema.parse({ output: { dialect: 'postgresql' } }),
    inflate: nodeInflate,
    onProgress: ({ bytesRead }) => {
      positions.push(bytesRead)
      return 'continue'
    },
  })
  expect(outcome.kind).toBe('done')
  expect(positions.length).toBeGreaterThan(4)
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
})
