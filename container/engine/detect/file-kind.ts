import type { ByteSource } from '../bytes/byte-source.ts'

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

/** What the first bytes say; text, in whatever encoding or wrapping, is looked at elsewhere. */
export type FileKind = { readonly kind: 'text' | 'xlsx' } | { readonly kind: 'foreign'; readonly what: string }

export async function fileKind(source: ByteSource): Promise<FileKind> {
  const head = await source.read(0, 4096)
  const found = signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (found !== undefined) return { kind: 'foreign', what: found.what }
  return head[0] === 0x50 && head[1] === 0x4b
    ? zipKind(head, await source.read(Math.max(0, source.size - 65_536), 65_536))
    : { kind: 'text' }
}

/** Office and OpenDocument packages are zips: the names of their parts stand at both ends. */
function zipKind(head: Uint8Array, tail: Uint8Array): FileKind {
  const decoder = new TextDecoder('latin1')
  const names = decoder.decode(head) + decoder.decode(tail)
  if (/opendocument\.spreadsheet/.test(names)) return { kind: 'foreign', what: 'an OpenDocument spreadsheet (ods)' }
  if (/opendocument/.test(names)) return { kind: 'foreign', what: 'an OpenDocument file' }
  if (/xl[/\\]workbook\.bin/i.test(names)) return { kind: 'foreign', what: 'a binary Excel workbook (xlsb)' }
  if (/word[/\\]document\.xml/i.test(names)) return { kind: 'foreign', what: 'a Word document' }
  if (/ppt[/\\]presentation\.xml/i.test(names)) return { kind: 'foreign', what: 'a presentation' }
  return /xl[/\\]|\[Content_Types\]\.xml/i.test(names) ? { kind: 'xlsx' } : { kind: 'text' }
}
