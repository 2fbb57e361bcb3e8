import type { ByteSource } from '../../../container/engine/bytes/byte-source.ts'

const chunkBytes = 1 << 20

/** Returns a file of the reader's own machine: read in pieces, never held whole. */
export function fileSource(file: Blob): ByteSource {
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(from, to).arrayBuffer())
  return {
    size: file.size,
    read: (offset, length) => read(offset, offset + length),
    async *stream(from = 0, to = file.size) {
      for (let at = from; at < to; at += chunkBytes) yield await read(at, Math.min(at + chunkBytes, to))
    },
  }
}
