import type { Message } from '../../../../src/contract/catalog/message.ts'
import { archiveMessages } from '../../catalog/archives.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { EngineFailure } from '../../failure.ts'
import { InflateError } from '../byte-source.ts'
import { Crc64 } from './crc64.ts'
import { ExactReads, littleEndian } from '../exact-reads.ts'
import { joined } from '../joined.ts'
import { Lzma } from './lzma.ts'
import { areBytes } from '../same-bytes.ts'

/** The limit of Zstandard applies here too: a larger window needs too much memory. `xz -9` uses 64 MiB. */
const windowBytesMax = 2 ** 27
const headerMagic = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)
const footerMagic = Uint8Array.of(0x59, 0x5a)
const lzma2 = 0x21

type Crc32 = (bytes: Uint8Array, previous?: number) => number

const { xzDamage } = archiveMessages
const damaged = (message: Message): InflateError => new InflateError(message)

/**
 * Decompresses every stream of an xz file and checks each header, block and index. Parallel compressors write many
 * blocks or streams.
 */
export async function* everyXzStream(chunks: AsyncIterable<Uint8Array>, crc32: Crc32): AsyncIterable<Uint8Array> {
  const input = new ExactReads(chunks, () => damaged(archiveMessages.cutShort('xz')))
  try {
    let start = await input.take(headerMagic.length)
    do yield* stream(start, input, crc32)
    while ((start = await nextMagic(input)).length > 0)
  } finally {
    await input.close()
  }
}

/** Finds the next stream. There may be zeros between streams, four at a time. */
async function nextMagic(input: ExactReads): Promise<Uint8Array> {
  while (!(await input.isAtEnd())) {
    const four = await input.take(4)
    if (four.some((byte) => byte !== 0)) return joined([four, await input.take(2)])
  }
  return new Uint8Array(0)
}

/** The totals over the blocks of a stream, which its index repeats. */
interface Blocks {
  count: number
  packedBytes: number
  plainBytes: number
}

async function* stream(start: Uint8Array, input: ExactReads, crc32: Crc32): AsyncIterable<Uint8Array> {
  if (!areBytes(headerMagic, start, 0, start.length)) throw damaged(xzDamage.noStream)
  const flags = await checked(await input.take(2), input, crc32)
  const check = checkOf(flags, crc32)
  const lzma = new Lzma()
  const blocks: Blocks = { count: 0, packedBytes: 0, plainBytes: 0 }
  for (;;) {
    const [size = 0] = await input.take(1)
    if (size === 0) break
    yield* block(await blockHeader(size, input, crc32), { input, check: check(), lzma, blocks })
  }
  const indexBytes = await readIndex(input, crc32, blocks)
  const sum = littleEndian(await input.take(4))
  const foot = await input.take(6)
  if (crc32(foot) >>> 0 !== sum) throw damaged(xzDamage.endChecksum)
  const isOurs = areBytes(flags, foot, 4, 6) && (littleEndian(foot.subarray(0, 4)) + 1) * 4 === indexBytes
  if (!isOurs || !areBytes(footerMagic, await input.take(2), 0, 2)) throw damaged(xzDamage.end)
}

/** Checks bytes against the CRC-32 that follows them. */
async function checked(bytes: Uint8Array, input: ExactReads, crc32: Crc32): Promise<Uint8Array> {
  if (littleEndian(await input.take(4)) !== crc32(bytes) >>> 0) throw damaged(xzDamage.headerChecksum)
  return bytes
}

interface BlockHeader {
  readonly bytes: number
  readonly packedBytes: number | null
  readonly plainBytes: number | null
  readonly windowBytes: number
}

async function blockHeader(size: number, input: ExactReads, crc32: Crc32): Promise<BlockHeader> {
  const bytes = (size + 1) * 4
  const rest = await input.take(bytes - 5)
  const header = await checked(joined([Uint8Array.of(size), rest]), input, crc32)
  const fields = new Fields(header.subarray(1))
  const flags = fields.byte()
  if ((flags & 0x3c) !== 0) throw damaged(xzDamage.header)
  const packedBytes = (flags & 0x40) === 0 ? null : fields.number()
  const plainBytes = (flags & 0x80) === 0 ? null : fields.number()
  const [filter, propertyBytes, window] = [fields.number(), fields.number(), fields.byte()]
  if ((flags & 3) !== 0 || filter !== lzma2) {
    throw new EngineFailure('unsupported_format', archiveMessages.unsupported_format.xzFilter)
  }
  if (propertyBytes !== 1 || window > 40 || !fields.areZero()) throw damaged(xzDamage.header)
  return { bytes, packedBytes, plainBytes, windowBytes: windowOf(window) }
}

function windowOf(property: number): number {
  const bytes = property === 40 ? 2 ** 32 - 1 : (2 | (property & 1)) * 2 ** ((property >> 1) + 11)
  if (bytes > windowBytesMax) {
    throw new EngineFailure('unsupported_format', archiveMessages.unsupported_format.xzWindow)
  }
  return bytes
}

interface BlockInput {
  readonly input: ExactReads
  readonly check: Check
  readonly lzma: Lzma
  readonly blocks: Blocks
}

