/** Bytes in which the platform searches. */
interface PlatformSearch {
  /** Returns the position of the first such byte, or sequence of bytes, from a position on, or -1. */
  indexOf(needle: number | Uint8Array, from: number): number
}

/** The platform's own search, if it has one. It is many times faster than the one of typed arrays. */
const { Buffer } = globalThis as {
  readonly Buffer?: { from(buffer: ArrayBufferLike, at: number, bytes: number): PlatformSearch }
}

/** Returns the same bytes for the platform's search, or null if it has none. */
export const platformSearchOf = (bytes: Uint8Array): PlatformSearch | null =>
  Buffer === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Returns the same bytes for a fast search of one byte. */
export const searchOf = (bytes: Uint8Array): { indexOf(byte: number, from: number): number } =>
  platformSearchOf(bytes) ?? bytes
