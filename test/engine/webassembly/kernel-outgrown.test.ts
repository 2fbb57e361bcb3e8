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

// The row's cells outgrow the kernel's memory: the batch must not be taken for one of the kernel's, then or afterwards.
test('a row of more cells than the kernel has room for, late in a file, changes nothing of the rows around it', async () => {
  const rows = Array.from({ length: 40_000 }, (_, row) =>
    row === 20_000 ? `${row},wide${','.repeat(140_000)}` : `${row},x${row}`,
  )
  const text = `a,b\n${rows.join('\n')}\n`
  const ours = await converted(text, true)
  expect(ours).toBe(await converted(text, false))
  expect(ours).toContain('\n20000\twide\n20001\tx20001\n')
})
