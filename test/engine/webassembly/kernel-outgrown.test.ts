import { expect, test } from 'vitest'
import { memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { specSchema } from '../../../src/contract/spec.ts'

const spec = specSchema.parse({ output: { dialect: 'postgresql', style: 'bulk' } })

async function converted(text: string, withKernel: boolean): Promise<string> {
  const parts: string[] = []
  const sink = { write: async (chunk: Uint8Array) => void parts.push(new TextDecoder().decode(chunk)) }
  const source = memorySource(new TextEncoder().encode(text))
  const request = { name: 'a.csv', source, sink, spec, inflate: nodeInflate }
  const outcome = await convert(withKernel ? request : { ...request, accelerator: null })
  expect(outcome.kind).toBe('done')
  return parts.join('')
}

// The row's cells exceed the kernel's memory. The batch must not be mistaken for one of the kernel's, at that time or
// later.
test('a late row with more cells than the kernel can hold does not affect the rows around it', async () => {
  const rows = Array.from({ length: 40_000 }, (_, row) =>
    row === 20_000 ? `${row},wide${','.repeat(140_000)}` : `${row},x${row}`,
  )
  const text = `a,b\n${rows.join('\n')}\n`
  const ours = await converted(text, true)
  expect(ours).toBe(await converted(text, false))
  expect(ours).toContain('\n20000\twide\n20001\tx20001\n')
})
