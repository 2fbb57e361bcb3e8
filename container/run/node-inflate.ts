import type { Gunzip, InflateRaw, ZstdDecompress } from 'node:zlib'
import { type Inflate, InflateError } from '../engine/bytes/byte-source.ts'
import { everyZstdFrame } from '../engine/bytes/zstd.ts'

/** Loads zlib only when it is needed, because loading it is one of the longer parts of a start. */
const zlib = () => process.getBuiltinModule('node:zlib')

/**
 * The chunk size. It is so large that passing a chunk to the thread pool takes little time compared with inflating it.
 */
const chunkSize = 256 * 1024

type Decompressor = Gunzip | InflateRaw | ZstdDecompress

/** Feeds a decompressor and remembers which side failed, because an error of the file is not an error of the source. */
class Feed {
  readonly stream: Decompressor
  readonly source: AsyncIterator<Uint8Array>
  fed = 0
  last: Uint8Array = new Uint8Array(0)
  sourceEnded = false
  sourceFailure: { readonly error: unknown } | null = null

  constructor(stream: Decompressor, chunks: AsyncIterable<Uint8Array>) {
    this.stream = stream
    this.source = chunks[Symbol.asyncIterator]()
  }

  /** Processes one chunk at a time and requests the next one when it is fully consumed, because a source may reuse its buffer. */
  async run(): Promise<void> {
    try {
      while (!this.stream.destroyed && !this.stream.readableEnded && this.left === 0) {
        const next = await this.source.next()
        if (next.done === true) {
          this.sourceEnded = true
          break
        }
        this.fed += next.value.length
        this.last = next.value
        await this.accept(next.value)
      }
      this.stream.end()
    } catch (error) {
      this.sourceFailure = { error }
      this.stream.destroy(new Error('the source failed'))
    }
  }

  /** Returns the number of bytes after the end of the compressed data, which the decompressor did not consume. */
  get left(): number {
    return this.fed - this.stream.bytesWritten
  }

  private accept(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      // Errors of the stream reach its reader. After the end of the data, the callback may never be called.
      this.stream.once('close', resolve)
      this.stream.write(chunk, () => {
        this.stream.off('close', resolve)
        resolve()
      })
    })
  }

  get unwanted(): Uint8Array {
    return this.last.subarray(this.last.length - this.left)
  }

  async *rest(): AsyncIterable<Uint8Array> {
    if (this.left > 0) yield this.unwanted
    while (!this.sourceEnded) {
      const next = await this.source.next()
      if (next.done === true) return
      yield next.value
    }
  }
}

/**
 * Frees the memory of a used buffer at once. For hundreds of buffers, the garbage collector would repeatedly mark the
 * whole heap. The stream fills a buffer to its end before it uses another one.
 */
function release(chunk: Uint8Array): void {
  const { buffer } = chunk
  if (buffer instanceof ArrayBuffer && chunk.byteOffset + chunk.length === chunkSize) buffer.transfer(0)
}

async function* through(feed: Feed, kind: string): AsyncIterable<Uint8Array> {
  const feeding = feed.run()
  const inflated: AsyncIterable<Uint8Array> = feed.stream
  try {
    for await (const chunk of inflated) {
      // This is not a Buffer, because the `slice` of a Buffer does not copy.
      yield new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
      release(chunk)
    }
  } catch (error) {
    if (feed.sourceFailure !== null) throw feed.sourceFailure.error
    throw new InflateError(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
  }
  // The number of remaining bytes is known only after the last chunk.
  feed.stream.destroy()
  await feeding
}

async function* everyMember(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const feed = new Feed(zlib().createGunzip({ chunkSize }), chunks)
  try {
    yield* through(feed, 'gzip')
    // Like gzip, Node accepts any bytes after the last member. A damaged header of a member would lose rows, so only
    // zeros are accepted. Tapes and block devices pad files with zeros.
    for await (const chunk of feed.rest()) {
      if (chunk.some((byte) => byte !== 0)) throw new InflateError('gzip: data after the end of the last member')
    }
  } finally {
    feed.stream.destroy()
    await feed.source.return?.()
  }
}

async function* rawDeflate(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const feed = new Feed(zlib().createInflateRaw({ chunkSize }), chunks)
  try {
    yield* through(feed, 'deflate')
  } finally {
    feed.stream.destroy()
    await feed.source.return?.()
  }
}

/** A reader can put its last chunk back. */
class Returnable implements AsyncIterableIterator<Uint8Array> {
  private readonly source: AsyncIterator<Uint8Array>
  private returned: Uint8Array | null = null

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    if (this.returned === null) return this.source.next()
    const value = this.returned
    this.returned = null
    return Promise.resolve({ value, done: false })
  }

  async close(): Promise<void> {
    await this.source.return?.()
  }

  /** Returns whether only empty chunks remain. */
  async isAtEnd(rest: Uint8Array): Promise<boolean> {
    let value = rest
    while (value.length === 0) {
      const next = await this.source.next()
      if (next.done === true) return true
      value = next.value
    }
    this.returned = value
    return false
  }
}

/**
 * Decompresses every frame, because Node's stream ends with its first frame. Parallel compressors write many frames,
 * with skippable ones between them.
 */
async function* everyFrame(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = new Returnable(chunks)
  try {
    for (let rest: Uint8Array = new Uint8Array(0); !(await source.isAtEnd(rest));) {
      const feed = new Feed(zlib().createZstdDecompress({ chunkSize }), source)
      yield* through(feed, 'zstd')
      rest = feed.unwanted
    }
  } finally {
    await source.close()
  }
}

const crc32 = (bytes: Uint8Array, previous = 0): number => zlib().crc32(bytes, previous)

async function* unpackXz(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const { everyXzStream } = await import('../engine/bytes/xz/xz.ts')
  yield* everyXzStream(chunks, crc32)
}

async function* unpackBzip2(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const { everyBzip2Stream } = await import('../engine/bytes/bzip2/bzip2.ts')
  yield* everyBzip2Stream(chunks)
}

/** Node's zlib for the engine. gunzip reads every member of a file and checks each one's CRC and length. */
export const nodeInflate: Inflate = {
  gunzip: everyMember,
  unzstd: process.versions['zstd'] === undefined ? everyZstdFrame : everyFrame,
  unxz: unpackXz,
  unbzip2: unpackBzip2,
  inflateRaw: rawDeflate,
  crc32,
}
