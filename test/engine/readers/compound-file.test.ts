import { CFB } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { BlockCache } from '../../../container/engine/bytes/block-cache.ts'
import { CompoundFile } from '../../../container/engine/bytes/compound-file.ts'
import { memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { openWorkbook } from './open-workbook.ts'

/** Writes a compound file with SheetJS's own module. */
function compound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = CFB.utils.cfb_new()
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, name, bytes)
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer)
}

const pattern = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255)

async function* noChunks(): AsyncIterable<Uint8Array> {}

test.each([0, 1, 63, 64, 65, 4095, 4096, 4097, 70_000, 1_100_000])(
  'a stream of %d bytes is read back',
  async (length) => {
    const bytes = compound({ '/Other': pattern(300), '/Data': pattern(length), '/Inner/Data': pattern(9) })
    const file = await CompoundFile.open(memorySource(bytes))
    const entry = file.find('DATA')
    expect(entry).not.toBeNull()
    if (entry === null) return
    const stream = await file.streamOf(entry)
    expect(stream.size).toBe(length)
    expect(Buffer.from(await stream.read(0, length)).equals(pattern(length))).toBe(true)
    const middle = await stream.read(Math.floor(length / 2), 1000)
    expect(
      Buffer.from(middle).equals(
        pattern(length)
          .subarray(Math.floor(length / 2))
          .subarray(0, 1000),
      ),
    ).toBe(true)
    const chunks: Uint8Array[] = []
    for await (const chunk of stream.stream(3)) chunks.push(chunk.slice())
    expect(Buffer.concat(chunks).equals(pattern(length).subarray(3))).toBe(true)
  },
)

test.each([
  ['/EncryptedPackage', 'encrypted_file', 'password'],
  ['/WordDocument', 'unsupported_format', 'Word document'],
  ['/PowerPoint Document', 'unsupported_format', 'presentation'],
  ['/VisioDocument', 'unsupported_format', 'Visio'],
  ['/__properties_version1.0', 'unsupported_format', 'Outlook'],
  ['/\u4840\u3f3f\u4577\u446c\u3b6a\u45e4\u4824', 'unsupported_format', 'installer'],
  ['/Unheard of', 'unsupported_format', 'without a workbook'],
])('a compound file with %s is %s', async (name, code, words) => {
  await expect(openWorkbook(compound({ [name]: pattern(5000) }))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words) as string,
  })
})

test('a chain of sectors with a loop is refused at once', async () => {
  const bytes = compound({ '/Workbook': pattern(100_000) })
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = (data.getUint32(76, true) + 1) * 512
  // Every sector names the first one as its successor.
  for (let at = table; at < table + 512; at += 4) if (data.getUint32(at, true) < 200) data.setUint32(at, 2, true)
  await expect(openWorkbook(bytes)).rejects.toMatchObject({ code: 'corrupt_file' })
})

test('false sizes and counts cost neither time nor memory', async () => {
  const bytes = compound({ '/Workbook': pattern(100_000) })
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const at of [40, 44, 64, 72]) data.setUint32(at, 0xffff_fff0, true)
  const before = process.memoryUsage().arrayBuffers
  await expect(openWorkbook(bytes)).rejects.toMatchObject({ code: 'corrupt_file' })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6)
})

test('a file so scattered that every step needs another block is refused', async () => {
  let reads = 0
  const read = async (_: number, length: number): Promise<Uint8Array> => {
    reads++
    return new Uint8Array(Math.min(length, 16))
  }
  const cache = new BlockCache({ size: 200 << 20, read, stream: noChunks })
  const jumping = async (): Promise<void> => {
    for (let step = 0; step < 1_000_000; step++) await cache.read(((step * 67) % 200) << 20, 8)
  }
  await expect(jumping()).rejects.toMatchObject({ code: 'corrupt_file' })
  expect(reads).toBeLessThan(200 * 20)
})
