import type { FileHandle } from 'node:fs/promises'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import { PieceSize } from './piece-size.ts'

const { writeSync } = process.getBuiltinModule('node:fs')
/** Not `performance`: Node would load five modules to make it. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Writes to a file that somebody else opens and closes; one that is still being opened is waited for. Nothing waits beside it:
 * handing pieces to other threads takes longer than writing them.
 */
export function fileSink(opening: Promise<FileHandle>): ByteSink {
  const pieces = new PieceSize()
  return {
    async write(chunk) {
      const { fd } = await opening
      const size = pieces.best()
      const started = now()
      for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at, Math.min(size, chunk.length - at))
      pieces.took(size, chunk.length, now() - started)
    },
  }
}
