import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { memorySink, memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../../container/engine/convert.ts'
import { nodeInflate } from '../../../../container/run/node-inflate.ts'
import { specSchema } from '../../../../src/contract/spec.ts'

/**
 * The files of nst/JSONTestSuite. Their first letter is the verdict: `y_` must be accepted, `n_` refused, and `i_` may
 * be either.
 */
const folder = new URL('../../../../../shared/corpus/json/nst/', import.meta.url)
if (!existsSync(folder)) console.log('json-suite: skipped, ../shared/corpus/json/nst is missing')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []

async function outcomeOf(name: string) {
  const spec = specSchema.parse({ input: { format: 'json' }, output: { dialect: 'postgresql' } })
  const source = memorySource(readFileSync(new URL(encodeURIComponent(name), folder)))
  const sink = memorySink()
  return convert({ name, source, sink, spec, inflate: nodeInflate })
}

describe.skipIf(files.length === 0)('JSONTestSuite', () => {
  it.each(files)('%s', async (name) => {
    const outcome = await outcomeOf(name)
    const failure = outcome.kind === 'failed' ? outcome.failure.code : null
    // Valid JSON without any row or column (`[]`, `{}`) cannot become a table. That refusal is not about the syntax.
    if (name.startsWith('y_')) expect([null, 'empty_file', 'no_columns']).toContain(failure)
    else if (name.startsWith('n_')) expect(failure).not.toBeNull()
    else expect(['done', 'failed']).toContain(outcome.kind)
  })
})
