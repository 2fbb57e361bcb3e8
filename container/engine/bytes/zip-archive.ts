import { EngineFailure } from '../failure.ts'
import { type ByteSource, type Inflate, InflateError } from './byte-source.ts'
import { joined } from './joined.ts'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc32: number
  readonly packedBytes: number
  readonly headerStart: number
}

const endRecordBytes = 22
const commentBytesMax = 65_535
const directoryBytesMax = 64 << 20
const entriesMax = 100_000
/**
 * Deflate reaches 1032 to 1. Sheets of one repeated row come near 250 to 1, and a full sheet of a million rows unpacks to some
 * GiB: beyond both there are only bombs.
 */
const bombRatio = 600
const bombBytesMin = 1 << 30
const unpackedBytesMax = 256 * 2 ** 30

/** A zip through its central directory: only the parts that are asked for are read, wherever they stand in the file. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[]
  private readonly source: ByteSource
  private readonly inflate: Inflate
  private readonly byName = new Map<string, ZipEntry>()
  /** Packed bytes taken so far. */
  bytesRead = 0
  private unpackedBytes = 0

  private constructor(source: ByteSource, inflate: Inflate, entries: readonly ZipEntry[]) {
    this.source = source
    this.inflate = inflate
    this.entries = entries
    for (const spelling of [keyOf, decodedKeyOf]) {
      for (const entry of entries) {
        const key = spelling(entry.name)
        if (!this.byName.has(key)) this.byName.set(key, entry)
      }
    }
  }

  static async open(source: ByteSource, inflate: Inflate): Promise<ZipArchive> {
    const { start, size, junkBytes } = await findDirectory(source)
    if (size > directoryBytesMax) throw damaged('The directory of the zip is too large to be one.')
    const entries = parseDirectory(await source.read(start, size), junkBytes)
    refuseOverlaps(entries)
    return new ZipArchive(source, inflate, entries)
  }

  /**
   * Writers differ in case, in the slash at the start and in its direction. Parts of office packages are named by URIs: what a
   * writer percent-encodes there may stand plainly here, or the other way round. The name as it is written goes first.
   */
  find(name: string): ZipEntry | null {
    return this.byName.get(keyOf(name)) ?? this.byName.get(decodedKeyOf(name)) ?? null
  }

  /** The one file of a zip. Folders and the litter of file managers do not count. */
  single(): ZipEntry {
    const files = this.entries.filter(
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
    return only
  }

  /** The entry's bytes, checked against its checksum at the end. */
  async *chunks(entry: ZipEntry): AsyncIterable<Uint8Array> {
    if (entry.isEncrypted) throw new EngineFailure('encrypted_file', 'The file is protected with a password.')
    if (entry.method !== 0 && entry.method !== 8) {
      throw new EngineFailure('unsupported_format', `A part is packed with zip method ${entry.method}, not deflate.`)
    }
    const packed = this.packed(entry)
    let crc = 0
    let unpacked = 0
    try {
      for await (const chunk of entry.method === 0 ? packed : this.inflate.inflateRaw(packed)) {
        crc = this.inflate.crc32(chunk, crc)
        unpacked += chunk.length
        this.refuseBomb(entry, unpacked, chunk.length)
        yield chunk
      }
    } catch (error) {
      if (!(error instanceof InflateError)) throw error
      throw damaged(`The part ${entry.name} is damaged or cut short (${error.message}).`)
    }
    if (crc >>> 0 !== entry.crc32) throw damaged(`The checksum of the part ${entry.name} does not match its bytes.`)
  }

  /** A small part as a whole; one that grows past `bytesMax` is no honest part of its kind. */
  async read(entry: ZipEntry, bytesMax: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of this.chunks(entry)) {
      length += chunk.length
      if (length > bytesMax) throw damaged(`The part ${entry.name} is larger than ${bytesMax >> 20} MiB.`)
      chunks.push(chunk.slice())
    }
    return joined(chunks)
  }

  private refuseBomb(entry: ZipEntry, unpacked: number, more: number): void {
    this.unpackedBytes += more
    const isDense = unpacked > bombBytesMin && unpacked > entry.packedBytes * bombRatio
    if (!isDense && this.unpackedBytes <= unpackedBytesMax) return
    throw damaged(`The part ${entry.name} unpacks to far more than any file of its kind: that is refused.`)
  }

  private async *packed(entry: ZipEntry): AsyncIterable<Uint8Array> {
    const local = viewOf(await this.source.read(entry.headerStart, 30))
    if (local.byteLength < 30 || local.getUint32(0, true) !== 0x04034b50) {
      throw damaged(`The part ${entry.name} does not stand where the directory says.`)
    }
    const start = entry.headerStart + 30 + local.getUint16(26, true) + local.getUint16(28, true)
    const end = start + entry.packedBytes
    if (end > this.source.size) throw damaged(`The part ${entry.name} reaches past the end of the file.`)
    for await (const chunk of this.source.stream(start, end)) {
      this.bytesRead += chunk.length
      yield chunk
    }
  }
}

