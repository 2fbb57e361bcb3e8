import type { ByteSink } from '../engine/bytes/byte-source.ts'

const { ftruncateSync, writeSync } = process.getBuiltinModule('node:fs')

/** The size of one write. Larger pieces are faster on some machines, and several times as slow on some virtual ones. */
export const pieceBytes = 1 << 16

/**
 * Writes to a file that its caller opens and closes. Writes are synchronous, because other threads take longer to
 * receive the bytes than to write them. A regular file can be written again from its start.
 */
export function fileSink(fd: number, isRegular = false): ByteSink {
  let written = 0
  function write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const piece = Math.min(pieceBytes, chunk.length - at)
      at += writeSync(fd, chunk, at, piece, isRegular ? written + at : null)
    }
    written += chunk.length
  }
  // A function that is not async would throw an error, where the caller expects a rejected promise.
  const sink: ByteSink = { write: async (chunk) => write(chunk) }
  if (!isRegular) return sink
  return {
    ...sink,
    async restart() {
      ftruncateSync(fd, 0)
      written = 0
    },
  }
}
