import { archiveMessages } from '../catalog/archives.ts'
import type { Decompress } from 'fzstd'
import type { XXHash } from 'xxhash-wasm'
import { InflateError } from './byte-source.ts'
import { ExactReads, littleEndian } from './exact-reads.ts'
import { joined } from './joined.ts'

/** Node and the zstd command have the same limit, because a frame with a larger window needs too much memory. */
const windowBytesMax = 2 ** 27
const blockKinds = { rle: 1, reserved: 3 } as const

/**
 * Decompresses Zstandard (RFC 8878) on platforms that cannot: browsers, and Node before 22.15. fzstd decodes the
 * blocks. It accepts any window and ignores dictionaries and checksums, so this module reads and checks the frames
 * around the blocks.
 */
export async function* everyZstdFrame(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const [{ Decompress }, { default: xxhash }] = await Promise.all([import('fzstd'), import('xxhash-wasm')])
  const hashes = await xxhash()
  const input = new ExactReads(chunks, () => new InflateError(archiveMessages.cutShort('zstd')))
  try {
    while (!(await input.isAtEnd())) {
      const magic = await input.take(4)
      if (isSkippable(magic)) await input.skip(littleEndian(await input.take(4)))
      else if (isFrame(magic)) yield* frame(await frameHeader(magic, input), input, Decompress, hashes.create64())
      else throw new InflateError(archiveMessages.zstdDamage.noFrame)
    }
  } finally {
    await input.close()
  }
}

async function* frame(
  header: FrameHeader,
  input: ExactReads,
  decompressor: typeof Decompress,
  sum: XXHash<bigint>,
): AsyncIterable<Uint8Array> {
  const out: Uint8Array[] = []
  const decoder = new decompressor((piece) => out.push(piece))
  decode(decoder, header.bytes, false)
  let written = 0
  for (let isLast = false; !isLast;) {
    const block = await nextBlock(input)
    isLast = block.isLast
    const checksum = await input.take(isLast && header.hasChecksum ? 4 : 0)
    decode(decoder, joined([block.bytes, checksum]), isLast)
    for (const piece of out.splice(0)) {
      sum.update(piece)
      written += piece.length
      yield piece
    }
    if (checksum.length > 0 && littleEndian(checksum) !== Number(sum.digest() & 0xffffffffn))
      throw new InflateError(archiveMessages.zstdDamage.checksum)
  }
  if (header.contentBytes !== null && written !== header.contentBytes)
    throw new InflateError(archiveMessages.zstdDamage.length)
}

/** Decodes bytes. The decoder throws an error at a damaged block. */
function decode(decoder: Decompress, bytes: Uint8Array, isLast: boolean): void {
  try {
    decoder.push(bytes, isLast)
  } catch (error) {
    throw new InflateError(`zstd: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const isFrame = (head: Uint8Array): boolean =>
  head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd
/** Returns whether a frame has no data. Parallel compressors write one first. */
const isSkippable = (head: Uint8Array): boolean =>
  (head[0] ?? 0) >> 4 === 5 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18

/** Returns whether a file begins like Zstandard. */
export const isZstd = (head: Uint8Array): boolean => isFrame(head) || isSkippable(head)

interface FrameHeader {
  readonly bytes: Uint8Array
  readonly hasChecksum: boolean
  readonly contentBytes: number | null
}

async function frameHeader(magic: Uint8Array, input: ExactReads): Promise<FrameHeader> {
  const descriptor = await input.take(1)
  const [flags = 0] = descriptor
  const [isSingle, hasChecksum] = [(flags & 0x20) !== 0, (flags & 4) !== 0]
  if ((flags & 8) !== 0) throw new InflateError(archiveMessages.zstdDamage.header)
  const window = await input.take(isSingle ? 0 : 1)
  const dictionary = await input.take([0, 1, 2, 4][flags & 3] ?? 0)
  if (dictionary.some((byte) => byte !== 0)) throw new InflateError(archiveMessages.zstdDamage.dictionary)
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0
  const size = await input.take(sizeBytes)
  const contentBytes = sizeBytes === 0 ? null : littleEndian(size) + (sizeBytes === 2 ? 256 : 0)
  if ((isSingle ? (contentBytes ?? 0) : windowBytes(window[0] ?? 0)) > windowBytesMax)
    throw new InflateError(archiveMessages.zstdDamage.memory)
  return { bytes: joined([magic, descriptor, window, dictionary, size]), hasChecksum, contentBytes }
}

const windowBytes = (descriptor: number): number => 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8)

async function nextBlock(input: ExactReads): Promise<{ readonly bytes: Uint8Array; readonly isLast: boolean }> {
  const head = await input.take(3)
  const word = littleEndian(head)
  const kind = (word >> 1) & 3
  if (kind === blockKinds.reserved) throw new InflateError(archiveMessages.zstdDamage.block)
  return { bytes: joined([head, await input.take(kind === blockKinds.rle ? 1 : word >> 3)]), isLast: (word & 1) !== 0 }
}
