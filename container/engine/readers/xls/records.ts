import type { ByteSource } from '../../bytes/byte-source.ts'

/** The records that are looked at, by the number that begins them. */
export const Biff = {
  eof: 0x0a,
  bof2: 0x0009,
  bof3: 0x0209,
  bof4: 0x0409,
  bof: 0x0809,
  filePass: 0x2f,
  codePage: 0x42,
  dateMode: 0x22,
  format23: 0x1e,
  format: 0x41e,
  xf2: 0x43,
  xf3: 0x243,
  xf4: 0x443,
  xf: 0xe0,
  boundSheet: 0x85,
  sst: 0xfc,
  continues: 0x3c,
  sheetHeader: 0x8f,
  row: 0x208,
  mergedCells: 0xe5,
  blank2: 0x01,
  integer2: 0x02,
  number2: 0x03,
  label2: 0x04,
  boolErr2: 0x05,
  formula: 0x06,
  string2: 0x07,
  number: 0x203,
  label: 0x204,
  boolErr: 0x205,
  formula3: 0x206,
  string: 0x207,
  formula4: 0x406,
  rk: 0x27e,
  mulRk: 0xbd,
  labelSst: 0xfd,
  rString: 0xd6,
} as const

/**
 * The records of a workbook stream: a number, a length, and that many bytes. `next` is synchronous over what is
 * buffered, so that a caller awaits once a chunk and not once a record.
 */
export class BiffRecords {
  bytes = new Uint8Array(1 << 16)
  type = 0
  /** The record's content, from `start` to `end` of `bytes`. */
  start = 0
  end = 0
  private filled = 0
  private at = 0
  /** Where the buffer begins in the stream. */
  private base: number
  private readonly chunks: AsyncIterator<Uint8Array>

  constructor(source: ByteSource, from: number) {
    this.base = from
    this.chunks = source.stream(from)[Symbol.asyncIterator]()
  }

  /** Where the record begins in the stream. */
  get position(): number {
    return this.base + this.start - 4
  }

  /** False when the buffer holds no whole record: `fill` it. */
  next(): boolean {
    const { bytes, at, filled } = this
    if (at + 4 > filled) return false
    const end = at + 4 + ((bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8))
    if (end > filled) return false
    this.type = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
    this.start = at + 4
    this.end = end
    this.at = end
    return true
  }

  /** False when the stream is over. */
  async fill(): Promise<boolean> {
    const next = await this.chunks.next()
    if (next.done === true) return false
    const chunk = next.value
    const kept = this.filled - this.at
    if (kept + chunk.length > this.bytes.length) {
      const larger = new Uint8Array(kept + chunk.length + (1 << 16))
      larger.set(this.bytes.subarray(this.at, this.filled))
      this.bytes = larger
    } else this.bytes.copyWithin(0, this.at, this.filled)
    this.bytes.set(chunk, kept)
    this.base += this.at
    this.at = 0
    this.filled = kept + chunk.length
    return true
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
}
