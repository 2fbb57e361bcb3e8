import { archiveMessages } from '../../catalog/archives.ts'
import { InflateError } from '../byte-source.ts'

/** Reads bits in the order of bzip2: the highest bit of each byte comes first. */
export class Bzip2Bits {
  private bytes: Uint8Array = new Uint8Array(0)
  /** The position of the next byte to move into `held`. */
  private at = 0
  /** The lowest `count` bits of `held` have not been read yet. */
  private held = 0
  private count = 0

  /** Returns the number of whole, unread bytes after the current one. */
  get left(): number {
    return this.bytes.length - this.at + (this.count >> 3)
  }

  /** Returns the bytes from the current one on. That one may have been read in part. */
  rest(): Uint8Array {
    return this.bytes.subarray(this.at - Math.ceil(this.count / 8))
  }

  /** Continues in a copy of `rest` that has more bytes after it. */
  replace(bytes: Uint8Array): void {
    const isWithin = this.count & 7
    this.bytes = bytes
    this.at = 0
    this.held = this.count = 0
    if (isWithin > 0) this.take(8 - isWithin)
  }

  /** Reads up to 24 bits as a number. */
  take(count: number): number {
    const value = this.peek(count)
    this.drop(count)
    return value
  }

  take32(): number {
    return this.take(16) * 2 ** 16 + this.take(16)
  }

  /** Returns up to 24 bits without reading them. Bits after the end are zeros, which cannot be read. */
  peek(count: number): number {
    while (this.count < count) {
      this.held = (this.held << 8) | (this.bytes[this.at++] ?? 0)
      this.count += 8
    }
    return (this.held >>> (this.count - count)) & ((1 << count) - 1)
  }

  drop(count: number): void {
    this.count -= count
    if (this.at - (this.count >> 3) > this.bytes.length) throw new InflateError(archiveMessages.cutShort('bzip2'))
  }

  /** Skips to the next whole byte, where a stream ends. */
  align(): void {
    this.drop(this.count & 7)
  }
}
