import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { tarFiles } from '../../../../container/engine/bytes/archives/tar.ts'
import { StoredTar, streamedTar } from '../../../../container/engine/bytes/archives/tar-input.ts'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

/** Packs files with GNU tar. */
function tarOf(files: Files, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-tar-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const tar = execFileSync('tar', ['-C', folder, ...options, '-cf', '-', '.'], { maxBuffer: 1 << 28 })
  rmSync(folder, { recursive: true })
  return tar
}

async function* pieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  await Promise.resolve()
}

const inputs = {
  stored: (tar: Uint8Array) => new StoredTar(memorySource(tar)),
  streamed: (tar: Uint8Array) => streamedTar(pieces(tar, 700)),
}
type Input = keyof typeof inputs

/** Reads the files at the chosen positions and skips the others. */
async function filesOf(tar: Uint8Array, input: Input, reads: (at: number) => boolean = () => true): Promise<Files> {
  const files: Record<string, Buffer> = {}
  let at = 0
  for await (const { path, chunks } of tarFiles(inputs[input](tar))) {
    const parts: Uint8Array[] = []
    if (reads(at++)) for await (const chunk of chunks) parts.push(chunk.slice())
    files[path] = Buffer.concat(parts)
  }
  return files
}

const csv = { output: { format: 'csv', dialect: 'sqlite' } } as const
const table = 'id,name\n1,x\n'
const longPath = `${'folder/'.repeat(12)}${'n'.repeat(120)}ä.csv`

describe.each(Object.keys(inputs) as Input[])('a tar archive compressed as %s', (input) => {
  test.each(['gnu', 'oldgnu', 'posix', 'ustar', 'v7'])('is read in the format %s', async (format) => {
    const files = { 'a.csv': table, 'sub/b.csv': 'x'.repeat(512), 'sub/empty': '', 'c.csv': 'y'.repeat(70_000) }
    const tar = tarOf(files, `--format=${format}`)
    const found = await filesOf(tar, input)
    expect(Object.fromEntries(Object.entries(found).map(([path, bytes]) => [path, String(bytes)]))).toEqual(files)
    const second = await filesOf(tar, input, (at) => at % 2 === 1)
    expect(Object.keys(second).toSorted()).toEqual(Object.keys(files).toSorted())
  })

  test.each(['gnu', 'posix'])('is read with long names in the format %s', async (format) => {
    expect(Object.keys(await filesOf(tarOf({ [longPath]: table }, `--format=${format}`), input))).toEqual([longPath])
  })

  test('is incomplete if it ends early, wherever it is cut', async () => {
    const tar = tarOf({ 'a.csv': table, 'b.csv': 'x'.repeat(3000) }, '--blocking-factor=1')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: tar.length - 1024 }), async (length) => {
        await expect(filesOf(tar.subarray(0, length), input)).rejects.toMatchObject({ code: 'corrupt_file' })
      }),
      { numRuns: runs(60) },
    )
  })

  test('is refused if a header is damaged', async () => {
    const tar = tarOf({ 'a.csv': table })
    const headerAt = 512
    await fc.assert(
      fc.asyncProperty(fc.nat(344), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(tar)
        damaged[headerAt + at] = (damaged[headerAt + at] ?? 0) ^ change
        const read = await filesOf(damaged, input).catch((error: unknown) => error)
        const isSame = !(read instanceof Error) && String((read as Files)['a.csv']) === table
        expect(isSame || read).toSatisfy(
          (one: unknown) => one === true || (one as { code: string }).code === 'corrupt_file',
        )
      }),
      { numRuns: runs(100) },
    )
  })

  test('is refused if another one follows it', async () => {
    const twice = Buffer.concat([tarOf({ 'a.csv': table }), tarOf({ 'b.csv': table })])
    await expect(filesOf(twice, input)).rejects.toMatchObject({ code: 'corrupt_file' })
  })

  test('is refused with a false size', async () => {
    const tar = tarOf({ 'a.csv': table })
    tar.write('77777777777\0', 512 + 124, 'latin1')
    fixSum(tar, 512)
    await expect(filesOf(tar, input)).rejects.toMatchObject({ code: 'corrupt_file' })
    tar.fill(0xff, 512 + 124, 512 + 136)
    fixSum(tar, 512)
    await expect(filesOf(tar, input)).rejects.toMatchObject({ code: 'corrupt_file' })
  })

  test.each(['../a.csv', 'sub/../../a.csv'])('is refused with the path %s', async (path) => {
    const tar = tarOf({ 'a.csv': table })
    tar.fill(0, 512, 612)
    tar.write(path, 512, 'latin1')
    fixSum(tar, 512)
    await expect(filesOf(tar, input)).rejects.toMatchObject({ code: 'corrupt_file' })
  })

  test('is refused with links, because their rows would be missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-tar-'))
    symlinkSync('/etc/passwd', join(folder, 'a.csv'))
    const tar = execFileSync('tar', ['-C', folder, '-cf', '-', '.'])
    rmSync(folder, { recursive: true })
    await expect(filesOf(tar, input)).rejects.toMatchObject({ code: 'unsupported_format' })
  })
})

