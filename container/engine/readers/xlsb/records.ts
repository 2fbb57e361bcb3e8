import { workbookMessages } from '../../catalog/workbooks.ts'
import { EngineFailure } from '../../failure.ts'
import { RecordWindow } from '../spreadsheet/record-window.ts'

/** The numbers of the record types that the reader uses. */
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
  definedName: 39,
  format: 44,
  style: 47,
  columnInfo: 60,
  cellRichText: 62,
  dimension: 148,
  endSheetData: 146,
  workbookProperties: 153,
  bundledSheet: 156,
  mergedCell: 176,
  beginList: 343,
  otherBook: 355,
  ownBook: 357,
  sameBook: 358,
  externalSheets: 362,
  hyperlink: 494,
  beginCellStyles: 617,
  endCellStyles: 618,
  beginComment: 635,
  commentText: 637,
  addIn: 667,
} as const

/** No table needs a longer record, so the bytes of longer ones are skipped. */
const recordBytesMax = 8 << 20

/**
 * Reads the records of a binary part. Each has a number and a length, both with seven bits per byte, followed by its
 * content.
 */
export class BinaryRecords extends RecordWindow {
  /** The bytes of a long record that remain to be skipped. */
  private skipping = 0

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
    this.head = this.at
    this.start = at
    this.end = end
    this.at = end
    return true
  }

  async fill(): Promise<boolean> {
    for (;;) {
      const chunk = await this.nextChunk()
      if (chunk === null) {
        if (this.at < this.filled || this.skipping > 0)
          throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.endsWithinRecord)
        return false
      }
      const skipped = Math.min(this.skipping, chunk.length)
      this.skipping -= skipped
      if (skipped === chunk.length) continue
      this.add(skipped === 0 ? chunk : chunk.subarray(skipped))
      return true
    }
  }

  /** Locates the string at `offset`: a length and that many UTF-16 units. It ends with the record. */
  text(offset: number): { readonly start: number; readonly end: number } {
    const characters = this.u32(offset)
    const start = Math.min(this.start + offset + 4, this.end)
    return { start, end: characters === 0xffff_ffff ? start : Math.min(start + characters * 2, this.end) }
  }

  private skip(end: number): void {
    this.skipping = end - this.filled
    this.at = this.filled
  }
}

/** Yields every record of a small part. */
export async function* recordsOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<BinaryRecords> {
  const records = new BinaryRecords(chunks)
  try {
    do while (records.next()) yield records
    while (await records.fill())
  } finally {
    await records.close()
  }
}
