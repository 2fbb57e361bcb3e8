import type { Message } from '../../../src/contract/catalog/message.ts'
import { kindMessages } from '../catalog/kinds.ts'
import { workbookMessages } from '../catalog/workbooks.ts'
import type { ByteSource, Inflate } from '../bytes/byte-source.ts'
import { ZipArchive } from '../bytes/zip-archive.ts'
import { compressionOf } from '../bytes/compressions.ts'
import { isTar } from '../bytes/archives/tar.ts'
import { EngineFailure } from '../failure.ts'

/** The first bytes of binary files, with a description for the error message. */
const signatures: readonly { readonly bytes: readonly number[]; readonly description: Message }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46], description: kindMessages.pdf },
  { bytes: [0x89, 0x50, 0x4e, 0x47], description: kindMessages.png },
  { bytes: [0xff, 0xd8, 0xff], description: kindMessages.jpeg },
  { bytes: [0x47, 0x49, 0x46, 0x38], description: kindMessages.gif },
  { bytes: [0x49, 0x49, 0x2a, 0x00], description: kindMessages.tiff },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], description: kindMessages.tiff },
  { bytes: [0x50, 0x41, 0x52, 0x31], description: kindMessages.parquet },
  { bytes: [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31, 0x00], description: kindMessages.arrow },
  { bytes: [0x4f, 0x62, 0x6a, 0x01], description: kindMessages.avro },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], description: kindMessages.sqlite },
  { bytes: [0x00, 0x01, 0x00, 0x00, 0x53, 0x74, 0x61, 0x6e, 0x64, 0x61, 0x72, 0x64], description: kindMessages.access },
  { bytes: [0x50, 0x47, 0x44, 0x4d, 0x50], description: kindMessages.pgDump },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], description: kindMessages.sevenZip },
  { bytes: [0x52, 0x61, 0x72, 0x21], description: kindMessages.rar },
  { bytes: [0x49, 0x44, 0x33, 0x03], description: kindMessages.mp3 },
  { bytes: [0x49, 0x44, 0x33, 0x04], description: kindMessages.mp3 },
  { bytes: [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], description: kindMessages.numpy },
  { bytes: [0x89, 0x48, 0x44, 0x46], description: kindMessages.hdf5 },
  { bytes: [0x24, 0x46, 0x4c, 0x32, 0x40, 0x28, 0x23, 0x29], description: kindMessages.spss },
  { bytes: [0x3c, 0x73, 0x74, 0x61, 0x74, 0x61, 0x5f, 0x64, 0x74, 0x61, 0x3e], description: kindMessages.stata },
  { bytes: [0x4d, 0x41, 0x54, 0x4c, 0x41, 0x42, 0x20, 0x35, 0x2e, 0x30, 0x20, 0x4d], description: kindMessages.matlab },
  { bytes: [0x52, 0x44, 0x58, 0x32, 0x0a], description: kindMessages.rWorkspace },
  { bytes: [0x52, 0x44, 0x58, 0x33, 0x0a], description: kindMessages.rWorkspace },
  { bytes: [0x58, 0x0a, 0x00, 0x00, 0x00], description: kindMessages.rObject },
  { bytes: [0x80, 0x04, 0x95], description: kindMessages.pickle },
  { bytes: [0x80, 0x05, 0x95], description: kindMessages.pickle },
  { bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66], description: kindMessages.rtf },
]
const zipMagic = [0x50, 0x4b, 3, 4]
const compoundMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** The kind of a file by its container. Text, in any encoding or compression, is examined elsewhere. */
export type FileKind =
  | { readonly kind: 'text' }
  /**
   * A workbook from before Office 2007, or any encrypted workbook. It is a compound file, or the bare records of an
   * xls.
   */
  | { readonly kind: 'old-office' }
  | { readonly kind: 'package'; readonly format: 'xlsx' | 'xlsb' | 'ods'; readonly archive: ZipArchive }
  | { readonly kind: 'foreign'; readonly description: Message }

const headBytes = 512

export async function fileKind(source: ByteSource, inflate: Inflate): Promise<FileKind> {
  const head = await source.read(0, Math.min(source.size, headBytes))
  if (isOldOffice(head)) return { kind: 'old-office' }
  if (isTar(head)) return { kind: 'text' }
  const foreign = foreignKind(head)
  if (foreign !== null) return { kind: 'foreign', description: foreign }
  const isZip = startsWith(head, zipMagic) || isZipAfterBlanks(head)
  return isZip ? zipKind(await ZipArchive.open(source, inflate)) : { kind: 'text' }
}

const blanksMax = 256

/** Web applications send a byte order mark or line ends before the workbook that they created. */
function isZipAfterBlanks(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, blanksMax))
  return /^(?:\u00EF\u00BB\u00BF)?\s*PK\u0003\u0004/.test(text)
}

const packedKinds = {
  gzip: kindMessages.gzip,
  zstd: kindMessages.zstandard,
  xz: kindMessages.xz,
  bzip2: kindMessages.bzip2,
} as const

/** Returns the kind of a wrapped file by its first bytes, or null if it may be text. */
export function wrappedKind(head: Uint8Array): Message | null {
  if (isOldOffice(head)) return kindMessages.office
  if (startsWith(head, zipMagic)) return kindMessages.zip
  const compression = compressionOf(head)
  if (compression !== null) return packedKinds[compression]
  return isTar(head) ? kindMessages.tar : foreignKind(head)
}

const startsWith = (head: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, at) => head[at] === byte)
const isOldOffice = (head: Uint8Array): boolean => startsWith(head, compoundMagic) || isBareXls(head)

