import type { Gunzip, InflateRaw } from 'node:zlib'
import { type Inflate, InflateError } from '../engine/bytes/byte-source.ts'

/** Loaded where something is packed: it would be one of the longer parts of every start. */
const zlib = () => process.getBuiltinModule('node:zlib')

/** Large enough that a chunk's way through the thread pool costs little beside its inflating. */
const chunkSize = 256 * 1024

/** Feeds a decompressor and remembers what went wrong on which side: the file's fault is not the source's. */
class Feed {
  readonly stream: Gunzip | InflateRaw
  readonly source: AsyncIterator<Uint8Array>
  fed = 0
  last: Uint8Array = new Uint8Array(0)
  sourceEnded = false
  sourceFailure: { readonly error: unknown } | null = null

  constructor(stream: Gunzip | InflateRaw, chunks: AsyncIterable<Uint8Array>) {
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
        await this.taken(next.value)
      }
      this.stream.end()
    } catch (error) {
      this.sourceFailure = { error }
      this.stream.destroy(new Error('the source failed'))
    }
  }

  /** Bytes that the decompressor was given and did not want: its data had ended before them. */
  get left(): number {
    return this.fed - this.stream.bytesWritten
  }

  private taken(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      // Errors of the stream reach its reader; past the end of the data the callback may never come.
      this.stream.once('close', resolve)
      this.stream.write(chunk, () => {
        this.stream.off('close', resolve)
        resolve()
      })
    })
  }

  async *rest(): AsyncIterable<Uint8Array> {
    if (this.left > 0) yield this.last.subarray(this.last.length - this.left)
    while (!this.sourceEnded) {
      const next = await this.source.next()
      if (next.done === true) return
      yield next.value
    }
  }
}

/**
 * Gives the memory of a used-up buffer back at once: left to the collector, buffers by the hundred have it mark the whole
 * heap again and again. The stream fills a buffer to its end before it takes another.
 */
function release(chunk: Uint8Array): void {
  const { buffer } = chunk
  if (buffer instanceof ArrayBuffer && chunk.byteOffset + chunk.length === chunkSize) buffer.transfer(0)
}

async function* through(feed: Feed, kind: string): AsyncIterable<Uint8Array> {
  void feed.run()
  const inflated: AsyncIterable<Uint8Array> = feed.stream
  try {
    for await (const chunk of inflated) {
      // Not a Buffer, because its `slice` does not copy.
      yield new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
      release(chunk)
    }
  } catch (error) {
    if (feed.sourceFailure !== null) throw feed.sourceFailure.error
    throw new InflateError(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function* everyMember(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const feed = new Feed(zlib().createGunzip({ chunkSize }), chunks)
  try {
    yield* through(feed, 'gzip')
    // Node, like gzip, forgives what follows the last member. A damaged header of a member would be lost rows, so only
    // the zeros are forgiven that tapes and block devices pad with.
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

/** Node's zlib, handed to the engine. gunzip reads every member of a file and checks each one's CRC and length. */
export const nodeInflate: Inflate = {
  gunzip: everyMember,
  inflateRaw: rawDeflate,
  crc32: (bytes, previous = 0) => zlib().crc32(bytes, previous),
}
