import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonWindow } from '../../../../container/engine/readers/json/json-window.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const mebibyte = 1 << 20

async function* cut(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a value is skipped', () => {
  test('up to its end in JSON, wherever chunks end', async () => {
    const property = fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), async (value, size) => {
      const window = new JsonWindow(cut(encode(`${JSON.stringify(value)},"next"`), size))
      await window.peek()
      await window.passValue()
      expect(await window.peek()).toBe(44)
      window.at++
      await window.peek()
      expect(await window.string()).toBe('next')
    })
    await fc.assert(property)
  })

  test.each([
    ['an array', `[${`{"a":"]\\\\\\"[","b":[1,{}]},`.repeat(40)}`, '0]'],
    ['a string', `"${'\\\\ \\" ] } '.repeat(99)}`, '"'],
  ])('without buffering it, even at 300 MiB: %s', async (_, part, close) => {
    const [first, more] = [encode(part), encode(part.slice(1).repeat(Math.ceil(mebibyte / part.length)))]
    async function* chunks(): AsyncIterable<Uint8Array> {
      yield first
      for (let sent = 0; sent < 300 * mebibyte; sent += more.length) yield more
      yield encode(`${close},"next"`)
    }
    const window = new JsonWindow(chunks())
    await window.peek()
    await window.passValue()
    expect(await window.peek()).toBe(44)
    expect(window.bytes.length).toBeLessThan(8 * mebibyte)
  })

  test.each([
    ['is malformed', '[1,tru]'],
    ['is cut off', '[1,"a'],
    ['is long and cut off', `["${'a'.repeat(3 * mebibyte)}"`],
  ])('unless it %s', async (_, text) => {
    const window = new JsonWindow(cut(encode(text), 1 << 16))
    await window.peek()
    await expect(window.passValue()).rejects.toThrow('The JSON is not valid at byte')
  })
})
