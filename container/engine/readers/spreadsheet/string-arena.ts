import { workbookMessages } from '../../catalog/workbooks.ts'
import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { EngineFailure } from '../../failure.ts'

const pageBits = 24
const pageBytes = 1 << pageBits
/** The first page starts small, because most workbooks share few strings. */
const firstPageBytes = 1 << 15
/** One page less than 32 bits can address. */
const pagesMax = 64

/** Memory for shared strings that an accelerator can read: their bytes and their positions. */
export interface StringMemory {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly lengths: Uint32Array
}

/** The used part of a string memory. */
export interface StringsFilled {
  readonly count: number
  readonly bytes: number
}

/**
 * The shared strings of a workbook, stored as bytes instead of string objects. The bytes are on pages, so growing
 * copies nothing, and two numbers locate each string. The counts in the workbook are not trusted.
 */
export class StringArena {
  count = 0
  /** The number of strings in the accelerator's memory, which are the first ones. */
  countInMemory = 0
  private readonly memory: StringMemory | null
  /** The bytes of the accelerator's memory, which replace as many pages. They are empty without an accelerator. */
  private readonly first: Uint8Array
  private readonly pagesOfFirst: number
  private readonly pages: Uint8Array[] = []
  /** The current page, or `first`. The fields below are the number of its first byte and its used length. */
  private page: Uint8Array
  private base = 0
  private used = 0
  private starts: Uint32Array
  private lengths: Uint32Array

  constructor(memory: StringMemory | null = null) {
    this.memory = memory
    this.first = memory?.bytes ?? new Uint8Array(0)
    this.pagesOfFirst = Math.ceil(this.first.length / pageBytes)
    this.page = this.first
    this.starts = memory?.starts ?? new Uint32Array(1 << 10)
    this.lengths = memory?.lengths ?? new Uint32Array(1 << 10)
  }

  /**
   * Lets an accelerator add strings to its memory. Returns where it stopped, or null once strings are stored elsewhere.
   */
  addInMemory(add: (filled: StringsFilled) => StringsFilled & { readonly at: number }): number | null {
    if (!this.isInMemory()) return null
    const { count, bytes, at } = add({ count: this.count, bytes: this.used })
    this.countInMemory = this.count = count
    this.used = bytes
    return at
  }

  add(source: Uint8Array, start: number, end: number): void {
    const length = end - start
    if (length > pageBytes) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.sharedString)
    this.makeRoom(length)
    if (this.count === this.starts.length) this.grow()
    this.page.set(source.subarray(start, end), this.used)
    this.starts[this.count] = this.base + this.used
    this.lengths[this.count] = length
    this.used += length
    this.count++
    this.countInFirst()
  }

  /** Adds consecutive strings of `source` with a single copy. */
  addAll(source: Uint8Array, starts: Int32Array, ends: Int32Array, count: number): void {
    if (count === 0) return
    const from = starts[0] as number
    const length = (ends[count - 1] as number) - from
    this.makeRoom(length)
    while (this.count + count > this.starts.length) this.grow()
    const base = this.base + this.used - from
    this.page.set(source.subarray(from, from + length), this.used)
    for (let index = 0, to = this.count; index < count; index++, to++) {
      const start = starts[index] as number
      this.starts[to] = base + start
      this.lengths[to] = (ends[index] as number) - start
    }
    this.used += length
    this.count += count
    this.countInFirst()
  }

  appendTo(out: GrowingBytes, index: number): void {
    const start = this.starts[index] as number
    const length = this.lengths[index] as number
    if (start < this.first.length) return out.append(this.first, start, start + length)
    const from = start & (pageBytes - 1)
    out.append(this.pages[(start >>> pageBits) - this.pagesOfFirst] as Uint8Array, from, from + length)
  }

  private isInMemory(): boolean {
    const { memory } = this
    return memory !== null && this.page === memory.bytes && this.starts === memory.starts
  }

  private countInFirst(): void {
    if (this.isInMemory()) this.countInMemory = this.count
  }

  private makeRoom(length: number): void {
    const needed = this.used + length
    if (needed <= this.page.length) return
    if (this.page !== this.first && this.page.length < pageBytes && needed <= pageBytes) this.growFirstPage(needed)
    else this.addPage(length)
  }

  private addPage(needed: number): void {
    const number = this.pagesOfFirst + this.pages.length
    if (number === pagesMax) {
      throw new EngineFailure('unsupported_format', workbookMessages.corrupt_file.sharedStrings(pagesMax * 16))
    }
    this.page = new Uint8Array(number === 0 ? Math.max(firstPageBytes, needed) : pageBytes)
    this.pages.push(this.page)
    this.base = number * pageBytes
    this.used = 0
  }

  private growFirstPage(needed: number): void {
    const larger = new Uint8Array(Math.min(pageBytes, Math.max(needed, this.page.length * 2)))
    larger.set(this.page.subarray(0, this.used))
    this.page = larger
    this.pages[0] = larger
  }

  private grow(): void {
    const capacity = this.starts.length * 2
    const [starts, lengths] = [new Uint32Array(capacity), new Uint32Array(capacity)]
    starts.set(this.starts)
    lengths.set(this.lengths)
    this.starts = starts
    this.lengths = lengths
  }
}
