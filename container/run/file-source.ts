import { type FileHandle, open } from 'node:fs/promises'
import type { ByteSink, ByteSource } from '../engine/bytes/byte-source.ts'

const chunkBytes = 1 << 20

/** A file on disk as a source. Chunks are fresh buffers, so a consumer may keep them. */
export async function openFileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const wanted = Math.max(0, Math.min(length, size - offset))
    const bytes = new Uint8Array(wanted)
    for (let filled = 0; filled < wanted;) {
      const { bytesRead } = await file.read(bytes, filled, wanted - filled, offset + filled)
      if (bytesRead === 0) return bytes.subarray(0, filled)
      filled += bytesRead
    }
    return bytes
  }
  return {
    size,
    read,
    async *stream(from = 0, to = size) {
      // One read is always under way while the consumer works on the chunk before it.
      let next = read(from, Math.min(chunkBytes, to - from))
      for (let at = from; at < to;) {
        const chunk = await next
        if (chunk.length === 0) return
        at += chunk.length
        next = at < to ? read(at, Math.min(chunkBytes, to - at)) : Promise.resolve(new Uint8Array(0))
        yield chunk
      }
    },
    close: () => file.close(),
  }
}

/** Writes to a file handle that somebody else opens and closes. */
export function fileSink(file: FileHandle): ByteSink {
  return {
    async write(chunk) {
      for (let written = 0; written < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written)
        written += bytesWritten
      }
    },
  }
}