async function* block(header: BlockHeader, { input, check, lzma, blocks }: BlockInput): AsyncIterable<Uint8Array> {
  const start = input.bytesRead
  let plainBytes = 0
  lzma.begin(header.windowBytes)
  for (let control = await controlByte(input); control !== 0; control = await controlByte(input)) {
    const plain = await nextChunk(control, input, lzma)
    plainBytes += plain.length
    check.add(plain)
    yield plain
  }
  const packedBytes = input.bytesRead - start
  const padding = await input.take((4 - (packedBytes & 3)) & 3)
  const matchesHeader =
    (header.packedBytes ?? packedBytes) === packedBytes && (header.plainBytes ?? plainBytes) === plainBytes
  if (!matchesHeader || padding.some((byte) => byte !== 0)) throw damaged(xzDamage.length)
  const sum = await input.take(check.bytes)
  if (!areBytes(check.end(), sum, 0, sum.length)) throw damaged(xzDamage.checksum)
  blocks.count++
  blocks.packedBytes += header.bytes + packedBytes + check.bytes
  blocks.plainBytes += plainBytes
}

const controlByte = async (input: ExactReads): Promise<number> => (await input.take(1))[0] ?? 0

/** Reads a chunk of LZMA2: up to 64 KiB without compression, or compressed bytes that become up to 2 MiB. */
async function nextChunk(control: number, input: ExactReads, lzma: Lzma): Promise<Uint8Array> {
  if (control < 0x80) {
    if (control > 2) throw damaged(xzDamage.chunk)
    if (control === 1) lzma.resetWindow()
    return lzma.copy(await input.take(sizeOf(await input.take(2))))
  }
  const sizes = await input.take(4)
  const plainBytes = ((control & 0x1f) << 16) + sizeOf(sizes)
  const reset = (control >> 5) & 3
  if (reset === 3) lzma.resetWindow()
  if (reset >= 2) lzma.setProperties((await input.take(1))[0] ?? 0)
  else if (reset === 1) lzma.resetState()
  return lzma.decode(await input.take(sizeOf(sizes.subarray(2))), plainBytes)
}

const sizeOf = ([high = 0, low = 0]: Uint8Array): number => high * 256 + low + 1

/** Compares the index with the blocks that were read. Returns its length, which the end of the stream repeats. */
async function readIndex(input: ExactReads, crc32: Crc32, blocks: Blocks): Promise<number> {
  const start = input.bytesRead - 1
  let crc = crc32(Uint8Array.of(0))
  const number = async (): Promise<number> => {
    const fields: number[] = []
    do fields.push(...(await input.take(1)))
    while ((fields.at(-1) ?? 0) >= 0x80 && fields.length < 9)
    crc = crc32(Uint8Array.from(fields), crc)
    return new Fields(Uint8Array.from(fields)).number()
  }
  const declared: Blocks = { count: await number(), packedBytes: 0, plainBytes: 0 }
  if (declared.count !== blocks.count) throw damaged(xzDamage.index)
  for (let at = 0; at < declared.count; at++) {
    declared.packedBytes += await number()
    declared.plainBytes += await number()
  }
  const padding = await input.take((4 - ((input.bytesRead - start) & 3)) & 3)
  const isRight = declared.packedBytes === blocks.packedBytes && declared.plainBytes === blocks.plainBytes
  if (!isRight || padding.some((byte) => byte !== 0)) throw damaged(xzDamage.index)
  const sum = littleEndian(await input.take(4))
  if (crc32(padding, crc) >>> 0 !== sum) throw damaged(xzDamage.indexChecksum)
  return input.bytesRead - start
}

/** The fields of a header. Numbers have seven bits in each byte, the lowest first. */
class Fields {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw damaged(xzDamage.header)
    return byte
  }

  number(): number {
    let value = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = this.byte()
      value += (byte & 127) * weight
      if (byte < 128) return value
    }
  }

  areZero(): boolean {
    return this.bytes.subarray(this.at).every((byte) => byte === 0)
  }
}

/** A checksum of the decompressed bytes of a block. */
interface Check {
  readonly bytes: number
  add(plain: Uint8Array): void
  end(): Uint8Array
}

function checkOf([reserved, kind = 0]: Uint8Array, crc32: Crc32): () => Check {
  if (reserved !== 0) throw damaged(xzDamage.header)
  if (kind === 0) return () => ({ bytes: 0, add: () => {}, end: () => new Uint8Array(0) })
  if (kind === 1) return () => crc32Check(crc32)
  if (kind === 4) return () => new Crc64()
  if (kind === 10) return sha256Check
  throw damaged(xzDamage.checksumKind)
}

function crc32Check(crc32: Crc32): Check {
  let sum = 0
  return {
    bytes: 4,
    add: (plain) => {
      sum = crc32(plain, sum)
    },
    end: () => new Uint8Array(Uint32Array.of(sum).buffer),
  }
}

function sha256Check(): Check {
  const hash = sha256.create()
  return {
    bytes: 32,
    add: (plain) => {
      hash.update(plain)
    },
    end: () => hash.digest(),
  }
}
