import { write as writeAt } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { ByteSink } from '../engine/bytes/byte-source.ts'

const blockBytes = 1 << 20
/**
 * What a file system is given at a time. It keeps a larger piece in a larger run of memory, which may take it several times as
 * long to find: docs/speed.md has the figures.
 */
export const pieceBytes = 1 << 16

/** Writes a file from its start. While one block is written the next one is filled: what is given stays the giver's. */
export class FileSink implements ByteSink {
  private readonly handle: Promise<FileHandle>
  /** Pipes and terminals have no places to write at. */
  private readonly hasPlaces: Promise<boolean>
  private block = new Uint8Array(blockBytes)
  private spare = new Uint8Array(blockBytes)
  private filled = 0
  private offset = 0
  private writing: Promise<void> = Promise.resolve()

  /** A file that is still being opened, and emptied, is waited for when there is something to write. */
  constructor(handle: Promise<FileHandle>) {
    this.handle = handle
    this.hasPlaces = handle.then(async (file) => (await file.stat()).isFile())
    // Whoever writes sees the error; a conversion that ends before that must not bring the process down.
    this.hasPlaces.catch(() => undefined)
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + blockBytes - this.filled)
      this.block.set(taken, this.filled)
      this.filled += taken.length
      from += taken.length
      if (this.filled === blockBytes) await this.send()
    }
  }

  /** Everything is written; throws what kept it from being so. */
  async finish(): Promise<void> {
    if (this.filled > 0) await this.send()
    await this.writing
  }

  /** However writing ended: nothing is under way any more. */
  async close(): Promise<void> {
    await this.writing.catch(() => undefined)
    await (await this.handle).close()
  }

  private async send(): Promise<void> {
    await this.writing
    const { block, filled, offset } = this
    this.block = this.spare
    this.spare = block
    this.filled = 0
    this.offset += filled
    this.writing = this.writeBlock(filled, block, offset)
    this.writing.catch(() => undefined)
  }

  private async writeBlock(count: number, block: Uint8Array, offset: number): Promise<void> {
    const { fd } = await this.handle
    const hasPlaces = await this.hasPlaces
    const size = hasPlaces ? pieceBytes : count
    return new Promise((resolve, reject) => {
      let underWay = Math.ceil(count / size)
      let failure: Error | null = null
      // The last of them settles it: none may be under way when the file is closed.
      const ended = (error: Error | null): void => {
        failure ??= error
        if (--underWay > 0) return
        if (failure === null) resolve()
        else reject(failure)
      }
      for (let at = 0; at < count; at += size)
        writePiece(fd, block, at, Math.min(count, at + size), hasPlaces ? offset : null, ended)
    })
  }
}

type Ended = (error: Error | null) => void

/** All of it, however little is taken at a time. `offset`: where the block begins in the file, if that has places. */
function writePiece(fd: number, block: Uint8Array, at: number, end: number, offset: number | null, ended: Ended): void {
  writeAt(fd, block, at, end - at, offset === null ? null : offset + at, (error, written) => {
    if (error !== null || at + written === end) ended(error)
    else writePiece(fd, block, at + written, end, offset, ended)
  })
}
