import type { ByteSource, Inflate } from '../byte-source.ts'
import { ZipArchive } from '../zip-archive.ts'
import { type Archive, type ArchivedFile, cleanPath } from './archive.ts'

export async function zipFiles(source: ByteSource, inflate: Inflate): Promise<Archive> {
  const archive = await ZipArchive.open(source, inflate)
  async function* files(): AsyncIterable<ArchivedFile> {
    for (const entry of archive.entries) {
      if (entry.name.endsWith('/')) continue
      yield { path: cleanPath(entry.name), bytes: entry.packedBytes, chunks: archive.chunks(entry) }
      await Promise.resolve()
    }
  }
  return { files: files(), bytesRead: () => archive.bytesRead }
}
