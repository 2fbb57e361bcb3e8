import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { failureReport } from '../../../container/engine/report/failure-report.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { readSpec } from '../../../src/contract/spec.ts'
import { say } from '../../../src/contract/catalog/say.ts'

test('a spec with more wrong columns than an error lists is still reported as an error in the spec', async () => {
  const columns = Array.from({ length: 500 }, (_, at) => ({ index: at + 2, name: 'x' }))
  const reading = readSpec({ output: { dialect: 'mysql' }, columns })
  if (!reading.ok) throw new Error(reading.reasons.join())
  const source = memorySource(new TextEncoder().encode('a,b\n1,2\n'))
  const outcome = await convert({ name: 'a.csv', source, sink: memorySink(), spec: reading.spec, inflate: nodeInflate })
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'invalid_spec' } })
  expect(outcome.kind === 'failed' && outcome.failure.problems).toHaveLength(100)
})

test('a long file name is shortened', () => {
  const name = '😀'.repeat(30_000)
  const { message, problems } = failureReport({
    code: 'corrupt_file',
    message: say`The part ${name} is damaged.`,
    problems: [{ code: 'zip_entry', value: name, message: say`One of ${name}.` }],
  })
  for (const text of [message, problems[0]?.value ?? '', problems[0]?.message ?? '']) {
    expect(text.length).toBeLessThan(1200)
    expect(text).toMatch(/😀…$/u)
  }
})
