import { Inflate } from 'fflate'
import { type Inflate as EngineInflate, InflateError } from '../../../container/engine/bytes/byte-source.ts'
import { everyZstdFrame } from '../../../container/engine/bytes/zstd.ts'
import { GzipHeader } from './gzip-header.ts'

/**
 * Decompresses in a browser: zip entries with its own streams, and gzip with fflate, because a gzip file may have many
 * members.
 */
export const browserInflate: EngineInflate = {
  gunzip: everyMember,
  unzstd: everyZstdFrame,
  unxz: unpackXz,
  unbzip2: unpackBzip2,
  inflateRaw: rawDeflate,
  crc32,
}

async function* unpackXz(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const { everyXzStream } = await import('../../../container/engine/bytes/xz/xz.ts')
  yield* everyXzStream(chunks, crc32)
}

async function* unpackBzip2(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const { everyBzip2Stream } = await import('../../../container/engine/bytes/bzip2/bzip2.ts')
  yield* everyBzip2Stream(chunks)
}

async function* rawDeflate(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await source.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value.slice())
    },
  })
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        throw new InflateError(`deflate: ${String(error)}`)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await reader.cancel().catch(() => {})
    await source.return?.()
  }
}

/**
 * Yields every member of a gzip file, each one's checksum and length compared with what came out. fflate inflates; its
 * own reader of members would keep a header until all of it is there, and copy it again for every chunk.
 */
async function* everyMember(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const members = new GzipMembers()
  for await (const chunk of chunks) {
    members.push(chunk)
    yield* members.inflated.splice(0)
  }
  members.end()
}

/** The state that fflate keeps between two chunks. Its version is pinned. */
interface InflateState {
  /** The input that is not used yet. */
  readonly p: Uint8Array
  /**
   * The state of the blocks: `f` means that this was the last block, `l` that a block has not ended, and `p` is the
   * number of used bits of the first byte.
   */
  readonly s: { readonly f?: number; readonly l?: unknown; readonly p?: number }
}

const trailerBytes = 8

class GzipMembers {
  readonly inflated: Uint8Array[] = []
  private state: 'header' | 'data' | 'trailer' | 'after' = 'header'
  private header = new GzipHeader()
  private stream: Inflate = this.newStream()
  private trailer: number[] = []
  private crc = 0
  private length = 0
  /** Whether zeros pad the end, as on tapes and block devices. After them there is no member. */
  private isPadded = false

  push(chunk: Uint8Array): void {
    let rest = chunk
    while (rest.length > 0) rest = this.take(rest)
  }

  end(): void {
    if (this.state !== 'after') throw new InflateError('gzip: cut short')
  }

  /** Consumes the beginning of `bytes` and returns the rest. */
  private take(bytes: Uint8Array): Uint8Array {
    if (this.state === 'header') return this.takeHeader(bytes)
    if (this.state === 'data') return this.takeData(bytes)
    if (this.state === 'trailer') return this.takeTrailer(bytes)
    const next = bytes.findIndex((byte) => byte !== 0)
    this.isPadded ||= next !== 0
    if (next < 0) return bytes.subarray(bytes.length)
    if (this.isPadded) throw new InflateError('gzip: data after the end of the last member')
    this.state = 'header'
    this.header = new GzipHeader()
    return bytes
  }

  private takeHeader(bytes: Uint8Array): Uint8Array {
    const at = this.header.take(bytes, 0)
    if (this.header.isWhole) {
      this.state = 'data'
      this.stream = this.newStream()
      this.crc = this.length = 0
    }
    return bytes.subarray(at)
  }

  private takeData(bytes: Uint8Array): Uint8Array {
    try {
      // The source may reuse its buffer, and fflate keeps the unused input.
      this.stream.push(bytes.slice())
    } catch (error) {
      throw new InflateError(`gzip: ${String(error)}`)
    }
    const { p, s } = this.stream as unknown as InflateState
    if (!(s.f === 1 && !s.l)) return bytes.subarray(bytes.length)
    this.state = 'trailer'
    this.trailer = []
    return p.subarray((s.p ?? 0) > 0 ? 1 : 0)
  }

  private takeTrailer(bytes: Uint8Array): Uint8Array {
    const trailerPart = bytes.subarray(0, trailerBytes - this.trailer.length)
    this.trailer.push(...trailerPart)
    if (this.trailer.length === trailerBytes) {
      const view = new DataView(new Uint8Array(this.trailer).buffer)
      if (view.getUint32(0, true) !== this.crc || view.getUint32(4, true) !== this.length)
        throw new InflateError('gzip: the checksum does not match')
      this.state = 'after'
    }
    return bytes.subarray(trailerPart.length)
  }

  private newStream(): Inflate {
    return new Inflate((piece) => {
      if (piece.length === 0) return
      this.crc = crc32(piece, this.crc)
      this.length = (this.length + piece.length) >>> 0
      this.inflated.push(piece)
    })
  }
}

const table = new Uint32Array(256).map((_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous
  for (let at = 0; at < bytes.length; at++) crc = (table[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}
