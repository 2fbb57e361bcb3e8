import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'

/** A byte buffer that doubles when it is full. Growing replaces `bytes`: read it again after appending. */
export class GrowingBytes {
  bytes: Uint8Array
  length = 0

  /**
   * Memory that belongs to someone else. The buffer starts in it and returns to it when it is emptied after having
   * outgrown it.
   */
  private readonly home: Uint8Array | null

  private readonly bytesMax: number

  /** A buffer over `bytesMax` means that the file needs too much memory. */
  constructor(home: Uint8Array | number = 1 << 16, bytesMax = Number.POSITIVE_INFINITY) {
    this.bytesMax = bytesMax
    this.home = typeof home === 'number' ? null : home
    this.bytes = typeof home === 'number' ? new Uint8Array(home) : home
  }

  /** Makes room for `more` bytes after `length`. */
  reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.bytes.length) return
    if (needed > this.bytesMax) {
      throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.largeValue(this.bytesMax >> 20))
    }
    let capacity = this.bytes.length * 2
    while (capacity < needed) capacity *= 2
    const larger = new Uint8Array(Math.min(capacity, this.bytesMax))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1)
    this.bytes[this.length++] = byte
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start
    this.reserve(count)
    // Copying a few bytes one by one is faster than `set(subarray())`.
    if (count < 32) {
      const { bytes } = this
      let to = this.length
      for (let from = start; from < end; from++) bytes[to++] = source[from] as number
    } else {
      this.bytes.set(source.subarray(start, end), this.length)
    }
    this.length += count
  }

  clear(): void {
    this.length = 0
    if (this.home !== null) this.bytes = this.home
  }
}