function foreignKind(head: Uint8Array): Message | null {
  if (isDbase(head)) return kindMessages.dbase
  if (isDuckDb(head)) return kindMessages.duckdb
  if (isBitmap(head)) return kindMessages.bmp
  if (isOwnerFile(head)) return kindMessages.officeLock
  return signatures.find(({ bytes }) => startsWith(head, bytes))?.description ?? null
}

/** Tests for a checksum, the signature, and a small number in eight bytes. */
const isDuckDb = (head: Uint8Array): boolean =>
  startsWith(head.subarray(8), [0x44, 0x55, 0x43, 0x4b]) && startsWith(head.subarray(13), [0, 0, 0, 0, 0, 0, 0])

/** Tests for the signature, four reserved zero bytes, and the size of one of the known headers. */
function isBitmap(head: Uint8Array): boolean {
  const [first, second] = head
  if (first !== 0x42 || second !== 0x4d || !startsWith(head.subarray(6), [0, 0, 0, 0])) return false
  return [12, 16, 40, 52, 56, 64, 108, 124].includes(head[14] ?? 0) && startsWith(head.subarray(15), [0, 0, 0])
}

/** The sizes of lock files, with the position at which each repeats the user's name in UTF-16. */
const ownerFiles = new Map([
  [165, 55],
  [162, 54],
])

/**
 * Tests for the file that Office creates next to an open document. It contains the user's name twice, with its length,
 * in one and in two bytes per letter.
 */
function isOwnerFile(head: Uint8Array): boolean {
  const again = ownerFiles.get(head.length)
  const [length = 0] = head
  return again !== undefined && length > 0 && length < again && head[again] === length && head[again + 1] === 0
}

/** Tests for the version, a month, a day, and a header of plausible fields. The first field must have a known type. */
function isDbase(head: Uint8Array): boolean {
  const [version = 0, , month = 0, day = 0, , , , , lower = 0, upper = 0] = head
  if (![0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0x8e, 0xf5].includes(version)) return false
  const fieldsBytes = lower + upper * 256 - 33
  if (month < 1 || month > 12 || day < 1 || day > 31 || fieldsBytes < 32) return false
  // Visual FoxPro has 263 more bytes after the fields.
  return [0, 263 % 32].includes(fieldsBytes % 32) && /[A-Z@+]/.test(String.fromCharCode(head[43] ?? 0))
}

/** Tests for the record that begins a workbook of Excel 2 to 4, which has no container. */
function isBareXls(head: Uint8Array): boolean {
  const [record, generation = 0, length = 0, upper, , , content = 0, upperContent = 0] = head
  if (record !== 9 || upper !== 0 || length < 4 || length > 16) return false
  // A sheet is 0x0010. Early versions of SheetJS swapped its bytes.
  const isContent = [0, 5, 0x10, 0x20, 0x40].includes(content) && (upperContent <= 1 || upperContent === 0x10)
  return [0, 2, 4, 8].includes(generation) && isContent
}

const openDocuments: readonly (readonly [RegExp, Message])[] = [
  [/opendocument\.text/, kindMessages.odt],
  [/opendocument\.presentation/, kindMessages.odp],
  [/opendocument/, kindMessages.openDocument],
  [/sun\.xml\.calc/, kindMessages.openOfficeSheet],
  [/sun\.xml/, kindMessages.openOffice],
  [/epub/, kindMessages.epub],
]
const parts: readonly (readonly [RegExp, Message])[] = [
  [/^word\//i, kindMessages.docx],
  [/^ppt\//i, kindMessages.pptx],
  [/^visio\//i, kindMessages.vsdx],
  [/^Index\/.*\.iwa$|^Index\.zip$/i, kindMessages.iWork],
  [/^META-INF\/MANIFEST\.MF$/i, kindMessages.jar],
  [/^AndroidManifest\.xml$/i, kindMessages.apk],
]

/** Office and OpenDocument packages are zip archives, so the names of their parts distinguish them. */
async function zipKind(archive: ZipArchive): Promise<FileKind> {
  const mimetype = archive.find('mimetype')
  if (mimetype !== null && !mimetype.isEncrypted) {
    const type = new TextDecoder().decode(await archive.read(mimetype, 1 << 16))
    if (/opendocument\.spreadsheet/.test(type)) return { kind: 'package', format: 'ods', archive }
    const other = openDocuments.find(([pattern]) => pattern.test(type))
    if (other !== undefined) return { kind: 'foreign', description: other[1] }
  }
  const names = archive.entries.map((entry) => entry.name.replaceAll('\\', '/').replace(/^\/+/, ''))
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
  const isOffice = has(/^\[Content_Types\]\.xml$/i) || has(/^_rels\/\.rels$/i) || has(/^xl\//i)
  const foreign = parts.find(([pattern]) => has(pattern))
  if (isOffice && !has(/(?:^|\/)workbook\d*\.(?:xml|bin)$/i) && foreign !== undefined) {
    return { kind: 'foreign', description: foreign[1] }
  }
  if (isOffice) {
    if (archive.entries.some((entry) => entry.isEncrypted)) {
      throw new EngineFailure('encrypted_file', workbookMessages.encrypted_file.protected)
    }
    return { kind: 'package', format: has(/(?:^|\/)workbook\d*\.bin$/i) ? 'xlsb' : 'xlsx', archive }
  }
  if (foreign !== undefined) return { kind: 'foreign', description: foreign[1] }
  return has(/^content\.xml$/i) ? { kind: 'package', format: 'ods', archive } : { kind: 'text' }
}
