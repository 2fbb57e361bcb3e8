import { release } from './release.ts'

const windowBytes = 1 << 20
/**
 * The bytes after the text: space for values that are rewritten in place, and for the reads of the kernel beyond the
 * end.
 */
const tailBytes = windowBytes + 128
/** Items of this size are rare, and reading one twice takes too long. */
const longBytes = 256 << 10
/** The size from which memory is returned. */
const largeBytes = 8 << 20

/** A buffer that moves forward over the chunks of a text. Readers use the bytes from `at` on without copying them. */
export class TextWindow {
  bytes: Uint8Array
  at = 0
  end = 0
  isLast = false
  /** The position of `bytes[0]` in the text. */
  offset = 0
  private waiting: Uint8Array = new Uint8Array(0)
  private readonly source: AsyncIterator<Uint8Array>
  private readonly longest: number

  /** `longest` limits the size of an item. The window refuses a longer one, so it needs no more memory. */
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    longest: number,
    bytes: Uint8Array = new Uint8Array(windowBytes + tailBytes),
  ) {
    this.source = chunks[Symbol.asyncIterator]()
    this.longest = longest
    this.bytes = bytes
  }

  /**
   * Drops the text before `at` and reads more. The buffer doubles for a long item, because a reader that starts again
   * at every megabyte would need quadratic time.
   */
  async fill(): Promise<void> {
    const kept = this.end - this.at
    const wanted = kept > longBytes ? Math.min(kept * 2, this.longest + 1) : 0
    do await this.takeChunk()
    while (!this.isLast && this.end - this.at < wanted)
  }

  /** Frees the memory of a long item before `at`. Nothing may refer to the window after this call. */
  shrink(): void {
    const { bytes, at, end } = this
    const kept = end - at
    if (at < largeBytes || at < kept) return
    this.bytes = new Uint8Array(Math.max(windowBytes, kept) + tailBytes)
    this.bytes.set(bytes.subarray(at, end))
    this.offset += at
    this.at = 0
    this.end = kept
    release(bytes)
  }

  private async takeChunk(): Promise<void> {
    if (this.waiting.length === 0) {
      const next = await this.source.next()
      if (next.done === true) {
        this.isLast = true
        return
      }
      this.waiting = next.value
    }
    this.makeRoom()
    const chunk = this.waiting.subarray(0, this.bytes.length - tailBytes - this.end)
    this.waiting = this.waiting.subarray(chunk.length)
    this.bytes.set(chunk, this.end)
    this.end += chunk.length
  }

  private makeRoom(): void {
    const kept = this.end - this.at
    if (kept === this.bytes.length - tailBytes) {
      const { bytes } = this
      this.bytes = new Uint8Array(kept * 2 + tailBytes)
      this.bytes.set(bytes.subarray(this.at, this.end))
      if (bytes.length > largeBytes) release(bytes)
    } else if (this.at > 0) this.bytes.copyWithin(0, this.at, this.end)
    this.offset += this.at
    this.at = 0
    this.end = kept
  }
}
