/**
 * Bytes that can be read anywhere: a file, an object in R2, a browser's File. Sizes are exact, so a reader may start
 * with the tail (zip directories) and never has to hold the whole.
 */
export interface ByteSource {
  readonly size: number
  /** Exactly `length` bytes from `offset`, fewer only where the source ends. */
  read(offset: number, length: number): Promise<Uint8Array>
  /**
   * Chunks from `from` up to `to` (the end if absent). A chunk belongs to the consumer until it asks for the next one.
   */
  stream(from?: number, to?: number): AsyncIterable<Uint8Array>
}

/** The destination of the output. A chunk belongs to the sink until its promise settles. */
export interface ByteSink {
  write(chunk: Uint8Array): Promise<void>
  /** Discards what was written. Absent if that is impossible, as on a pipe. */
  restart?(): Promise<void>
}

/** The platform decompresses (Node's zlib, a browser's streams). Its functions are handed in, never imported. */
export interface Inflate {
  /** Every member of a gzip file, checked. Throws `InflateError` on damage. */
  gunzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Every frame of a Zstandard file, checked. Throws `InflateError` on damage. */
  unzstd(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Every stream of an xz file, checked. Throws `InflateError` on damage. */
  unxz(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Every stream of a bzip2 file, checked. Throws `InflateError` on damage. */
  unbzip2(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Raw deflate, as zip entries hold it. */
  inflateRaw(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  crc32(bytes: Uint8Array, previous?: number): number
}

/** Damaged or truncated compressed data, which is an error of the file. */
export class InflateError extends Error {
  override readonly name = 'InflateError'
}
