import type { ByteSink, ByteSource } from './byte-source.ts'
import { joined } from './joined.ts'

/** Returns a source of bytes in memory, for tests, previews and small unpacked parts. */
export function memorySource(bytes: Uint8Array, chunkBytes = 1 << 16): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
    async *stream(from = 0, to = bytes.length) {
      for (let at = from; at < to; at += chunkBytes) yield bytes.subarray(at, Math.min(at + chunkBytes, to))
    },
  }
}

export interface MemorySink extends ByteSink {
  bytes(): Uint8Array
  text(): string
}

export function memorySink(): MemorySink {
  const chunks: Uint8Array[] = []
  const bytes = (): Uint8Array => joined(chunks)
  return {
    write(chunk) {
      chunks.push(chunk.slice())
      return Promise.resolve()
    },
    restart() {
      chunks.length = 0
      return Promise.resolve()
    },
    bytes,
    text: () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes()),
  }
}
