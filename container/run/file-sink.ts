import type { FileHandle } from 'node:fs/promises'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import { PieceSize } from './piece-size.ts'

const { writeSync } = process.getBuiltinModule('node:fs')
/** Not `performance`: Node would load five modules to make it. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Writes to a file that somebody else opens and closes; one that is still being opened is waited for. Nothing waits beside it:
 * handing pieces to other threads takes longer than writing them. A regular file can be written again from its start.
 */
export function fileSink(opening: Promise<FileHandle>, isRegular = false): ByteSink {
  const pieces = new PieceSize()
  let written = 0
  async function write(chunk: Uint8Array): Promise<void> {
    const { fd } = await opening
    const size = pieces.best()
    const started = now()
    for (let at = 0; at < chunk.length;) {
      const piece = Math.min(size, chunk.length - at)
      at += writeSync(fd, chunk, at, piece, isRegular ? written + at : null)
    }
    written += chunk.length
    pieces.took(size, chunk.length, now() - started)
  }
  if (!isRegular) return { write }
  return {
    write,
    async restart() {
      await (await opening).truncate(0)
      written = 0
    },
  }
}
