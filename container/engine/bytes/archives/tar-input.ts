import { archiveMessages } from '../../catalog/archives.ts'
import { EngineFailure } from '../../failure.ts'
import type { ByteSource } from '../byte-source.ts'
import { ExactReads } from '../exact-reads.ts'

/** The blocks of a tar. Files that are not wanted are skipped. */
export interface TarInput {
  /** The position in the tar. */
  readonly at: number
  take(bytes: number): Promise<Uint8Array>
  /** Yields the next bytes in chunks of any size. */
  chunks(bytes: number): AsyncIterable<Uint8Array>
  skip(bytes: number): Promise<void>
  isZeroToTheEnd(): Promise<boolean>
}

const cutShort = (): EngineFailure => new EngineFailure('corrupt_file', archiveMessages.corrupt_file.tarCutShort)
const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

/** Reads a compressed tar. Everything before a file must be decompressed. */
export function streamedTar(unpacked: AsyncIterable<Uint8Array>): TarInput {
  const reads = new ExactReads(unpacked, cutShort)
  return {
    get at() {
      return reads.bytesRead
    },
    take: (bytes) => reads.take(bytes),
    async *chunks(bytes) {
      for (const end = reads.bytesRead + bytes; reads.bytesRead < end;) yield await reads.some(end - reads.bytesRead)
    },
    skip: (bytes) => reads.skip(bytes),
    async isZeroToTheEnd() {
      while (!(await reads.isAtEnd())) if (!isZero(await reads.some(1 << 16))) return false
      return true
    },
  }
}

/** Reads ahead, because the headers of many small files are close together. */
const aheadBytes = 1 << 17

/** Reads a tar without compression. Files that are not wanted are not read. */
export class StoredTar implements TarInput {
  at = 0
  bytesRead = 0
  private readonly source: ByteSource
  private ahead: Uint8Array = new Uint8Array(0)
  private aheadFrom = 0

  constructor(source: ByteSource) {
    this.source = source
  }

  async take(bytes: number): Promise<Uint8Array> {
    const end = this.at + bytes
    if (end > this.source.size) throw cutShort()
    if (this.at < this.aheadFrom || end > this.aheadFrom + this.ahead.length) {
      this.ahead = await this.source.read(this.at, Math.min(Math.max(aheadBytes, bytes), this.source.size - this.at))
      this.aheadFrom = this.at
    }
    const from = this.at - this.aheadFrom
    this.at = end
    return this.ahead.slice(from, from + bytes)
  }

  async *chunks(bytes: number): AsyncIterable<Uint8Array> {
    const end = this.at + bytes
    if (end > this.source.size) throw cutShort()
    for await (const chunk of this.source.stream(this.at, end)) {
      this.at += chunk.length
      this.bytesRead += chunk.length
      yield chunk
    }
  }

  skip(bytes: number): Promise<void> {
    this.at += bytes
    return Promise.resolve()
  }

  async isZeroToTheEnd(): Promise<boolean> {
    for await (const chunk of this.source.stream(this.at)) if (!isZero(chunk)) return false
    return true
  }
}
