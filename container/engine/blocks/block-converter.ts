import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { KernelCast } from '../cast/kernel-cast.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { RowBatch } from '../table/row-batch.ts'
import { KernelRows } from '../writers/kernel-rows.ts'
import type { BlockAnswer, BlockJob, BlockOrder, Hole } from './block-job.ts'

/** More would be a dirty file's, and as slow as the plain way. */
const holesMax = 2000

/**
 * What a thread does: fields, checks and literals of a block by the kernel alone. It knows nothing of fixes, rejections or
 * statements: a row that is not plain becomes a hole, and a block whose records are not plain is handed back.
 */
export class BlockConverter {
  private readonly kernel: Kernel
  private readonly job: BlockJob
  private readonly cast: KernelCast
  private readonly rows: KernelRows
  private readonly out: GrowingBytes
  private room = new GrowingBytes(0)
  private rowEnds = new Int32Array(1 << 14)
  private rowCount = 0
  private holes: Hole[] = []

  static open(kernel: Kernel, job: BlockJob): BlockConverter | null {
    const cast = KernelCast.described(kernel, job.checks, { width: job.width, lastHeadRow: -1, takesShort: false })
    const rows = KernelRows.open(kernel, job.rows)
    return cast === null || rows === null ? null : new BlockConverter(kernel, job, cast, rows)
  }

  private constructor(kernel: Kernel, job: BlockJob, cast: KernelCast, rows: KernelRows) {
    this.kernel = kernel
    this.job = job
    this.cast = cast
    this.rows = rows
    this.out = new GrowingBytes(kernel.output)
  }

  convert(order: BlockOrder): BlockAnswer {
    const { block, room } = order
    const { kernel } = this
    const { call } = kernel
    const { delimiter, quote, trailingDelimiter } = this.job
    const { batch } = kernel
    kernel.input.set(block)
    batch.arena.bytes = kernel.input
    this.room = new GrowingBytes(room)
    this.rowCount = 0
    this.holes = []
    let [records, at] = [0, 0]
    let lastText = ''
    while (at < block.length) {
      const status = call.tokenize(at, block.length, false, delimiter, quote, trailingDelimiter, records)
      batch.rowCount = call.rowCount.value
      batch.cellCount = call.cellCount.value
      const consumed = call.consumed.value
      const isPlain = status === 1 || (status === 0 && consumed === block.length)
      // Fewer rows than records are blank lines.
      const isWhole = batch.rowCount > 0 && call.rowNumber.value === records + batch.rowCount
      if (!isPlain || !isWhole || !this.isRegular(batch)) return { kind: 'odd', ...order }
      this.convertRows(batch)
      if (this.holes.length > holesMax) return { kind: 'odd', ...order }
      records += batch.rowCount
      at = consumed
      if (at === block.length) lastText = firstText(batch)
    }
    this.empty()
    return {
      kind: 'rows',
      block,
      room: this.room.bytes,
      rowEnds: this.rowEnds.slice(0, this.rowCount),
      holes: this.holes,
      records,
      lastText,
    }
  }

  /** As many cells in every row as the table has columns, and no header among them. */
  private isRegular(batch: RowBatch): boolean {
    const { width, heads } = this.job
    const { rowStarts, starts, ends, rowCount } = batch
    for (let row = 0; row < rowCount; row++) {
      const first = rowStarts[row] as number
      if ((rowStarts[row + 1] as number) - first !== width) return false
      const length = (ends[first] as number) - (starts[first] as number)
      for (const head of heads) if (head[0]?.length === length && isHead(batch, first, head, width)) return false
    }
    return true
  }

  private convertRows(batch: RowBatch): void {
    for (let row = 0; row < batch.rowCount;) {
      const stopped = this.cast.castRows(row, batch.rowCount, 0)
      this.write(batch, row, stopped - row)
      if (stopped < batch.rowCount) this.leave(batch, stopped)
      row = stopped + 1
    }
  }

  /** Writes the `count` rows that were cast; `row` is the first of them in the batch. */
  private write(batch: RowBatch, row: number, count: number): void {
    const { out, kernel } = this
    for (let typed = 0; typed < count;) {
      const stopped = this.rows.writeAll(typed, count, out)
      this.keepEnds(stopped - typed)
      typed = stopped
      if (typed === count) break
      // Either there was no room or the row is not the kernel's: with all the room there is, it is the latter.
      if (out.length > 0) this.empty()
      else this.leave(batch, row + typed++)
    }
    if (out.length > kernel.output.length >> 1) this.empty()
  }

  private keepEnds(count: number): void {
    if (this.rowCount + count > this.rowEnds.length) {
      const larger = new Int32Array((this.rowCount + count) * 2)
      larger.set(this.rowEnds)
      this.rowEnds = larger
    }
    const { rowEnds, output } = this.kernel
    const shift = this.room.length - output.byteOffset
    for (let row = 0; row < count; row++) this.rowEnds[this.rowCount++] = (rowEnds[row] as number) + shift
  }

  /** Moves what was written out of the kernel's memory. */
  private empty(): void {
    this.room.append(this.out.bytes, 0, this.out.length)
    this.out.clear()
  }

  private leave(batch: RowBatch, row: number): void {
    const first = batch.rowStarts[row] as number
    const last = batch.rowStarts[row + 1] as number
    const bytes = new GrowingBytes(256)
    const ends = new Int32Array(last - first)
    for (let cell = first; cell < last; cell++) {
      bytes.append(batch.bytes, batch.starts[cell], batch.ends[cell])
      ends[cell - first] = bytes.length
    }
    this.holes.push({
      before: this.rowCount,
      record: batch.rowNumbers[row] as number,
      kinds: batch.kinds.slice(first, last),
      ends,
      bytes: bytes.bytes.slice(0, bytes.length),
    })
  }
}

function isHead(batch: RowBatch, first: number, head: readonly Uint8Array[], width: number): boolean {
  if (head.length !== width) return false
  return head.every((name, column) => {
    const start = batch.starts[first + column] as number
    if ((batch.ends[first + column] as number) - start !== name.length) return false
    return name.every((byte, at) => batch.bytes[start + at] === byte)
  })
}

function firstText({ bytes, starts, ends, rowStarts, rowCount }: RowBatch): string {
  const decoder = new TextDecoder()
  for (let cell = rowStarts[rowCount - 1] as number; cell < (rowStarts[rowCount] as number); cell++) {
    const text = decoder.decode(bytes.subarray(starts[cell], ends[cell])).trim()
    if (text !== '') return text
  }
  return ''
}
