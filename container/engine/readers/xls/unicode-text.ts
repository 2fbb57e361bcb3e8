import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { appendLatin1, appendUtf16, endUtf16 } from '../../bytes/utf16.ts'

/**
 * A string that may continue in later records. Each part declares whether its characters have one byte or two, so the
 * width can change within a string.
 */
export class UnicodeText {
  /** The number of missing characters. */
  remaining = 0
  private isWide = false
  private high = 0
  private readonly out: GrowingBytes

  constructor(out: GrowingBytes) {
    this.out = out
  }

  begin(characters: number, flags: number): void {
    this.remaining = characters
    this.isWide = (flags & 1) === 1
    this.high = 0
  }

  /** Reads the part of the string that is in the record. Returns where it ends. */
  take(bytes: Uint8Array, start: number, end: number): number {
    const width = this.isWide ? 2 : 1
    const characters = Math.min(this.remaining, Math.floor((end - start) / width))
    const to = start + characters * width
    if (this.isWide) this.high = appendUtf16(this.out, bytes, start, to, this.high)
    else {
      endUtf16(this.out, this.high)
      this.high = 0
      appendLatin1(this.out, bytes, start, to)
    }
    this.remaining -= characters
    if (this.remaining > 0) return end
    endUtf16(this.out, this.high)
    this.high = 0
    return to
  }

  /** Does the same at the start of a CONTINUE record. Its first byte declares the width. */
  takeContinued(bytes: Uint8Array, start: number, end: number): number {
    if (start >= end) return end
    this.isWide = ((bytes[start] as number) & 1) === 1
    return this.take(bytes, start + 1, end)
  }
}
