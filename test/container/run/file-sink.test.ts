import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileSink } from '../../../container/run/file-sink.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-sink-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Chunks of sizes around those of blocks and pieces, no two alike. */
const sizes = [1, 0, 65_535, 1_048_576, 70_000, 3_000_001, 917_504, 5]
const chunkOf = (size: number, at: number): Uint8Array =>
  new Uint8Array(size).map((_, byte) => (byte * 7 + at * 31) % 251)
const all = Buffer.concat(sizes.map(chunkOf))

/** What is given is the giver's again once it is written: here it is spoiled then. */
async function giveAll(sink: FileSink): Promise<void> {
  for (const [at, size] of sizes.entries()) {
    const chunk = chunkOf(size, at)
    await sink.write(chunk)
    chunk.fill(255)
  }
  await sink.finish()
  await sink.close()
}

test('a file holds what was given, in order, and nothing of what it held', async () => {
  const path = join(folder, 'out')
  writeFileSync(path, 'x'.repeat(20_000_000))
  await giveAll(new FileSink(open(path, 'w')))
  expect(readFileSync(path).equals(all)).toBe(true)
})

test('a pipe gets it in the same order', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const read = buffer(createReadStream(path))
  await giveAll(new FileSink(open(path, 'w')))
  expect((await read).equals(all)).toBe(true)
})

test('a file to which nothing is given is empty', async () => {
  const path = join(folder, 'empty')
  const sink = new FileSink(open(path, 'w'))
  await sink.finish()
  await sink.close()
  expect(readFileSync(path)).toHaveLength(0)
})

test('a full disk is told to who writes on, to who finishes, and closes', async () => {
  const writing = new FileSink(open('/dev/full', 'w'))
  await expect(async () => {
    for (let block = 0; block < 3; block++) await writing.write(new Uint8Array(1 << 20))
  }).rejects.toMatchObject({ code: 'ENOSPC' })
  await writing.close()
  const finishing = new FileSink(open('/dev/full', 'w'))
  await finishing.write(new Uint8Array(5))
  await expect(finishing.finish()).rejects.toMatchObject({ code: 'ENOSPC' })
  await finishing.close()
})

test('of several pieces that fail none is still under way when the file is closed', async () => {
  const path = join(folder, 'read-only')
  writeFileSync(path, 'as it was')
  const sink = new FileSink(open(path, 'r'))
  await sink.write(new Uint8Array(1 << 20))
  await sink.close()
  await expect(sink.finish()).rejects.toMatchObject({ code: 'EBADF' })
  expect(readFileSync(path, 'utf8')).toBe('as it was')
})

test('a file that cannot be opened is no matter until something is to be written', async () => {
  const sink = new FileSink(open(join(folder, 'no', 'such'), 'w'))
  await sink.write(new Uint8Array(5))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await expect(sink.finish()).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(sink.close()).rejects.toMatchObject({ code: 'ENOENT' })
})
