import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { appendUtf16, endUtf16 } from '../../bytes/utf16.ts'
import type { Kernel } from '../../webassembly/kernel/kernel.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import { BinaryRecords, Brt } from './records.ts'

/** The shared strings, without their formatting and phonetic readings. */
export async function readSharedStrings(
  chunks: AsyncIterable<Uint8Array>,
  kernel: Kernel | null,
): Promise<StringArena> {
  const strings = new StringArena(kernel)
  const text = new GrowingBytes(1 << 12)
  const records = new BinaryRecords(chunks, kernel?.markup)
  do {
    for (;;) {
      if (kernel !== null) takeInKernel(records, strings, kernel)
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

function takeInKernel(records: BinaryRecords, strings: StringArena, { markup }: Kernel): void {
  if (records.bytes !== markup) return
  const { byteOffset } = markup
  const at = strings.addInKernel((call) => call.readXlsbStrings(byteOffset + records.at, byteOffset + records.filled))
  if (at !== null) records.at = at - byteOffset
}
