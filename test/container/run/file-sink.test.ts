import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSink } from '../../../container/run/file-sink.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-sink-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Chunk sizes around the size of a piece, all different. */
const sizes = [1, 0, 65_535, 1_048_576, 70_000, 3_000_001, 65_536, 1_200_000, 2_100_000, 5]
const chunkOf = (size: number, at: number): Uint8Array =>
  new Uint8Array(size).map((_, byte) => (byte * 7 + at * 31) % 251)
const all = Buffer.concat(sizes.map(chunkOf))

async function giveAll(fd: number): Promise<void> {
  const sink = fileSink(fd)
  for (const [at, size] of sizes.entries()) {
    const chunk = chunkOf(size, at)
    await sink.write(chunk)
    // The caller may reuse its chunk after the write.
    chunk.fill(255)
  }
  closeSync(fd)
}

test('a file receives all chunks in order, and its earlier content is gone', async () => {
  const path = join(folder, 'out')
  writeFileSync(path, 'x'.repeat(20_000_000))
  await giveAll(openSync(path, 'w'))
  expect(readFileSync(path).equals(all)).toBe(true)
})

test('a pipe receives all chunks in the same order', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  // Another process hashes, because writing to a pipe blocks this process until its reader continues.
  const hashing = `const hash = require('node:crypto').createHash('sha256');
    require('node:fs').createReadStream(process.argv[1]).on('data', (chunk) => hash.update(chunk))
      .on('end', () => console.log(hash.digest('hex')))`
  const reader = spawn(process.execPath, ['-e', hashing, path])
  const digest = text(reader.stdout)
  await giveAll(openSync(path, 'w'))
  expect((await digest).trim()).toBe(createHash('sha256').update(all).digest('hex'))
})

test('a full disk fails the write', async () => {
  const fd = openSync('/dev/full', 'w')
  await expect(fileSink(fd).write(new Uint8Array(5))).rejects.toMatchObject({ code: 'ENOSPC' })
  closeSync(fd)
})

test('a regular file is overwritten from its start', async () => {
  const path = join(folder, 'again')
  const fd = openSync(path, 'w')
  const sink = fileSink(fd, true)
  await sink.write(new TextEncoder().encode('the first pass'))
  await sink.restart?.()
  await sink.write(new TextEncoder().encode('the second'))
  closeSync(fd)
  expect(readFileSync(path, 'utf8')).toBe('the second')
})
