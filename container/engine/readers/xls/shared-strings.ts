import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { WorkbookAccelerator } from '../spreadsheet/workbook-accelerator.ts'
import { u16, u32 } from '../spreadsheet/binary-cells.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import { UnicodeText } from './unicode-text.ts'

const hasRuns = 8
const hasPhonetics = 4

/**
 * Reads the shared strings from one SST record and the CONTINUE records after it. A string consists of a header (its
 * length, character width and size of formatting), its characters, and the formatting. A record may end anywhere inside
 * it.
 */
export class SharedStrings {
  readonly strings: StringArena
  private readonly accelerator: WorkbookAccelerator | null
  /** The bytes of the current string. */
  private readonly bytes = new GrowingBytes(1 << 12)
  private readonly text = new UnicodeText(this.bytes)
  private readonly header = new Uint8Array(9)
  private headerLength = 0
  private formattingBytes = 0
  private isInText = false

  constructor(accelerator: WorkbookAccelerator | null) {
    this.accelerator = accelerator
    this.strings = new StringArena(accelerator?.strings)
  }

  /** Starts with the content of the SST record itself, which begins with two counts that may be wrong. */
  begin(bytes: Uint8Array, start: number, end: number): void {
    this.take(bytes, Math.min(start + 8, end), end)
  }

  continues(bytes: Uint8Array, start: number, end: number): void {
    if (!this.isInText) return this.take(bytes, start, end)
    const at = this.text.takeContinued(bytes, start, end)
    if (this.text.remaining === 0) this.endText()
    this.take(bytes, at, end)
  }

  private take(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end;) {
      if (this.isInText) {
        at = this.text.take(bytes, at, end)
        if (this.text.remaining === 0) this.endText()
      } else if (this.formattingBytes > 0) {
        const skipped = Math.min(this.formattingBytes, end - at)
        this.formattingBytes -= skipped
        at += skipped
      } else {
        at = this.headerLength > 0 ? at : this.takeWhole(bytes, at, end)
        if (at < end) at = this.takeHeader(bytes, at, end)
      }
    }
  }

  /** Lets the accelerator read the strings that are completely inside the record. */
  private takeWhole(bytes: Uint8Array, start: number, end: number): number {
    const { accelerator } = this
    if (accelerator === null || bytes !== accelerator.markup) return start
    return this.strings.addInMemory((filled) => accelerator.addStrings('xls', start, end, filled)) ?? start
  }

  private takeHeader(bytes: Uint8Array, start: number, end: number): number {
    const { header } = this
    let at = start
    while (at < end && (this.headerLength < 3 || this.headerLength < headerBytes(header)))
      header[this.headerLength++] = bytes[at++] as number
    if (this.headerLength < 3 || this.headerLength < headerBytes(header)) return at
    const flags = header[2] as number
    const runs = (flags & hasRuns) === 0 ? 0 : u16(header, 3)
    const phonetics = (flags & hasPhonetics) === 0 ? 0 : u32(header, (flags & hasRuns) === 0 ? 3 : 5)
    this.headerLength = 0
    this.formattingBytes = runs * 4 + phonetics
    this.text.begin(u16(header, 0), flags)
    if (this.text.remaining === 0) this.endText()
    else this.isInText = true
    return at
  }

  private endText(): void {
    this.isInText = false
    this.strings.add(this.bytes.bytes, 0, this.bytes.length)
    this.bytes.clear()
  }
}

function headerBytes(header: Uint8Array): number {
  const flags = header[2] as number
  return 3 + ((flags & hasRuns) === 0 ? 0 : 2) + ((flags & hasPhonetics) === 0 ? 0 : 4)
}
