import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { specSchema } from '../../src/contract/spec.ts'

const folder = 'test/fixtures/fuzz'
const finds = existsSync(folder) ? readdirSync(folder).toSorted() : []

test.each(finds)('%s, once found by fuzzing, is converted or fails with a code', async (name) => {
  const bytes = new Uint8Array(readFileSync(join(folder, name)))
  for (const style of ['inserts', 'bulk'] as const) {
    const outcome = await convert({
      name: name.slice(name.indexOf('-') + 1),
      source: memorySource(bytes),
      sink: { write: async () => {} },
      spec: specSchema.parse({ output: { dialect: 'postgresql', style } }),
      inflate: nodeInflate,
    })
    expect(['done', 'failed']).toContain(outcome.kind)
  }
})
