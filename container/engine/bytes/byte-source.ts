/**
 * Bytes that can be read at any position: a file, an object in R2, a browser's File. The size is exact, so a reader can
 * start at the end, as for zip directories, and never has to hold the whole file.
 */
export interface ByteSource {
  readonly size: number
  /** Reads exactly `length` bytes from `offset`. It returns fewer only at the end of the source. */
  read(offset: number, length: number): Promise<Uint8Array>
  /**
   * Yields chunks from `from` up to `to`, or to the end if `to` is absent. A chunk belongs to the consumer until the
   * consumer requests the next one.
   */
  stream(from?: number, to?: number): AsyncIterable<Uint8Array>
}

/** The destination of the output. A chunk belongs to the sink until its promise settles. */
export interface ByteSink {
  write(chunk: Uint8Array): Promise<void>
  /** Discards the written bytes. It is absent if that is impossible, as on a pipe. */
  restart?(): Promise<void>
}

/**
 * The decompression of the platform: Node's zlib, or a browser's streams. Callers pass it in, so the engine imports
 * neither.
 */
export interface Inflate {
  /** Decompresses and checks every member of a gzip file. Throws `InflateError` on damage. */
  gunzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Decompresses and checks every frame of a Zstandard file. Throws `InflateError` on damage. */
  unzstd(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Decompresses and checks every stream of an xz file. Throws `InflateError` on damage. */
  unxz(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Decompresses and checks every stream of a bzip2 file. Throws `InflateError` on damage. */
  unbzip2(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Decompresses raw deflate data, which zip entries contain. */
  inflateRaw(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  crc32(bytes: Uint8Array, previous?: number): number
}

/** Reports damaged or truncated compressed data, which is an error in the file. */
export class InflateError extends Error {
  override readonly name = 'InflateError'
}
