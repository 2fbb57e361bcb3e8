import { Gunzip } from 'fflate'
import { type Inflate, InflateError } from '../../../container/engine/bytes/byte-source.ts'

/** Decompression in a browser: its own streams for what zip entries hold, fflate for gzip, whose files may have many members. */
export const browserInflate: Inflate = { gunzip: everyMember, inflateRaw: rawDeflate, crc32 }

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

/** Every member's checksum and length are compared with what came out: fflate itself does not look at them. */
async function* everyMember(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let out: Uint8Array[] = []
  const member = { crc: 0, length: 0 }
  const tail = new Tail()
  const gunzip = new Gunzip((piece) => {
    if (piece.length === 0) return
    member.crc = crc32(piece, member.crc)
    member.length = (member.length + piece.length) >>> 0
    out.push(piece)
  })
  const endMember = (trailer: Uint8Array): void => {
    const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength)
    if (trailer.length < 8) throw new InflateError('gzip: cut short')
    if (view.getUint32(0, true) !== member.crc >>> 0 || view.getUint32(4, true) !== member.length)
      throw new InflateError('gzip: the checksum does not match')
    member.crc = 0
    member.length = 0
  }
  gunzip.onmember = (offset) => endMember(tail.before(offset))
  const push = (chunk: Uint8Array, isLast: boolean): void => {
    tail.add(chunk)
    try {
      gunzip.push(chunk.slice(), isLast)
    } catch (error) {
      if (error instanceof InflateError) throw error
      throw new InflateError(`gzip: ${String(error)}`)
    }
  }
  for await (const chunk of chunks) {
    push(chunk, false)
    yield* out
    out = []
  }
  push(new Uint8Array(0), true)
  yield* out
  endMember(tail.atEnd())
}

/** The last stretch of the bytes read, to find a member's trailer in. Zeros that pad the end of a file do not count as a trailer. */
class Tail {
  private bytes = new Uint8Array(0)
  private end = 0

  add(chunk: Uint8Array): void {
    const kept = this.bytes.subarray(Math.max(0, this.bytes.length - 64))
    const joined = new Uint8Array(kept.length + chunk.length)
    joined.set(kept)
    joined.set(chunk, kept.length)
    this.bytes = joined
    this.end += chunk.length
  }

  before(offset: number): Uint8Array {
    const at = this.bytes.length - (this.end - offset)
    return this.bytes.subarray(Math.max(0, at - 8), Math.max(0, at))
  }

  atEnd(): Uint8Array {
    return this.bytes.subarray(Math.max(0, this.bytes.length - 8))
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
