import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { copyObject } from '../../../src/storage/copy-object.ts'

const part = 5 << 20
const bytesOf = async (key: string): Promise<Uint8Array> =>
  new Uint8Array((await (await env.FILES.get(key))?.arrayBuffer()) ?? new ArrayBuffer(0))

describe('copying an object', () => {
  test.each([0, 1, part, part + 1, 2 * part, 2 * part + 7])('of %i bytes gives the same bytes', async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 12)) & 255)
    await env.FILES.put('from', bytes)
    expect(await copyObject(env.FILES, 'from', 'to', part)).toBe(true)
    expect(Buffer.compare(await bytesOf('to'), bytes)).toBe(0)
  })

  test('that is not there is told', async () => {
    expect(await copyObject(env.FILES, 'nowhere', 'to-nowhere')).toBe(false)
    expect(await env.FILES.head('to-nowhere')).toBeNull()
  })

  test('that changes on the way leaves nothing', async () => {
    await env.FILES.put('changing', new Uint8Array(2 * part))
    let gets = 0
    const files = new Proxy(env.FILES, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          if (name === 'get' && ++gets === 2) await target.put('changing', new Uint8Array(2 * part).fill(1))
          return Reflect.apply(value, target, args)
        }
      },
    })
    expect(await copyObject(files, 'changing', 'to-changing', part)).toBe(false)
    expect(await env.FILES.head('to-changing')).toBeNull()
  })
})
