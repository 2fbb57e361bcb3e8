import { archiveMessages } from '../../catalog/archives.ts'
import { EngineFailure } from '../../failure.ts'

/** A file of an archive. Its bytes can be read until the caller takes the next file, or not at all. */
export interface ArchivedFile {
  readonly path: string
  readonly bytes: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A tar or a zip: its files in their order there. */
export interface Archive {
  readonly files: AsyncIterable<ArchivedFile>
  /** Bytes of the source consumed so far. */
  readonly bytesRead: () => number
}

const pathBytesMax = 4096

/** A path with plain slashes. A path that leads out of the archive comes from no honest program. */
export function cleanPath(path: string): string {
  const clean = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  if (clean.length > pathBytesMax || clean.split('/').includes('..')) {
    throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.pathOutside)
  }
  return clean
}
