import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import { type ByteSource, type Inflate, InflateError } from './byte-source.ts'
import { isZstd } from './zstd.ts'
import { ZipArchive } from './zip-archive.ts'

export type Wrapping = 'gzip' | 'zip' | 'zstd' | null

export interface Unwrapped {
  readonly wrapping: Wrapping
  /** The name without the wrapping's ending, or the entry's own. */
  readonly name: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** Bytes of the source consumed so far. */
  readonly bytesRead: () => number
}

interface Wrapped {
  readonly name: string
  readonly source: ByteSource
  readonly inflate: Inflate
}

/** Opens `.gz`, `.zst` and single-file `.zip` wrappings; anything else is read as it is. */
export async function unwrap({ name, source, inflate }: Wrapped): Promise<Unwrapped> {
  const start = await source.read(0, 4)
  let read = 0
  const counted = async function* (from = 0, to = source.size): AsyncIterable<Uint8Array> {
    for await (const chunk of source.stream(from, to)) {
      read += chunk.length
      yield chunk
    }
  }
  const bytesRead = (): number => read
  if (start[0] === 0x1f && start[1] === 0x8b) {
    return { wrapping: 'gzip', name: name.replace(/\.gz$/i, ''), chunks: honest(inflate.gunzip(counted())), bytesRead }
  }
  if (isZstd(start)) {
    return {
      wrapping: 'zstd',
      name: name.replace(/\.zstd?$/i, ''),
      chunks: honest(inflate.unzstd(counted())),
      bytesRead,
    }
  }
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4) {
    const archive = await ZipArchive.open(source, inflate)
    const entry = archive.single()
    return { wrapping: 'zip', name: entry.name, chunks: archive.chunks(entry), bytesRead: () => archive.bytesRead }
  }
  return { wrapping: null, name, chunks: counted(), bytesRead }
}

/** Damage of the compressed data is the file's failure. */
async function* honest(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    if (error instanceof InflateError)
      throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.compression(error.message))
    throw error
  }
}
