import { EngineFailure } from '../failure.ts'
import type { ByteSource } from './byte-source.ts'

export interface ZipEntry {
  readonly name: string
  readonly isStored: boolean
  readonly dataStart: number
  readonly packedBytes: number
  readonly crc32: number
}

const endRecordBytes = 22
const commentBytesMax = 65_535

/** The one file of a zip, found through its directory. Folders and the litter of file managers do not count. */
export async function singleZipEntry(source: ByteSource): Promise<ZipEntry> {
  const entries = await directory(source)
  const files = entries.filter(
    (entry) => !entry.name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._)/.test(entry.name),
  )
  const [only] = files
  if (only === undefined) throw new EngineFailure('empty_file', 'The zip holds no file.')
  if (files.length > 1) {
    const names = files
      .slice(0, 10)
      .map((file) => ({ code: 'zip_entry', value: file.name, message: 'One of the files of the zip.' }))
    throw new EngineFailure('unsupported_format', `The zip holds ${files.length} files; send one.`, names)
  }
  if (only.isEncrypted) throw new EngineFailure('encrypted_file', 'The zip is protected with a password.')
  if (only.method !== 0 && only.method !== 8)
    throw new EngineFailure('unsupported_format', `The zip is packed with method ${only.method}; only deflate is read.`)
  const local = view(await source.read(only.headerStart, 30))
  if (local.byteLength < 30 || local.getUint32(0, true) !== 0x04034b50) throw corrupt()
  const dataStart = only.headerStart + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  if (dataStart + only.packedBytes > source.size) throw corrupt()
  return { name: only.name, isStored: only.method === 0, dataStart, packedBytes: only.packedBytes, crc32: only.crc32 }
}

interface DirectoryEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc32: number
  readonly packedBytes: number
  readonly headerStart: number
}

async function directory(source: ByteSource): Promise<DirectoryEntry[]> {
  const tailBytes = Math.min(source.size, endRecordBytes + commentBytesMax)
  const tail = await source.read(source.size - tailBytes, tailBytes)
  let end = tail.length - endRecordBytes
  while (end >= 0 && !(tail[end] === 0x50 && tail[end + 1] === 0x4b && tail[end + 2] === 5 && tail[end + 3] === 6))
    end--
  if (end < 0) throw corrupt()
  const record = view(tail.subarray(end))
  let size = record.getUint32(12, true)
  let start = record.getUint32(16, true)
  if (start === 0xffff_ffff || size === 0xffff_ffff)
    [start, size] = await zip64Directory(source, source.size - tailBytes + end)
  if (start + size > source.size || size > 64 << 20) throw corrupt()
  return parseDirectory(await source.read(start, size))
}

async function zip64Directory(source: ByteSource, endStart: number): Promise<[number, number]> {
  const locator = view(await source.read(endStart - 20, 20))
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== 0x07064b50) throw corrupt()
  const record = view(await source.read(Number(locator.getBigUint64(8, true)), 56))
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) throw corrupt()
  return [Number(record.getBigUint64(48, true)), Number(record.getBigUint64(40, true))]
}

function parseDirectory(bytes: Uint8Array): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  const data = view(bytes)
  for (let at = 0; at + 46 <= bytes.length && data.getUint32(at, true) === 0x02014b50;) {
    const [nameBytes, extraBytes, commentBytes] = [
      data.getUint16(at + 28, true),
      data.getUint16(at + 30, true),
      data.getUint16(at + 32, true),
    ]
    if (at + 46 + nameBytes + extraBytes > bytes.length) throw corrupt()
    const sizes = {
      packedBytes: data.getUint32(at + 20, true),
      headerStart: data.getUint32(at + 42, true),
      plainBytes: data.getUint32(at + 24, true),
    }
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      method: data.getUint16(at + 10, true),
      isEncrypted: (data.getUint16(at + 8, true) & 1) === 1,
      crc32: data.getUint32(at + 16, true),
      ...zip64Sizes(view(bytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)), sizes),
    })
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return entries
}

function zip64Sizes(
  extra: DataView,
  sizes: { packedBytes: number; headerStart: number; plainBytes: number },
): { packedBytes: number; headerStart: number } {
  let { packedBytes, headerStart } = sizes
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue
    let field = at + 4
    const next = (): number => {
      if (field + 8 > extra.byteLength) throw corrupt()
      field += 8
      return Number(extra.getBigUint64(field - 8, true))
    }
    if (sizes.plainBytes === 0xffff_ffff) next()
    if (packedBytes === 0xffff_ffff) packedBytes = next()
    if (headerStart === 0xffff_ffff) headerStart = next()
  }
  return { packedBytes, headerStart }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const corrupt = (): EngineFailure =>
  new EngineFailure('corrupt_file', 'The zip is damaged or cut short: its directory cannot be read.')
