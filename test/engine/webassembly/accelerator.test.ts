import { expect, test } from 'vitest'
import { type WebAssemblyAccelerator, withAccelerator } from '../../../container/engine/webassembly/accelerator.ts'

/** Lends accelerators to several conversions at once, and returns them. */
async function lentAtOnce(count: number): Promise<WebAssemblyAccelerator[]> {
  const lent: WebAssemblyAccelerator[] = []
  let end: () => void = () => {}
  const isEnd = new Promise<void>((resolve) => (end = resolve))
  const conversions = Array.from({ length: count }, () =>
    withAccelerator(async (accelerator) => {
      if (accelerator !== null) lent.push(accelerator)
      await isEnd
    }),
  )
  end()
  await Promise.all(conversions)
  return lent
}

const memoriesOf = (lent: readonly WebAssemblyAccelerator[]): Set<unknown> =>
  new Set(lent.map(({ input }) => input.buffer))

test('two accelerators wait for the next conversions, and the memory of the others is free', async () => {
  const before = await lentAtOnce(5)
  expect(memoriesOf(before).size).toBe(5)
  const after = await lentAtOnce(5)
  const known = memoriesOf(before)
  expect([...memoriesOf(after)].filter((memory) => known.has(memory))).toHaveLength(2)
  expect(new Set([...before, ...after]).size).toBe(10)
})

test('a failed conversion returns its accelerator', async () => {
  const failure = withAccelerator(async () => {
    throw new Error('failed')
  })
  await expect(failure).rejects.toThrow('failed')
  const [first] = await lentAtOnce(1)
  const [second] = await lentAtOnce(1)
  expect(first?.input.buffer).toBe(second?.input.buffer)
})
