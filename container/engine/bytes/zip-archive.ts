import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import { type ByteSource, type Inflate, InflateError } from './byte-source.ts'
import { joined } from './joined.ts'
import { viewOf } from './view-of.ts'
import { damaged, readDirectory, type ZipEntry } from './zip-directory.ts'

/**
 * Deflate compresses at most 1032 to 1. A sheet with one repeated row comes near 250 to 1, and a full sheet of a
 * million rows unpacks to some GiB. Only bombs exceed both.
 */
const bombRatio = 600
const bombBytesMin = 1 << 30
const unpackedBytesMax = 256 * 2 ** 30

/** Reads a zip by its central directory. Only the requested parts are read, in any order. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[]
  private readonly source: ByteSource
  private readonly inflate: Inflate
  private readonly byName = new Map<string, ZipEntry>()
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
    const entries = await readDirectory(source)
    refuseOverlaps(entries)
    return new ZipArchive(source, inflate, entries)
  }

  /**
   * Finds an entry. Writers differ in case, in the slash at the start and in its direction. URIs name the parts of
   * office packages, so either side may be percent-encoded. An exact match wins.
   */
  find(name: string): ZipEntry | null {
    return this.byName.get(keyOf(name)) ?? this.byName.get(decodedKeyOf(name)) ?? null
  }

  /** Yields the entry's bytes, and checks them against its checksum at the end. */
  async *chunks(entry: ZipEntry): AsyncIterable<Uint8Array> {
    if (entry.isEncrypted) throw new EngineFailure('encrypted_file', archiveMessages.encrypted_file)
    if (entry.method !== 0 && entry.method !== 8) {
      throw new EngineFailure('unsupported_format', archiveMessages.unsupported_format.method(entry.method))
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
      throw damaged(archiveMessages.corrupt_file.part(entry.name, error.message))
    }
    if (crc >>> 0 !== entry.crc32) throw damaged(archiveMessages.corrupt_file.checksum(entry.name))
  }

  /** Reads a small part as a whole. No legitimate part of its kind is larger than `bytesMax`. */
  async read(entry: ZipEntry, bytesMax: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of this.chunks(entry)) {
      length += chunk.length
      if (length > bytesMax) throw damaged(archiveMessages.corrupt_file.largePart(entry.name, bytesMax >> 20))
      chunks.push(chunk.slice())
    }
    return joined(chunks)
  }

  private refuseBomb(entry: ZipEntry, unpacked: number, more: number): void {
    this.unpackedBytes += more
    const isDense = unpacked > bombBytesMin && unpacked > entry.packedBytes * bombRatio
    if (!isDense && this.unpackedBytes <= unpackedBytesMax) return
    throw damaged(archiveMessages.corrupt_file.bomb(entry.name))
  }

  private async *packed(entry: ZipEntry): AsyncIterable<Uint8Array> {
    const local = viewOf(await this.source.read(entry.headerStart, 30))
    if (local.byteLength < 30 || local.getUint32(0, true) !== 0x04034b50) {
      throw damaged(archiveMessages.corrupt_file.position(entry.name))
    }
    const start = entry.headerStart + 30 + local.getUint16(26, true) + local.getUint16(28, true)
    const end = start + entry.packedBytes
    if (end > this.source.size) throw damaged(archiveMessages.corrupt_file.pastTheEnd(entry.name))
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

/** Entries that share bytes would let a small file unpack to any size. No legitimate program writes them. */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart)
  let end = 0
  for (const entry of inOrder) {
    if (entry.headerStart < end) throw damaged(archiveMessages.corrupt_file.overlap)
    end = entry.headerStart + 30 + entry.packedBytes
  }
}
