import type { Message } from '../../../../src/contract/catalog/message.ts'
import { documentMessages } from '../../catalog/documents.ts'
import { TextWindow } from '../../bytes/text-window.ts'
import { EngineFailure } from '../../failure.ts'
import { jsonErrorIn } from './json-error.ts'
import { Nesting, Scan, scanString, scanValue, skipSpace } from './json-scan.ts'

const valueBytesMax = 256 << 20
/** Skipped values up to this length are validated as JSON. */
const passedBytesChecked = 1 << 20

/** A window on the text that shows whole values, so that a parser never stops in the middle of one. */
export class JsonWindow extends TextWindow {
  constructor(chunks: AsyncIterable<Uint8Array>, bytes?: Uint8Array) {
    super(chunks, valueBytesMax, bytes)
  }

  override async fill(): Promise<void> {
    if (this.end - this.at > valueBytesMax) throw broken(this, documentMessages.jsonError.largeValue)
    await super.fill()
  }

  /** Returns the next byte that is not white space, or −1 at the end. */
  async peek(): Promise<number> {
    for (;;) {
      this.at = skipSpace(this.bytes, this.at, this.end)
      if (this.at < this.end) return this.bytes[this.at] as number
      if (this.isLast) return -1
      await this.fill()
    }
  }

  /** Reads text until the window contains the whole value at `at`. Returns the end of the value. */
  async valueEnd(): Promise<number> {
    for (;;) {
      const end = scanValue(this.bytes, this.at, this.end, this.isLast)
      if (end !== Scan.incomplete) return end
      await this.fill()
    }
  }

  /** Moves past the value at `at` without keeping all of it in memory, whatever its length. */
  async passValue(): Promise<void> {
    let end = scanValue(this.bytes, this.at, this.end, this.isLast)
    while (end === Scan.incomplete && this.end - this.at < passedBytesChecked) {
      await this.fill()
      end = scanValue(this.bytes, this.at, this.end, this.isLast)
    }
    if (end === Scan.incomplete) return this.passLongValue()
    if (end < 0) throw brokenValue(this)
    this.at = end
  }

  /** Skips a long string, array or object. Its quotes and brackets show its end. */
  private async passLongValue(): Promise<void> {
    const nesting = new Nesting()
    for (;;) {
      this.at = nesting.follow(this.bytes, this.at, this.end)
      if (nesting.isOver) return
      if (this.isLast) throw broken(this, documentMessages.jsonError.ends)
      await this.fill()
    }
  }

  async string(): Promise<string> {
    if (this.bytes[this.at] !== 34) throw broken(this, documentMessages.jsonError.keyNotString)
    for (;;) {
      const end = scanString(this.bytes, this.at, this.end)
      if (end >= 0) {
        const text = JSON.parse(new TextDecoder().decode(this.bytes.subarray(this.at, end))) as string
        this.at = end
        return text
      }
      if (end === Scan.invalid || this.isLast) throw broken(this, documentMessages.jsonError.keyNotString)
      await this.fill()
    }
  }

  async expect(byte: number, message: Message): Promise<void> {
    if ((await this.peek()) !== byte) throw broken(this, message)
    this.at++
  }
}

/** Creates the failure for an invalid value at the window's position. */
export function brokenValue(window: JsonWindow): EngineFailure {
  const { at, message } = jsonErrorIn(window.bytes, window.at, window.end)
  window.at = at
  return broken(window, message)
}

export function broken(window: JsonWindow, message: Message): EngineFailure {
  const position = window.offset + window.at
  const near = new TextDecoder().decode(window.bytes.subarray(window.at, Math.min(window.end, window.at + 60)))
  return new EngineFailure('corrupt_file', documentMessages.corrupt_file.json(position, message), [
    { code: 'invalid_json', value: near, message: documentMessages.invalid_json.at(position, message) },
  ])
}
