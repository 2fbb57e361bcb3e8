import { Readable } from 'node:stream'
import { constants, crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib'
import { type Inflate, InflateError } from '../engine/bytes/byte-source.ts'

/** Large enough that a chunk's way through the thread pool costs little beside its inflating. */
const chunkSize = 256 * 1024

async function* through(
  stream: Gunzip | InflateRaw,
  chunks: AsyncIterable<Uint8Array>,
  what: string,
): AsyncIterable<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: chunkSize })
  let sourceError: Error | null = null
  source.on('error', (error) => {
    sourceError = error
    stream.destroy(error)
  })
  source.pipe(stream)
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    if (sourceError !== null) throw sourceError
    throw new InflateError(`${what}: ${(error as Error).message}`)
  } finally {
    source.destroy()
    stream.destroy()
  }
}

/** Node's zlib handed to the engine. gunzip reads every member of a file and checks each one's CRC. */
export const nodeInflate: Inflate = {
  gunzip: (chunks) => through(createGunzip({ chunkSize, finishFlush: constants.Z_FINISH }), chunks, 'gzip'),
  inflateRaw: (chunks) => through(createInflateRaw({ chunkSize }), chunks, 'deflate'),
  crc32: (bytes, previous = 0) => crc32(bytes, previous),
}
