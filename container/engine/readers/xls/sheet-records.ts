import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { EngineFailure } from '../../failure.ts'
import { Biff, BiffRecords, isBegin } from './records.ts'
import type { SheetStart } from './sheet-start.ts'

/** Iterates over the records of one sheet, without those of embedded charts. */
export class SheetRecords {
  readonly records: BiffRecords
  isEnded = false
  private depth: number

  /** `home` is memory that the window may use at first. */
  constructor(stream: ByteSource, { position, isBegun }: SheetStart, home?: Uint8Array) {
    this.depth = isBegun ? 1 : 0
    this.records = new BiffRecords(stream, position, home)
  }

  /** Returns false if the buffer contains no more complete records. The caller then calls `fill`. */
  next(): boolean {
    const { records } = this
    if (this.isEnded) return false
    while (records.next()) {
      const { type } = records
      if (isBegin(type)) this.depth++
      else if (this.depth === 0) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.sheetPosition)
      else if (type === Biff.eof) {
        if (--this.depth > 0) continue
        this.isEnded = true
        return false
      } else if (this.depth === 1) return true
    }
    return false
  }

  /** Returns false at the end of the sheet, or at an earlier end of the stream. */
  async fill(): Promise<boolean> {
    return !this.isEnded && (await this.records.fill())
  }

  close(): Promise<void> {
    return this.records.close()
  }
}
