import { expect, test } from 'vitest'
import { OutputParts } from '../../../src/converter/page/output-parts.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('an output larger than one part is complete, and its preview has whole lines', async () => {
  const parts = new OutputParts(40)
  const line = `${'x'.repeat(1023)}\n`
  parts.add(bytes('first line\nsecond line\nthird line, which is cut\n'))
  for (let at = 0; at < 40; at++) parts.add(bytes(line.repeat(1024)))
  const text = await parts.blob().text()
  expect(text.length).toBe(48 + 40 * 1024 * 1024)
  expect(parts.head()).toBe('first line\nsecond line\n…')
})

test('a conversion that starts again discards the output of the first try', async () => {
  const parts = new OutputParts(100)
  parts.add(bytes('wrong\n'))
  parts.clear()
  parts.add(bytes('right\n'))
  expect([await parts.blob().text(), parts.head()]).toEqual(['right\n', 'right\n'])
})
