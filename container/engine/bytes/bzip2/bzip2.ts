import { archiveMessages } from '../../catalog/archives.ts'
import { Bzip2Bits } from './bits.ts'
import { Bzip2Block } from './block.ts'
import { InflateError } from '../byte-source.ts'
import { joined } from '../joined.ts'

/**
 * The upper limit of a block's size: a code has at most 20 bits, and a block has at most 900,001 codes after its
 * tables.
 */
const blockBytesMax = 2_400_000
const blockMagic = 0x314159265359
const endMagic = 0x177245385090

/**
 * Decompresses every stream of a bzip2 file and checks each block and stream. Parallel compressors write many streams.
 */
export async function* everyBzip2Stream(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const input = new BlockInput(chunks)
  try {
    do yield* stream(input)
    while (await input.hasMore())
  } finally {
    await input.close()
  }
}

async function* stream(input: BlockInput): AsyncIterable<Uint8Array> {
  const { bits } = input
  await input.fill()
  const head = bits.take(24)
  const level = bits.take(8) - 0x30
  if (head !== 0x425a68 || level < 1 || level > 9) throw new InflateError(archiveMessages.bzip2Damage.noStream)
  const block = new Bzip2Block(level)
  let sum = 0
  for (;;) {
    await input.fill()
    const magic = bits.take(24) * 2 ** 24 + bits.take(24)
    const checksum = bits.take32()
    if (magic === endMagic) {
      if (checksum !== sum >>> 0) throw new InflateError(archiveMessages.bzip2Damage.checksum)
      bits.align()
      return
    }
    if (magic !== blockMagic) throw new InflateError(archiveMessages.bzip2Damage.block)
    block.read(bits)
    yield* block.pieces()
    if (block.checksum !== checksum) throw new InflateError(archiveMessages.bzip2Damage.blockChecksum)
    sum = ((sum << 1) | (sum >>> 31)) ^ checksum
  }
}

/** Holds as much of the file as one block may need. Blocks end within bytes and declare no length. */
class BlockInput {
  readonly bits = new Bzip2Bits()
  private readonly source: AsyncIterator<Uint8Array>
  private isEnded = false

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  async fill(): Promise<void> {
    if (this.isEnded || this.bits.left >= blockBytesMax) return
    const parts = [this.bits.rest()]
    for (let length = this.bits.left; length < blockBytesMax * 2 && !this.isEnded;) {
      const next = await this.source.next()
      this.isEnded = next.done === true
      if (next.done === true) break
      length += next.value.length
      // The source may reuse its buffer.
      parts.push(next.value.slice())
    }
    this.bits.replace(joined(parts))
  }

  async hasMore(): Promise<boolean> {
    await this.fill()
    return this.bits.left > 0
  }

  async close(): Promise<void> {
    await this.source.return?.()
  }
}
