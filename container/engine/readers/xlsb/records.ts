import { EngineFailure } from '../../failure.ts'

/** The records that are looked at, by their number. */
export const Brt = {
  rowHeader: 0,
  cellBlank: 1,
  cellRk: 2,
  cellError: 3,
  cellBool: 4,
  cellReal: 5,
  cellText: 6,
  cellShared: 7,
  formulaText: 8,
  formulaNumber: 9,
  formulaBool: 10,
  formulaError: 11,
  shortBlank: 12,
  shortRk: 13,
  shortError: 14,
  shortBool: 15,
  shortReal: 16,
  shortText: 17,
  shortShared: 18,
  sharedItem: 19,
  format: 44,
  style: 47,
  cellRichText: 62,
  endSheetData: 146,
  workbookProperties: 153,
  bundledSheet: 156,
  mergedCell: 176,
  beginList: 343,
  beginCellStyles: 617,
  endCellStyles: 618,
} as const

/** Longer records are none that a table needs: their bytes are passed over, not gathered. */
const recordBytesMax = 8 << 20

/**
 * The records of a binary part: a number and a length, both in seven bits a byte, and that many bytes. `next` is
 * synchronous over what is buffered, so that a caller awaits once a chunk and not once a record.
 */
export class BinaryRecords {
  bytes = new Uint8Array(1 << 16)
  type = 0
  /** The record's content, from `start` to `end` of `bytes`. */
  start = 0
  end = 0
  private filled = 0
  private at = 0
  /** Of a long record, what is still to be passed over. */
  private skipping = 0
  private readonly chunks: AsyncIterator<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** False when the buffer holds no whole record: `fill` it. */
  next(): boolean {
    const { bytes, filled } = this
    let at = this.at
    if (at >= filled) return false
    let type = bytes[at++] as number
    if (type >= 0x80) {
      if (at >= filled) return false
      type = (type & 0x7f) | (((bytes[at++] as number) & 0x7f) << 7)
    }
    let length = 0
    for (let shift = 0; shift < 28; shift += 7) {
      if (at >= filled) return false
      const byte = bytes[at++] as number
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    const end = at + length
    if (end > filled) {
      if (length > recordBytesMax) this.skip(end)
      return false
    }
    this.type = type
    this.start = at
    this.end = end
    this.at = end
    return true
  }

  /** False when the part is over. */
  async fill(): Promise<boolean> {
    for (;;) {
      const next = await this.chunks.next()
      if (next.done === true) {
        if (this.at < this.filled || this.skipping > 0)
          throw new EngineFailure('corrupt_file', 'A part of the workbook ends within a record.')
        return false
      }
      const chunk = next.value
      const skipped = Math.min(this.skipping, chunk.length)
      this.skipping -= skipped
      if (skipped === chunk.length) continue
      this.add(skipped === 0 ? chunk : chunk.subarray(skipped))
      return true
    }
  }

  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  u8(offset: number): number {
    return this.start + offset < this.end ? (this.bytes[this.start + offset] as number) : 0
  }

  u16(offset: number): number {
    return this.u8(offset) | (this.u8(offset + 1) << 8)
  }

  u32(offset: number): number {
    return (this.u16(offset) | (this.u16(offset + 2) << 16)) >>> 0
  }

  get length(): number {
    return this.end - this.start
  }

  /** A length and as many UTF-16 characters, at `offset`: where they stand, cut to the record. */
  text(offset: number): { readonly start: number; readonly end: number } {
    const characters = this.u32(offset)
    const start = Math.min(this.start + offset + 4, this.end)
    return { start, end: characters === 0xffff_ffff ? start : Math.min(start + characters * 2, this.end) }
  }

  private skip(end: number): void {
    this.skipping = end - this.filled
    this.at = this.filled
  }

  private add(chunk: Uint8Array): void {
    const kept = this.filled - this.at
    if (kept + chunk.length > this.bytes.length) {
      const larger = new Uint8Array(kept + chunk.length + (1 << 16))
      larger.set(this.bytes.subarray(this.at, this.filled))
      this.bytes = larger
    } else this.bytes.copyWithin(0, this.at, this.filled)
    this.bytes.set(chunk, kept)
    this.at = 0
    this.filled = kept + chunk.length
  }
}

/** Every record of a small part. */
export async function* recordsOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<BinaryRecords> {
  const records = new BinaryRecords(chunks)
  try {
    do while (records.next()) yield records
    while (await records.fill())
  } finally {
    await records.close()
  }
}
