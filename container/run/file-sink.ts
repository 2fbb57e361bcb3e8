import type { FileHandle } from 'node:fs/promises'
import type { ByteSink } from '../engine/bytes/byte-source.ts'

const { writeSync } = process.getBuiltinModule('node:fs')

/**
 * What a file system is given at a time. It keeps a larger piece in a larger run of memory, which may take it several times as
 * long to find: docs/speed.md has the figures.
 */
export const pieceBytes = 1 << 16

/**
 * Writes to a file that somebody else opens and closes; one that is still being opened is waited for. Nothing waits beside it:
 * handing pieces to other threads takes longer than writing them.
 */
export function fileSink(opening: Promise<FileHandle>): ByteSink {
  return {
    async write(chunk) {
      const { fd } = await opening
      for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at, Math.min(pieceBytes, chunk.length - at))
    },
  }
}
