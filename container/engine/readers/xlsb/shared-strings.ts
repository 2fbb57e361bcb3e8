import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { appendUtf16, endUtf16 } from '../../bytes/utf16.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import { BinaryRecords, Brt } from './records.ts'

/** The shared strings, without their formatting and phonetic readings. */
export async function readSharedStrings(chunks: AsyncIterable<Uint8Array>): Promise<StringArena> {
  const strings = new StringArena()
  const text = new GrowingBytes(1 << 12)
  const records = new BinaryRecords(chunks)
  do {
    while (records.next()) {
      if (records.type !== Brt.sharedItem) continue
      const { start, end } = records.text(1)
      text.clear()
      endUtf16(text, appendUtf16(text, records.bytes, start, end))
      strings.add(text.bytes, 0, text.length)
    }
  } while (await records.fill())
  return strings
}
