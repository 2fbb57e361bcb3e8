import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileSource, openFileSource } from '../../../container/run/file-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'rowmill-file-'))
const bytes = new Uint8Array(13_500_000).map((_, at) => (at * 31) % 251)
let source: FileSource

beforeAll(() => {
  writeFileSync(join(folder, 'in'), bytes)
  source = openFileSource(join(folder, 'in'))
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

test('a file source reads exactly the requested bytes, and fewer at the end', async () => {
  expect(source.size).toBe(bytes.length)
  expect(await source.read(1000, 10)).toEqual(bytes.subarray(1000, 1010))
  expect(await source.read(bytes.length - 5, 10)).toEqual(bytes.subarray(-5))
  expect(await source.read(bytes.length + 5, 10)).toHaveLength(0)
})

test.each([
  [0, undefined],
  [1, 2],
  [5, 5],
  [1_048_570, 2_100_000],
  [4_194_300, 8_388_610],
  [100, 4_194_404],
  [100, 12_583_012],
  [100, 12_583_013],
  [13_499_999, undefined],
  [0, 20_000_000],
])('a file source streams from %d to %s', async (from, to) => {
  const parts: Uint8Array[] = []
  for await (const chunk of source.stream(from, to)) parts.push(chunk.slice())
  expect(Buffer.concat(parts).equals(bytes.subarray(from, to))).toBe(true)
})

test('a chunk stays valid until the next one is requested', async () => {
  let at = 0
  for await (const chunk of source.stream()) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(chunk).toEqual(bytes.subarray(at, at + chunk.length))
    at += chunk.length
  }
  expect(at).toBe(bytes.length)
})

test('a file that shrinks while it is read is refused', async () => {
  const path = join(folder, 'shrinking')
  writeFileSync(path, bytes)
  const shrinking = openFileSource(path)
  const shorter = /^The file became shorter while it was read\.$/
  const readAll = async (): Promise<void> => {
    for await (const { length } of shrinking.stream()) if (length > 0) truncateSync(path, 5_000_000)
  }
  await expect(readAll()).rejects.toThrow(shorter)
  await expect(shrinking.read(4_999_999, 2)).rejects.toThrow(shorter)
  expect(await shrinking.read(4_999_999, 1)).toHaveLength(1)
  await shrinking.close()
})

test('closing waits for pending reads', async () => {
  const path = join(folder, 'closed')
  writeFileSync(path, bytes)
  const left = openFileSource(path)
  const chunks = left.stream()
  await chunks[Symbol.asyncIterator]().next()
  const reading = left.read(0, bytes.length)
  await left.close()
  expect((await reading).length).toBe(bytes.length)
})
