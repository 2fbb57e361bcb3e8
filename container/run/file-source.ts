import { type FileHandle, open } from 'node:fs/promises'
import type { ByteSink, ByteSource } from '../engine/bytes/byte-source.ts'

const chunkBytes = 1 << 20

export interface FileSource extends ByteSource {
  close(): Promise<void>
}

/** A file on disk as a source. Every chunk is a fresh buffer. */
export async function openFileSource(path: string): Promise<FileSource> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  const read = (offset: number, length: number): Promise<Uint8Array> =>
    readFully(file, offset, Math.max(0, Math.min(length, size - offset)))
  return {
    size,
    read,
    async *stream(from = 0, to = size) {
      const end = Math.min(to, size)
      const ahead = (at: number): Promise<Uint8Array> => {
        const reading = read(at, Math.min(chunkBytes, end - at))
        // Whoever awaits it sees the error; a consumer that has left must not bring the process down.
        reading.catch(() => undefined)
        return reading
      }
      // One read is always under way while the consumer works on the chunk before it.
      let next = ahead(from)
      for (let at = from; at < end;) {
        const chunk = await next
        if (chunk.length === 0) return
        at += chunk.length
        if (at < end) next = ahead(at)
        yield chunk
      }
    },
    close: () => file.close(),
  }
}

async function readFully(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled)
    if (bytesRead === 0) return bytes.subarray(0, filled)
    filled += bytesRead
  }
  return bytes
}

/** Writes to a file that somebody else opens and closes. */
export function fileSink(file: FileHandle): ByteSink {
  return {
    async write(chunk) {
      let written = 0
      while (written < chunk.length) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written)
        written += bytesWritten
      }
    },
  }
}
