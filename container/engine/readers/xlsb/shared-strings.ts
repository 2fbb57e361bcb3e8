import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { appendUtf16, endUtf16 } from '../../bytes/utf16.ts'
import type { WorkbookAccelerator } from '../spreadsheet/workbook-accelerator.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import { BinaryRecords, Brt } from './records.ts'

/** Reads the shared strings, without their formatting and phonetic readings. */
export async function readSharedStrings(
  chunks: AsyncIterable<Uint8Array>,
  accelerator: WorkbookAccelerator | null,
): Promise<StringArena> {
  const strings = new StringArena(accelerator?.strings)
  const text = new GrowingBytes(1 << 12)
  const records = new BinaryRecords(chunks, accelerator?.markup)
  do {
    for (;;) {
      if (accelerator !== null) takeInMemory(records, strings, accelerator)
      if (!records.next()) break
      if (records.type !== Brt.sharedItem) continue
      const { start, end } = records.text(1)
      text.clear()
      endUtf16(text, appendUtf16(text, records.bytes, start, end))
      strings.add(text.bytes, 0, text.length)
    }
  } while (await records.fill())
  return strings
}

function takeInMemory(records: BinaryRecords, strings: StringArena, accelerator: WorkbookAccelerator): void {
  if (records.bytes !== accelerator.markup) return
  const { at, filled } = records
  records.at = strings.addInMemory((inUse) => accelerator.addStrings('xlsb', at, filled, inUse)) ?? at
}
