import { joined } from '../../../../container/engine/bytes/joined.ts'
import { crc32, deflateRawSync } from 'node:zlib'

export interface RawEntry {
  readonly name: string
  readonly data: Uint8Array
  /** 0 is stored, 8 is deflated. `data` is already compressed if `plainBytes` is given. */
  readonly method?: number
  readonly plainBytes?: number
  readonly crc?: number
  readonly flags?: number
  /** The position of the entry according to the directory, which may be false. */
  readonly start?: number
}

/** Writes a zip byte by byte, so that any part of it can be wrong. */
export function rawZip(
  entries: readonly RawEntry[],
  { listings = 1, comment = new Uint8Array(0) }: { listings?: number; comment?: Uint8Array } = {},
): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const entry of entries) {
    const { name, data, flags = 0, method = 8 } = entry
    const packed = entry.plainBytes === undefined && method === 8 ? deflateRawSync(data) : data
    const crc = entry.crc ?? crc32(data)
    const nameBytes = new TextEncoder().encode(name)
    const fields = [20, flags, method, 0, 0]
    const sizes = [crc, packed.length, entry.plainBytes ?? data.length]
    const local = record(0x04034b50, fields, sizes, [nameBytes.length, 0])
    parts.push(local, nameBytes, packed)
    directory.push(
      joined([
        record(0x02014b50, [20, ...fields], sizes, [nameBytes.length, 0, 0, 0, 0]),
        numbers([0, entry.start ?? at], 4),
        nameBytes,
      ]),
    )
    at += local.length + nameBytes.length + packed.length
  }
  const once = joined(directory)
  const listing = joined(Array.from({ length: listings }, () => once))
  const end = endRecord(entries.length, listing.length, at, comment.length)
  return joined([...parts, listing, end, comment])
}

/** Returns the same zip with 64-bit offsets (APPNOTE 4.3.14, 4.3.15). With `isSaid`, only its last record refers to them. */
export function longZip(file: Uint8Array, isSaid: boolean): Uint8Array {
  const end = new DataView(file.slice(-22).buffer)
  const [entries, length, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  const long = numbers([0x06064b50, 44, 0, (45 << 16) | 45, 0, 0, entries, 0, entries, 0, length, 0, start, 0], 4)
  const locator = numbers([0x07064b50, 0, start + length, 0, 1], 4)
  const last = isSaid ? endRecord(0xffff, 0xffff_ffff, 0xffff_ffff, 0) : file.subarray(-22)
  return joined([file.subarray(0, -22), long, locator, last])
}

/** Returns the record after the directory: its number of entries, length, start, and the length of the comment that follows. */
export const endRecord = (entries: number, length: number, start: number, commentLength: number): Uint8Array =>
  joined([
    numbers([0x06054b50], 4),
    numbers([0, 0, entries & 0xffff, entries & 0xffff], 2),
    numbers([length, start], 4),
    numbers([commentLength], 2),
  ])

const record = (mark: number, shorts: number[], longs: number[], more: number[]): Uint8Array =>
  joined([numbers([mark], 4), numbers(shorts, 2), numbers(longs, 4), numbers(more, 2)])

function numbers(values: readonly number[], bytes: 2 | 4): Uint8Array {
  const out = new DataView(new ArrayBuffer(values.length * bytes))
  values.forEach((value, at) =>
    bytes === 2 ? out.setUint16(at * 2, value, true) : out.setUint32(at * 4, value >>> 0, true),
  )
  return new Uint8Array(out.buffer)
}
