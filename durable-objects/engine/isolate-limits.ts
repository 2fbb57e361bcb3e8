import type { ByteSink, ByteSource, Inflate } from '../../container/engine/bytes/byte-source.ts'

// An isolate has 128 MB for everything in it, including requests to the API. Two conversions at a time within these
// bounds leave most of it free.

const inflatedBytesMax = 8 << 20
const outputBytesMax = 8 << 20
const slots = 2
const waitingMax = 20
const pollMs = 20
/** A conversion that waits longer is poked again by its account, for a container. */
const waitMsMax = 10_000
const chunkBytes = 64 * 1024
/** A conversion that takes longer moves to a container. */
const workMsMax = 10_000

/** Reports that the file needs more than an isolate offers, so that a container converts it. */
class TooLargeHere extends Error {
  override readonly name = 'TooLargeHere'
}

/**
 * Pauses a conversion in memory, because requests in the same isolate would otherwise wait for its end. It pauses after
 * so many bytes of input, of unpacked input and of output, and ends the conversion if it takes too long. The clock of a
 * Worker stands still between pauses.
 */
export class Pace {
  private readonly startedMs = Date.now()
  private bytes = 0

  async after(bytes: number): Promise<void> {
    this.bytes += bytes
    if (this.bytes < chunkBytes) return
    this.bytes = 0
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (Date.now() - this.startedMs > workMsMax) throw new TooLargeHere(`It takes longer than ${workMsMax} ms`)
  }
}

/** Returns the file in memory. */
export const sourceOf = (bytes: Uint8Array, pace = new Pace()): ByteSource => ({
  size: bytes.length,
  async read(offset, length) {
    await pace.after(length)
    return bytes.slice(offset, offset + length)
  },
  async *stream(from = 0, to = bytes.length) {
    const end = Math.min(to, bytes.length)
    for (let at = from; at < end; at += chunkBytes) {
      await pace.after(chunkBytes)
      yield bytes.slice(at, Math.min(end, at + chunkBytes))
    }
  },
})

/** Collects the output in memory, up to its limit. */
export class BoundedSink implements ByteSink {
  private readonly pace: Pace
  private chunks: Uint8Array[] = []
  private length = 0

  constructor(pace = new Pace()) {
    this.pace = pace
  }

  write(chunk: Uint8Array): Promise<void> {
    this.length += chunk.length
    if (this.length > outputBytesMax) throw new TooLargeHere(`The output is larger than ${outputBytesMax} bytes`)
    this.chunks.push(chunk.slice())
    return this.pace.after(chunk.length)
  }

  restart(): Promise<void> {
    this.chunks = []
    this.length = 0
    return Promise.resolve()
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.length)
    let at = 0
    for (const chunk of this.chunks) {
      all.set(chunk, at)
      at += chunk.length
    }
    return all
  }
}

/** Counts the unpacked bytes of all entries of a packed file. */
export function bounded(inflate: Inflate, pace = new Pace()): Inflate {
  let inflated = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      inflated += chunk.length
      if (inflated > inflatedBytesMax) throw new TooLargeHere(`The file unpacks to more than ${inflatedBytesMax} bytes`)
      await pace.after(chunk.length)
      yield chunk
    }
  }
  return {
    gunzip: (chunks) => counted(inflate.gunzip(chunks)),
    // A frame may claim a window of 128 MiB, which is all the memory that an isolate has.
    unzstd: () => {
      throw new TooLargeHere('Zstandard is decompressed in a container')
    },
    unxz: () => {
      throw new TooLargeHere('xz is decompressed in a container')
    },
    unbzip2: (chunks) => counted(inflate.unbzip2(chunks)),
    inflateRaw: (chunks) => counted(inflate.inflateRaw(chunks)),
    crc32: (bytes, previous) => inflate.crc32(bytes, previous),
  }
}

/** The slots of an isolate, which its objects share. */
export class Slots {
  private inUse = 0
  private waiting = 0

  /** Returns true if a conversion that arrives now would get a slot soon. */
  get isOpen(): boolean {
    return this.waiting < waitingMax
  }

  /**
   * Runs work in a slot. Each object waits with its own timers, because an object must not resolve a promise of another
   * one.
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++
    try {
      for (let waitedMs = 0; this.inUse >= slots; waitedMs += pollMs) {
        if (waitedMs >= waitMsMax) throw new Error(`No place was free within ${waitMsMax} ms`)
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    } finally {
      this.waiting--
    }
    this.inUse++
    try {
      return await work()
    } finally {
      this.inUse--
    }
  }
}
