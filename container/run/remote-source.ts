import type { ByteSource } from '../engine/bytes/byte-source.ts'
import type { RunApi } from './run-api.ts'

const chunkBytes = 8 << 20

/**
 * Reads the file from R2 in ranges, which are valid only while its ETag is the same. It always fetches the next range
 * in advance.
 */
export function remoteSource(api: RunApi, file: { readonly etag: string; readonly bytes: number }): ByteSource {
  const read = (from: number, to: number): Promise<Uint8Array> =>
    to > from ? api.readRange(file.etag, from, to) : Promise.resolve(new Uint8Array(0))
  return {
    size: file.bytes,
    read: (offset, length) => read(offset, Math.min(file.bytes, offset + length)),
    async *stream(from = 0, to = file.bytes) {
      const end = Math.min(to, file.bytes)
      const ahead = (at: number): Promise<Uint8Array> => {
        const reading = read(at, Math.min(at + chunkBytes, end))
        // The reader gets the error when it awaits the read. If the reader has left, the error must not end the
        // process.
        reading.catch(() => undefined)
        return reading
      }
      let next = ahead(from)
      for (let at = from; at < end;) {
        const chunk = await next
        at += chunk.length
        if (at < end) next = ahead(at)
        yield chunk
      }
    },
  }
}
