import type { Message } from '../../../src/contract/catalog/message.ts'
import { archiveMessages } from '../catalog/archives.ts'
import { isTar, tarBlockBytes, tarFiles } from './archives/tar.ts'
import { StoredTar, streamedTar } from './archives/tar-input.ts'
import { outputBytesMax } from './bounded-sink.ts'
import type { ByteSource, Inflate } from './byte-source.ts'
import { type Compression, compressionEnding, compressionOf, decompressed } from './compressions.ts'
import { EngineFailure } from '../failure.ts'
import { takeHead } from './head.ts'

const tarEndings = { gzip: 'tar.gz', zstd: 'tar.zst', xz: 'tar.xz', bzip2: 'tar.bz2' } as const
export type Wrapping = Compression | 'zip' | 'tar' | (typeof tarEndings)[Compression] | null

export interface Unwrapped {
  readonly wrapping: Wrapping
  /** The name without the ending of its compression, or the name of the entry. */
  readonly name: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** Returns the number of bytes of the source that are consumed so far. */
  readonly bytesRead: () => number
  /** Sentences about the wrapping, for the report. */
  readonly notes: readonly Message[]
}

interface Wrapped {
  readonly name: string
  readonly source: ByteSource
  readonly inflate: Inflate
}

/** Opens compressed files, and tars and zips of one file or one dump. Any other file is read as it is. */
export async function unwrap(wrapped: Wrapped): Promise<Unwrapped> {
  const { name, source } = wrapped
  const head = await source.read(0, Math.min(source.size, tarBlockBytes))
  const compression = compressionOf(head)
  if (compression !== null) return unwrapCompressed(wrapped, compression)
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) return unwrapZip(wrapped)
  if (isTar(head)) return unwrapTar(wrapped)
  return { wrapping: null, name, ...counted(source), notes: [] }
}

async function unwrapCompressed(wrapped: Wrapped, compression: Compression): Promise<Unwrapped> {
  const { name, source, inflate } = wrapped
  const { chunks, bytesRead } = counted(source)
  const unpacked = withinBounds(decompressed(compression, chunks, inflate), source.size)
  const { head, all } = await takeHead(unpacked, tarBlockBytes)
  const plainName = name.replace(compressionEnding, '')
  if (!isTar(head)) return { wrapping: compression, name: plainName, chunks: all, bytesRead, notes: [] }
  let first: { readonly all: AsyncIterable<Uint8Array>; readonly bytesRead: () => number } | null = { all, bytesRead }
  const { openArchive } = await import('./archives/contents.ts')
  const open = () => {
    const again = counted(source)
    const input = first ?? {
      all: withinBounds(decompressed(compression, again.chunks, inflate), source.size),
      ...again,
    }
    first = null
    return Promise.resolve({ files: tarFiles(streamedTar(input.all)), bytesRead: input.bytesRead })
  }
  return { wrapping: tarEndings[compression], ...(await openArchive(source, inflate, open)) }
}

async function unwrapZip({ source, inflate }: Wrapped): Promise<Unwrapped> {
  const { openArchive } = await import('./archives/contents.ts')
  const { zipFiles } = await import('./archives/zip-files.ts')
  return { wrapping: 'zip', ...(await openArchive(source, inflate, () => zipFiles(source, inflate))) }
}

async function unwrapTar({ source, inflate }: Wrapped): Promise<Unwrapped> {
  const { openArchive } = await import('./archives/contents.ts')
  const open = () => {
    const tar = new StoredTar(source)
    return Promise.resolve({ files: tarFiles(tar), bytesRead: () => Math.min(tar.at, source.size) })
  }
  return { wrapping: 'tar', ...(await openArchive(source, inflate, open)) }
}

function counted(source: ByteSource): { readonly chunks: AsyncIterable<Uint8Array>; readonly bytesRead: () => number } {
  let read = 0
  async function* chunks(): AsyncIterable<Uint8Array> {
    for await (const chunk of source.stream()) {
      read += chunk.length
      yield chunk
    }
  }
  return { chunks: chunks(), bytesRead: () => read }
}

/** Limits the unpacked size. A small file may unpack to a terabyte, but no legitimate file does. */
async function* withinBounds(chunks: AsyncIterable<Uint8Array>, packedBytes: number): AsyncIterable<Uint8Array> {
  const bytesMax = outputBytesMax(packedBytes)
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.unpacksTooMuch)
    yield chunk
  }
}
