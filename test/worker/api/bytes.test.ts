import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newCaller } from './support.ts'

test('invalid UTF-8 is refused, and the next body is read normally', async () => {
  const caller = await newCaller()
  const worker = (exports as unknown as { default: Fetcher }).default
  const send = async (body: Uint8Array): Promise<number> => {
    const response = await worker.fetch('https://api.example/v1/conversions', {
      ...{ method: 'POST', headers: { authorization: `Bearer ${caller.key}` }, body },
    })
    await response.body?.cancel()
    return response.status
  }
  const good = new TextEncoder().encode('{"name":"ä.csv","bytes":3,"spec":{"output":{"dialect":"mysql"}}}')
  for (const cut of [Uint8Array.of(0x22, 0xc3), Uint8Array.of(0x7b, 0xff, 0x7d), Uint8Array.of(0xf0, 0x9f)]) {
    expect(await send(cut)).toBe(422)
    expect(await send(good)).toBe(201)
  }
})
