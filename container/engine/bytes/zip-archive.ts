import { EngineFailure } from '../failure.ts'
import { type ByteSource, type Inflate, InflateError } from './byte-source.ts'

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
const entriesMax = 100_000

/** A zip through its directory, by range reads: nothing is read that is not asked for. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[]
  private readonly source: ByteSource
  private readonly inflate: Inflate

  private constructor(source: ByteSource, inflate: Inflate, entries: readonly ZipEntry[]) {
    this.source = source
    this.inflate = inflate
    this.entries = entries
  }

  static async open(source: ByteSource, inflate: Inflate): Promise<ZipArchive> {
    const entries = await directory(source)
    if (entries.length > entriesMax)
      throw new EngineFailure('corrupt_file', `The zip claims ${entries.length} entries.`)
    return new ZipArchive(source, inflate, entries)
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

  /** An entry's bytes, unpacked and held against its checksum. `onRead` counts packed bytes. */
  async *chunks(entry: ZipEntry, onRead: (bytes: number) => void = () => {}): AsyncIterable<Uint8Array> {
    if (entry.isEncrypted) throw new EngineFailure('encrypted_file', 'The zip is protected with a password.')
    if (entry.method !== 0 && entry.method !== 8) {
      throw new EngineFailure(
        'unsupported_format',
        `The zip is packed with method ${entry.method}; only deflate is read.`,
      )
    }
    const start = await this.dataStart(entry)
    const packed = counted(this.source.stream(start, start + entry.packedBytes), onRead)
    let crc = 0
    try {
      for await (const chunk of entry.method === 0 ? packed : this.inflate.inflateRaw(packed)) {
        crc = this.inflate.crc32(chunk, crc)
        yield chunk
      }
    } catch (error) {
      if (error instanceof InflateError)
        throw new EngineFailure('corrupt_file', `The compressed data are damaged or cut short (${error.message}).`)
      throw error
    }
    if (crc >>> 0 !== entry.crc32)
      throw new EngineFailure('corrupt_file', `The checksum of ${entry.name} does not match its bytes.`)
  }

  private async dataStart(entry: ZipEntry): Promise<number> {
    const local = view(await this.source.read(entry.headerStart, 30))
    if (local.byteLength < 30 || local.getUint32(0, true) !== 0x04034b50) throw corrupt()
    const start = entry.headerStart + 30 + local.getUint16(26, true) + local.getUint16(28, true)
    if (start + entry.packedBytes > this.source.size) throw corrupt()
    return start
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, onRead: (bytes: number) => void): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length)
    yield chunk
  }
}

async function directory(source: ByteSource): Promise<ZipEntry[]> {
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

function parseDirectory(bytes: Uint8Array): ZipEntry[] {
  const entries: ZipEntry[] = []
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
