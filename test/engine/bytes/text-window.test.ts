import { expect, test } from 'vitest'
import { TextWindow } from '../../../container/engine/bytes/text-window.ts'

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

function held({ bytes, at, end }: TextWindow): string {
  return new TextDecoder().decode(bytes.subarray(at, end))
}

test('the window keeps everything from `at`, whatever the sizes of chunks and buffer', async () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n')
  for (const size of [1, 7, 4_096, 1 << 20]) {
    const window = new TextWindow(pieces(text, size), 1 << 20, new Uint8Array((1 << 20) + 128 + 64))
    let joined = ''
    while (!window.isLast) {
      await window.fill()
      const all = held(window)
      const whole = window.isLast ? all.length : all.lastIndexOf('\n') + 1
      expect(text.startsWith(all, window.offset + window.at)).toBe(true)
      joined += all.slice(0, whole)
      window.at += whole
    }
    expect(joined).toBe(text)
  }
})

test('a long item is read again only a few times, at twice the length each time', async () => {
  const window = new TextWindow(pieces('x'.repeat(40 << 20), 64 << 10), 64 << 20)
  const lengths: number[] = []
  while (!window.isLast) {
    await window.fill()
    lengths.push(window.end - window.at)
  }
  expect(window.end - window.at).toBe(40 << 20)
  // The window grows from 256 KiB to 40 MiB in eight doublings, with chunks of 64 KiB.
  expect(lengths.length).toBeLessThan(20)
})

test('an item that is too long is buffered no further than needed to detect it', async () => {
  const window = new TextWindow(pieces('x'.repeat(8 << 20), 64 << 10), 3 << 20)
  while (window.end - window.at <= 3 << 20) await window.fill()
  expect(window.end - window.at).toBeLessThanOrEqual((3 << 20) + (64 << 10))
  expect(window.isLast).toBe(false)
})
