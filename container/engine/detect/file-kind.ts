import type { ByteSource } from '../bytes/byte-source.ts'
import { EngineFailure } from '../failure.ts'

/** Files that are no text, by their first bytes, and what to say of them. */
const signatures: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], what: 'an old Office file (xls or doc)' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG image' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a GIF image' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], what: 'an SQLite database' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7z archive' },
  { bytes: [0x52, 0x61, 0x72, 0x21], what: 'a RAR archive' },
  { bytes: [0x42, 0x5a, 0x68], what: 'a bzip2 file' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58], what: 'an xz file' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'a Zstandard file' },
]

/** Refuses what cannot be read by naming it. */
export async function refuseForeign(source: ByteSource): Promise<void> {
  const head = await source.read(0, 4096)
  const found = signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  const what = found?.what ?? officeZip(head)
  if (what !== null) throw new EngineFailure('unsupported_format', `The file is ${what}: that is not read.`)
}

/** The first entries of an Office or OpenDocument package name it. */
function officeZip(head: Uint8Array): string | null {
  if (head[0] !== 0x50 || head[1] !== 0x4b) return null
  const text = new TextDecoder('latin1').decode(head)
  if (/opendocument\.spreadsheet/.test(text)) return 'an OpenDocument spreadsheet (ods)'
  if (/opendocument/.test(text)) return 'an OpenDocument file'
  if (/word\//.test(text)) return 'a Word document'
  return /\[Content_Types\]\.xml|_rels\/\.rels|xl\//.test(text) ? 'an Excel workbook' : null
}
