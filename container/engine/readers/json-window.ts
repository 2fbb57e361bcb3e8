import { EngineFailure } from '../failure.ts'
import { depthMax, Scan, scanString, scanValue, skipSpace } from './json-scan.ts'

const valueBytesMax = 256 << 20
/** Behind the text: room for values that are rewritten in place, and what the kernel reads beyond the end. */
const tailBytes = (1 << 20) + 128

/** A window on the text that moves forward: values are read whole, so a parser never stops in the middle of one. */
export class JsonWindow {
  bytes: Uint8Array
  at = 0
  end = 0
  isLast = false
  /** Where `bytes[0]` stands in the text. */
  offset = 0
  private waiting: Uint8Array = new Uint8Array(0)
  private readonly source: AsyncIterator<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>, bytes: Uint8Array = new Uint8Array((1 << 20) + tailBytes)) {
    this.source = chunks[Symbol.asyncIterator]()
    this.bytes = bytes
  }

  async fill(): Promise<void> {
    if (this.waiting.length === 0) {
      const next = await this.source.next()
      if (next.done === true) {
        this.isLast = true
        return
      }
      this.waiting = next.value
    }
    const kept = this.end - this.at
    if (kept > valueBytesMax) throw broken(this, 'one value is larger than 256 MiB')
    if (kept === this.bytes.length - tailBytes) {
      const larger = new Uint8Array(kept * 2 + tailBytes)
      larger.set(this.bytes.subarray(this.at, this.end))
      this.bytes = larger
    } else this.bytes.copyWithin(0, this.at, this.end)
    const chunk = this.waiting.subarray(0, this.bytes.length - tailBytes - kept)
    this.waiting = this.waiting.subarray(chunk.length)
    this.offset += this.at
    this.bytes.set(chunk, kept)
    this.at = 0
    this.end = kept + chunk.length
  }

  /** The next byte that is no white space, or −1 at the end. */
  async peek(): Promise<number> {
    for (;;) {
      this.at = skipSpace(this.bytes, this.at, this.end)
      if (this.at < this.end) return this.bytes[this.at] as number
      if (this.isLast) return -1
      await this.fill()
    }
  }

  /** The end of the value at `at`, all of it in the window. */
  async valueEnd(): Promise<number> {
    for (;;) {
      const end = scanValue(this.bytes, this.at, this.end, this.isLast)
      if (end !== Scan.incomplete) return end
      await this.fill()
    }
  }

  async string(): Promise<string> {
    if (this.bytes[this.at] !== 34) throw broken(this, 'a key is no string')
    for (;;) {
      const end = scanString(this.bytes, this.at, this.end)
      if (end >= 0) {
        const text = JSON.parse(new TextDecoder().decode(this.bytes.subarray(this.at, end))) as string
        this.at = end
        return text
      }
      if (end === Scan.invalid || this.isLast) throw broken(this, 'a key is no string')
      await this.fill()
    }
  }

  async expect(byte: number, what: string): Promise<void> {
    if ((await this.peek()) !== byte) throw broken(this, `${what} is missing`)
    this.at++
  }
}

export function brokenValue(window: JsonWindow, why: number): EngineFailure {
  return broken(
    window,
    why === Scan.tooDeep ? `values are nested deeper than ${depthMax} levels` : 'a value is malformed',
  )
}

export function broken(window: JsonWindow, what: string): EngineFailure {
  const position = window.offset + window.at
  const near = new TextDecoder().decode(window.bytes.subarray(window.at, Math.min(window.end, window.at + 60)))
  return new EngineFailure('corrupt_file', `The JSON is not valid at byte ${position}: ${what}.`, [
    { code: 'invalid_json', value: near, message: `At byte ${position}: ${what}.` },
  ])
}
