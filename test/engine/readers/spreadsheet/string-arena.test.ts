import { expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { KernelWorkbooks } from '../../../../container/engine/webassembly/readers/kernel-workbooks.ts'
import { type Kernel, openKernel } from '../../../../container/engine/webassembly/kernel/kernel.ts'
import { StringArena } from '../../../../container/engine/readers/spreadsheet/string-arena.ts'
import { readSharedStrings } from '../../../../container/engine/readers/xlsb/shared-strings.ts'

test.each([
  ['one long text', [100_000]],
  ['short ones, then a long one', [0, 5, 40_000, 3, 9_000_000, 1]],
  ['more than a page', [...Array.from({ length: 40 }, (_, index) => 900_000 + index), 7]],
])('%s is read back', (_, lengths) => {
  const strings = new StringArena()
  const textOf = (index: number, length: number): Uint8Array => new Uint8Array(length).fill(index + 1)
  lengths.forEach((length, index) => strings.add(textOf(index, length), 0, length))
  expect(strings.count).toBe(lengths.length)
  const wrong = lengths.flatMap((length, index) => {
    const out = new GrowingBytes(16)
    strings.appendTo(out, index)
    return Buffer.from(out.bytes.subarray(0, out.length)).equals(textOf(index, length)) ? [] : [index]
  })
  expect(wrong).toEqual([])
})

/** Returns an accelerator with an unusually small space for strings. */
function smallAccelerator(bytesMax: number, countMax: number): KernelWorkbooks {
  const kernel = openKernel()
  if (kernel === null) throw new Error('This platform has no WebAssembly.')
  const bytes = kernel.strings.bytes.subarray(0, bytesMax)
  const starts = kernel.strings.starts.subarray(0, countMax)
  const lengths = kernel.strings.lengths.subarray(0, countMax)
  kernel.call.attachStrings(bytes.byteOffset, bytesMax, starts.byteOffset, lengths.byteOffset, countMax)
  const small = Object.create(kernel, { strings: { value: { bytes, starts, lengths } } }) as Kernel
  return new KernelWorkbooks(small)
}

test.each([
  ['bytes', 200, 1000],
  ['numbers', 1 << 20, 7],
  ['nothing', 1 << 20, 1000],
])('strings that the kernel adds are read back when its space for %s ends', async (_, bytesMax, countMax) => {
  const texts = Array.from({ length: 60 }, (__, index) => `text ${'é'.repeat(index % 5)} ${index}`)
  const items = texts.map((text) => {
    const units = Buffer.from(text, 'utf16le')
    return Buffer.from([19, 5 + units.length, 0, text.length, 0, 0, 0, ...units])
  })
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < items.length; at += 9) yield Buffer.concat(items.slice(at, at + 9))
  }
  const strings = await readSharedStrings(chunks(), smallAccelerator(bytesMax, countMax))
  const out = new GrowingBytes(16)
  const read = texts.map((___, index) => {
    out.clear()
    strings.appendTo(out, index)
    return new TextDecoder().decode(out.bytes.subarray(0, out.length))
  })
  expect(read).toEqual(texts)
  expect(strings.count).toBe(texts.length)
  expect(strings.countInMemory).toBeGreaterThan(0)
  expect(strings.countInMemory < texts.length).toBe(bytesMax === 200 || countMax === 7)
})