/** Computes the checksum of a header again, as POSIX defines it. */
function fixSum(tar: Buffer, at: number): void {
  tar.fill(32, at + 148, at + 156)
  const sum = tar.subarray(at, at + 512).reduce((total, byte) => total + byte, 0)
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1')
}

describe('an archive with one table', () => {
  const pack = (command: string, tar: Uint8Array): Buffer => execFileSync(command, ['-c'], { input: tar })
  const tar = tarOf({ 'people.csv': table })

  test.each([
    ['tar', 'people.tar', tar],
    ['tar.gz', 'people.tgz', gzipSync(tar)],
    ['tar.xz', 'people.tar.xz', pack('xz', tar)],
    ['tar.bz2', 'people.tar.bz2', pack('bzip2', tar)],
    ['tar.gz', 'people', gzipSync(tar)],
    ['zip', 'people.zip', Buffer.from(zipSync({ 'people.csv': Buffer.from(table) }))],
  ])('is read: %s', async (wrapping, name, file) => {
    const { script, report } = await converted(file, csv, name)
    expect(script).toBe(table.replaceAll('\n', '\r\n'))
    expect(report).toMatchObject({ table: 'people', input: { format: 'csv', wrapping }, rows: { converted: 1 } })
  })

  test.each(['xz', 'bzip2'])('may be compressed by %s alone', async (command) => {
    const { report } = await converted(pack(command, Buffer.from(table)), csv, 'people.csv')
    expect(report).toMatchObject({ table: 'people', input: { wrapping: command }, rows: { converted: 1 } })
  })

  const dump = 'CREATE TABLE `t` (`id` int PRIMARY KEY);\nINSERT INTO `t` VALUES (1),(2);\n'
  test('may be a dump and other files, which the report names', async () => {
    for (const file of [
      tarOf({ 'shop.sql': dump, 'README.txt': 'hello', '.DS_Store': 'x' }),
      zipSync({ 'shop.sql': Buffer.from(dump), 'README.txt': Buffer.from('hello') }),
    ]) {
      const { report } = await converted(file, { output: { dialect: 'postgresql' } }, 'shop.tar')
      expect(report.rows.converted).toBe(2)
      expect(report.notes).toContain('shop.sql was read. Left out: README.txt.')
    }
  })

  test('may contain a compressed dump', async () => {
    const { report } = await converted(
      tarOf({ 'shop.sql.gz': gzipSync(dump) }),
      { output: { dialect: 'postgresql' } },
      's.tar',
    )
    expect(report.rows.converted).toBe(2)
  })

  test('is refused if it has several tables, or none', async () => {
    await expect(converted(tarOf({ 'a.csv': table, 'b.csv': table }), csv, 't.tar')).rejects.toThrow(
      'unsupported_format: The archive contains 2 files.',
    )
    await expect(converted(tarOf({}), csv, 't.tar')).rejects.toThrow('empty_file: The archive contains no files.')
  })

  test('is refused if it unpacks to more than any honest file', async () => {
    // Repeats 45 MB that compress to a few bytes, 1.4 GB in all.
    const block = pack('bzip2', Buffer.alloc(45_000_000, 32))
    const bomb = Buffer.concat([pack('bzip2', Buffer.from('a,b\n')), ...Array.from({ length: 30 }, () => block)])
    await expect(converted(bomb, csv, 't.csv.bz2')).rejects.toThrow('corrupt_file: The file unpacks to far more data')
  })
})
