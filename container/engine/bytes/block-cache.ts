import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import type { ByteSource } from './byte-source.ts'

const blockBytes = 1 << 20
const blocksKept = 64
/** A reader passes over a file a few times. The cache refuses a file in which every step needs another block. */
const walksMax = 16

/** Keeps blocks of a source while they are in use, so that small reads all over a file cost few large ones. */
export class BlockCache {
  readonly size: number
  private readonly source: ByteSource
  /** The blocks in order of use. The least recently used one is first. */
  private readonly blocks = new Map<number, Uint8Array>()
  private loadsLeft: number

  constructor(source: ByteSource) {
    this.source = source
    this.size = source.size
    this.loadsLeft = (Math.ceil(source.size / blockBytes) + 1) * walksMax
  }

  /** Reads like the source, but the bytes belong to the cache and callers must not write to them. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size)
    if (offset >= end) return new Uint8Array(0)
    const first = Math.floor(offset / blockBytes)
    const last = Math.floor((end - 1) / blockBytes)
    if (first === last) return (await this.block(first)).subarray(offset - first * blockBytes, end - first * blockBytes)
    const bytes = new Uint8Array(end - offset)
    for (let index = first; index <= last; index++) {
      const start = index * blockBytes
      const part = (await this.block(index)).subarray(Math.max(offset - start, 0), end - start)
      bytes.set(part, Math.max(start - offset, 0))
    }
    return bytes
  }

  private async block(index: number): Promise<Uint8Array> {
    const block = this.blocks.get(index) ?? (await this.load(index))
    this.blocks.delete(index)
    this.blocks.set(index, block)
    if (this.blocks.size > blocksKept) {
      const [oldest] = this.blocks.keys()
      if (oldest !== undefined) this.blocks.delete(oldest)
    }
    return block
  }

  private load(index: number): Promise<Uint8Array> {
    if (this.loadsLeft-- === 0) throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.scatteredSectors)
    return this.source.read(index * blockBytes, blockBytes)
  }
}