const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

function decodedKeyOf(name: string): string {
  if (!name.includes('%')) return keyOf(name)
  try {
    return keyOf(decodeURIComponent(name))
  } catch {
    return keyOf(name)
  }
}

/** Bytes before the first entry (a self-extractor, a mail header) shift every address that the directory names. */
async function findDirectory(source: ByteSource): Promise<{ start: number; size: number; junkBytes: number }> {
  const tailBytes = Math.min(source.size, endRecordBytes + commentBytesMax)
  const tail = await source.read(source.size - tailBytes, tailBytes)
  let end = tail.length - endRecordBytes
  while (end >= 0 && !(tail[end] === 0x50 && tail[end + 1] === 0x4b && tail[end + 2] === 5 && tail[end + 3] === 6)) {
    end--
  }
  if (end < 0) throw damaged('The zip is cut short: it ends without a directory.')
  const record = viewOf(tail.subarray(end))
  const endStart = source.size - tailBytes + end
  let size = record.getUint32(12, true)
  let start = record.getUint32(16, true)
  let directoryEnd = endStart
  if (start === 0xffff_ffff || size === 0xffff_ffff || record.getUint16(10, true) === 0xffff) {
    const zip64 = await zip64Directory(source, endStart)
    if (zip64 !== null) ({ start, size, directoryEnd } = zip64)
  }
  if (await startsDirectory(source, start, size)) return { start, size, junkBytes: 0 }
  const shifted = directoryEnd - size
  if (shifted > start && (await startsDirectory(source, shifted, size))) {
    return { start: shifted, size, junkBytes: shifted - start }
  }
  throw damaged('The zip is damaged or cut short: its directory cannot be read.')
}

async function startsDirectory(source: ByteSource, start: number, size: number): Promise<boolean> {
  if (start < 0 || start + size > source.size || size < 46) return false
  const bytes = viewOf(await source.read(start, 4))
  return bytes.byteLength === 4 && bytes.getUint32(0, true) === 0x02014b50
}

async function zip64Directory(
  source: ByteSource,
  endStart: number,
): Promise<{ start: number; size: number; directoryEnd: number } | null> {
  if (endStart < 20) return null
  const locator = viewOf(await source.read(endStart - 20, 20))
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== 0x07064b50) return null
  const recordStart = Number(locator.getBigUint64(8, true))
  const record = viewOf(recordStart + 56 <= source.size ? await source.read(recordStart, 56) : new Uint8Array(0))
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) {
    throw damaged('The zip is damaged: its 64-bit directory cannot be read.')
  }
  return {
    size: Number(record.getBigUint64(40, true)),
    start: Number(record.getBigUint64(48, true)),
    directoryEnd: recordStart,
  }
}

function parseDirectory(bytes: Uint8Array, junkBytes: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  const data = viewOf(bytes)
  for (let at = 0; at + 46 <= bytes.length && data.getUint32(at, true) === 0x02014b50;) {
    const nameEnd = at + 46 + data.getUint16(at + 28, true)
    const extraEnd = nameEnd + data.getUint16(at + 30, true)
    if (extraEnd > bytes.length) throw damaged('The directory of the zip is damaged.')
    if (entries.length === entriesMax) throw damaged(`The zip has more than ${entriesMax} parts.`)
    const sizes = zip64Sizes(viewOf(bytes.subarray(nameEnd, extraEnd)), {
      packedBytes: data.getUint32(at + 20, true),
      headerStart: data.getUint32(at + 42, true),
      plainBytes: data.getUint32(at + 24, true),
    })
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
      method: data.getUint16(at + 10, true),
      isEncrypted: (data.getUint16(at + 8, true) & 1) === 1,
      crc32: data.getUint32(at + 16, true),
      packedBytes: sizes.packedBytes,
      headerStart: sizes.headerStart + junkBytes,
    })
    at = extraEnd + data.getUint16(at + 32, true)
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
      if (field + 8 > extra.byteLength) throw damaged('The directory of the zip is damaged.')
      field += 8
      return Number(extra.getBigUint64(field - 8, true))
    }
    if (sizes.plainBytes === 0xffff_ffff) next()
    if (packedBytes === 0xffff_ffff) packedBytes = next()
    if (headerStart === 0xffff_ffff) headerStart = next()
  }
  return { packedBytes, headerStart }
}

/** Entries that share bytes make a small file unpack to anything: no honest writer makes them. */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart)
  let end = 0
  for (const entry of inOrder) {
    if (entry.headerStart < end) throw damaged('Parts of the zip overlap.')
    end = entry.headerStart + 30 + entry.packedBytes
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const damaged = (message: string): EngineFailure => new EngineFailure('corrupt_file', message)
