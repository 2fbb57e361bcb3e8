import { archiveMessages } from '../../catalog/archives.ts'
import { EngineFailure } from '../../failure.ts'

/** A file in an archive. Its bytes can be read only until the caller takes the next file. */
export interface ArchivedFile {
  readonly path: string
  readonly bytes: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The files of a tar or a zip, in their order in the archive. */
export interface Archive {
  readonly files: AsyncIterable<ArchivedFile>
  /** Returns the number of bytes of the source that are consumed so far. */
  readonly bytesRead: () => number
}

const pathBytesMax = 4096

/**
 * Returns a path with forward slashes, or null if it leads out of the archive. Such a path comes from no legitimate
 * program.
 */
export function cleanPath(path: string): string {
  const clean = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  if (clean.length > pathBytesMax || clean.split('/').includes('..')) {
    throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.pathOutside)
  }
  return clean
}
