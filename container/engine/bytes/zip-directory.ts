import type { Message } from '../../../src/contract/catalog/message.ts'
import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import type { ByteSource } from './byte-source.ts'
import { viewOf } from './view-of.ts'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc32: number
  readonly packedBytes: number
  readonly headerStart: number
}

const endRecordBytes = 22
const locatorBytes = 20
const longRecordBytes = 56
const commentBytesMax = 65_535
const directoryBytesMax = 64 << 20
const entriesMax = 100_000
/** The maximum number of end records to check. The comment of a legitimate file looks like few or none. */
const endsMax = 64

/** Returns the entries that the central directory lists. */
export async function readDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const { start, size, junkBytes } = await findDirectory(source)
  if (size > directoryBytesMax) throw damaged(archiveMessages.corrupt_file.largeDirectory)
  return parseDirectory(await source.read(start, size), junkBytes)
}

/** A record that may end the zip: its facts about the directory, and the records around it. */
interface EndRecord {
  readonly at: number
  readonly start: number
  readonly size: number
  /** The expected position of the 64-bit record, or null if no locator names one. */
  readonly longRecordAt: number | null
  /** Whether only the comment follows the record in the file. */
  readonly endsFile: boolean
}

interface DirectoryPlace {
  readonly start: number
  readonly size: number
  readonly junkBytes: number
  /** The lower the number, the better the record agrees with its position. */
  readonly doubt: number
}

/**
 * Finds the central directory. It precedes its record, and the record's comment ends the file. A comment may contain
 * bytes that look like a record, and files may have extra bytes before the first entry and after the last. So this
 * checks every candidate and uses the one with the least doubt.
 */
async function findDirectory(source: ByteSource): Promise<DirectoryPlace> {
  const ends = await endRecords(source)
  if (ends.length === 0) throw damaged(archiveMessages.corrupt_file.noDirectory)
  const places: DirectoryPlace[] = []
  for (const end of ends.slice(0, endsMax)) places.push(...(await placesOf(source, end)))
  for (const place of places.toSorted((a, b) => a.doubt - b.doubt)) {
    if (await startsDirectory(source, place)) return place
  }
  throw damaged(archiveMessages.corrupt_file.unreadableDirectory)
}

/** Returns the end records: first those whose comment ends the file, then the others from the end backward. */
async function endRecords(source: ByteSource): Promise<EndRecord[]> {
  const tailBytes = Math.min(source.size, locatorBytes + endRecordBytes + commentBytesMax)
  const tailStart = source.size - tailBytes
  const tail = viewOf(await source.read(tailStart, tailBytes))
  const ends: EndRecord[] = []
  for (let at = tail.byteLength - endRecordBytes; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue
    const locatorAt = at - locatorBytes
    const hasLocator = locatorAt >= 0 && tail.getUint32(locatorAt, true) === 0x07064b50
    ends.push({
      at: tailStart + at,
      start: tail.getUint32(at + 16, true),
      size: tail.getUint32(at + 12, true),
      longRecordAt: hasLocator ? Number(tail.getBigUint64(locatorAt + 8, true)) : null,
      endsFile: at + endRecordBytes + tail.getUint16(at + 20, true) === tail.byteLength,
    })
  }
  return ends.toSorted((a, b) => Number(b.endsFile) - Number(a.endsFile))
}

/**
 * Bytes before the first entry, such as a self-extractor or a mail header, shift every position that the directory
 * names.
 */
async function placesOf(source: ByteSource, end: EndRecord): Promise<DirectoryPlace[]> {
  const long = await longRecord(source, end)
  const { start, size, endsAt } = long ?? { start: end.start, size: end.size, endsAt: end.at }
  const doubt = end.endsFile ? 0 : 3
  const shifted = endsAt - size
  if (shifted === start) return [{ start, size, junkBytes: 0, doubt }]
  const asWritten = { start, size, junkBytes: 0, doubt: doubt + 2 }
  return shifted > start
    ? [{ start: shifted, size, junkBytes: shifted - start, doubt: doubt + 1 }, asWritten]
    : [asWritten]
}

/** Returns the 64-bit record, at the position in its locator or directly before the locator. */
async function longRecord(
  source: ByteSource,
  { at, longRecordAt }: EndRecord,
): Promise<{ start: number; size: number; endsAt: number } | null> {
  if (longRecordAt === null) return null
  for (const endsAt of [longRecordAt, at - locatorBytes - longRecordBytes]) {
    if (endsAt < 0 || endsAt + longRecordBytes > source.size) continue
    const record = viewOf(await source.read(endsAt, longRecordBytes))
    if (record.byteLength < longRecordBytes || record.getUint32(0, true) !== 0x06064b50) continue
    return { size: Number(record.getBigUint64(40, true)), start: Number(record.getBigUint64(48, true)), endsAt }
  }
  return null
}

async function startsDirectory(source: ByteSource, { start, size }: DirectoryPlace): Promise<boolean> {
  if (start < 0 || start + size > source.size || size < 46) return false
  const bytes = viewOf(await source.read(start, 4))
  return bytes.byteLength === 4 && bytes.getUint32(0, true) === 0x02014b50
}

function parseDirectory(bytes: Uint8Array, junkBytes: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  const data = viewOf(bytes)
  for (let at = 0; at + 46 <= bytes.length && data.getUint32(at, true) === 0x02014b50;) {
    const nameEnd = at + 46 + data.getUint16(at + 28, true)
    const extraEnd = nameEnd + data.getUint16(at + 30, true)
    if (extraEnd > bytes.length) throw damaged(archiveMessages.corrupt_file.damagedDirectory)
    if (entries.length === entriesMax) throw damaged(archiveMessages.corrupt_file.manyParts(entriesMax))
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
      if (field + 8 > extra.byteLength) throw damaged(archiveMessages.corrupt_file.damagedDirectory)
      field += 8
      return Number(extra.getBigUint64(field - 8, true))
    }
    if (sizes.plainBytes === 0xffff_ffff) next()
    if (packedBytes === 0xffff_ffff) packedBytes = next()
    if (headerStart === 0xffff_ffff) headerStart = next()
  }
  return { packedBytes, headerStart }
}

export const damaged = (message: Message): EngineFailure => new EngineFailure('corrupt_file', message)
