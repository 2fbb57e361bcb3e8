import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ByteSource, Inflate } from '../../bytes/byte-source.ts'
import { joined } from '../../bytes/joined.ts'
import { memorySource } from '../../bytes/memory-source.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { PartEncryption } from '../encryption/open-document-encryption.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import type { StreamedBook } from '../spreadsheet/table-stream.ts'
import { namedRanges } from './named-ranges.ts'
import { OdsTables } from './ods-tables.ts'

/** The size limit for encrypted parts, because they are decrypted as a whole. */
const encryptedBytesMax = 128 << 20

/**
 * Opens an OpenDocument spreadsheet from its package. A package that is encrypted as a whole contains another package.
 */
export async function openOds(
  zip: ZipArchive,
  reporter: Reporter,
  password: string | null,
  inflate: Inflate,
): Promise<StreamedBook | ByteSource> {
  const encryptions = await encryptedParts(zip)
  const partOf = (name: string): ((entry: ZipEntry) => AsyncIterable<Uint8Array>) => {
    const encryption = encryptions.get(name)
    return (entry) =>
      encryption === undefined ? zip.chunks(entry) : decrypted(zip, entry, encryption, password, inflate)
  }
  const inner = zip.find('encrypted-package')
  if (inner !== null) {
    const chunks: Uint8Array[] = []
    for await (const chunk of partOf('encrypted-package')(inner)) chunks.push(chunk.slice())
    return memorySource(joined(chunks))
  }
  const content = zip.find('content.xml')
  if (content === null) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.noContent)
  const open = partOf('content.xml')
  return {
    format: 'ods',
    open: () => Promise.resolve(new OdsTables(open(content), reporter)),
    namedCells: () => namedRanges(open(content)),
    bytesRead: () => zip.bytesRead,
  }
}

async function* decrypted(
  zip: ZipArchive,
  entry: ZipEntry,
  encryption: PartEncryption,
  password: string | null,
  inflate: Inflate,
): AsyncIterable<Uint8Array> {
  const { decryptedPart } = await import('../encryption/open-document-encryption.ts')
  yield* decryptedPart(await zip.read(entry, encryptedBytesMax), encryption, password, inflate)
}

/**
 * The elements that describe a part's encryption. `key-size` occurs for two keys, but only the one of the part counts.
 */
const elements = new Set(['encryption-data', 'algorithm', 'key-derivation', 'start-key-generation'])
const attributes = [
  'checksum-type',
  'checksum',
  'algorithm-name',
  'initialisation-vector',
  'key-derivation-name',
  'iteration-count',
  'salt',
  'argon2-iterations',
  'argon2-memory',
  'argon2-lanes',
  'start-key-generation-name',
]

/** Returns the encryption of each part. A part may be encrypted on its own, such as a macro library with a password. */
async function encryptedParts(zip: ZipArchive): Promise<Map<string, PartEncryption>> {
  const parts = new Map<string, Map<string, string>>()
  const manifest = zip.find('META-INF/manifest.xml')
  if (manifest === null) return parts
  let part = ''
  await eachTag(zip, manifest, (xml) => {
    const name = xml.name()
    if (name === 'file-entry') part = xml.attribute('full-path') ?? ''
    if (!elements.has(name)) return
    const known = parts.get(part) ?? new Map<string, string>()
    parts.set(part, known)
    for (const attribute of name === 'key-derivation' ? [...attributes, 'key-size'] : attributes) {
      const value = xml.attribute(attribute)
      if (value !== null) known.set(attribute, value)
    }
  })
  return parts
}
