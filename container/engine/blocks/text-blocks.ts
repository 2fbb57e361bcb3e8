import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { Caster } from '../cast/cast-batch.ts'
import { KernelCast } from '../cast/kernel-cast.ts'
import type { ConvertRequest } from '../convert-types.ts'
import type { TableBounds } from '../inference/table-bounds.ts'
import type { PlannedTable } from '../inference/plan-table.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { RowReader, TakenRecords } from '../readers/row-reader.ts'
import { type CellKind, RowBatch } from '../table/row-batch.ts'
import type { RowsElsewhere, TableWriter } from '../writers/table-writer.ts'
import type { BlockAnswer, BlockJob, Hole, Threads } from './block-job.ts'

/** A file whose blocks come back again and again is not for threads. */
const oddBlocksMax = 8

interface UnderWay {
  readonly block: Uint8Array
  readonly room: Uint8Array
  readonly answer: Promise<BlockAnswer>
}

type Flush = (isLast: boolean) => Promise<'continue' | 'stop'>

export interface TextBlocksRequest {
  readonly request: Pick<ConvertRequest, 'threads'> & { readonly kernel: Kernel | null }
  readonly reader: RowReader
  readonly table: PlannedTable
  readonly writer: TableWriter
  readonly caster: Caster
  readonly out: GrowingBytes
  readonly flush: Flush
}

interface Parts {
  readonly threads: Threads
  readonly kernel: Kernel
  readonly taken: TakenRecords
  readonly elsewhere: RowsElsewhere
  readonly bounds: TableBounds
  readonly writer: TableWriter
  readonly caster: Caster
  readonly out: GrowingBytes
  readonly flush: Flush
}

/** Null where there are no threads, or the table is not for the kernel alone. */
export function openTextBlocks(given: TextBlocksRequest): TextBlocks | null {
  const { table, writer, reader, request } = given
  const { threads = null, kernel } = request
  const { taken } = reader
  const { elsewhere } = writer
  const checks = KernelCast.describe(table.castColumns)
  if (threads === null || kernel === null || taken === undefined || elsewhere === null) return null
  if (checks === null || table.bounds === null) return null
  const { delimiter, trailingDelimiter } = taken.options
  const job: BlockJob = {
    delimiter: delimiter[0] ?? 0,
    quote: quoteOf(taken),
    trailingDelimiter,
    width: table.width,
    checks,
    rows: elsewhere.pattern,
    heads: table.bounds.heads,
  }
  threads.begin(job)
  return new TextBlocks({ ...given, threads, kernel, taken, elsewhere, bounds: table.bounds })
}

const quoteOf = ({ options }: TakenRecords): number => (options.quote === 0 ? -1 : options.quote)

/**
 * Takes the reader's text in blocks of whole records, has threads convert them, and puts their rows together in the file's
 * order. Where a cut was no end of a record after all, or a block holds what only its neighbours explain, the text goes back
 * to the reader: the plain way is the definition of what comes out.
 */
export class TextBlocks {
  private readonly parts: Parts
  private readonly hole = new RowBatch()
  private readonly spareBlocks: Uint8Array[] = []
  private readonly spareRooms: Uint8Array[] = []
  private oddBlocks = 0
  /** Bytes of memory for what is written of a byte. */
  private roomShare = 2
  /** Where the text stands behind the block that came back last. */
  private resumesAt = 0

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Converts as many blocks as it can, and leaves the rest to the reader. */
  async convert(): Promise<'continue' | 'stop'> {
    const { threads, taken, flush } = this.parts
    if (!this.mayTake()) return 'continue'
    const underWay: UnderWay[] = []
    try {
      for (;;) {
        while (underWay.length < threads.depth) {
          const block = await this.nextBlock()
          if (block === null) break
          underWay.push(this.send(block))
        }
        const [first] = underWay
        if (first === undefined) return 'continue'
        if (!this.take(await first.answer)) {
          await Promise.all(underWay.map(({ answer }) => answer))
          this.handBack(underWay.map(({ block }) => block))
          return 'continue'
        }
        underWay.shift()
        this.learnRoom(first, await first.answer)
        this.spareBlocks.push(new Uint8Array(first.block.buffer))
        this.spareRooms.push(first.room)
        if ((await flush(false)) === 'stop') return 'stop'
      }
    } finally {
      taken.wereTaken = true
    }
  }

  private mayTake(): boolean {
    const { window, isBetween } = this.parts.taken
    return isBetween && this.oddBlocks < oddBlocksMax && window.offset + window.at >= this.resumesAt
  }

  /** Text up to the last end of a record that the window shows; null where there is none. */
  private async nextBlock(): Promise<Uint8Array | null> {
    const { kernel, taken } = this.parts
    const { window } = taken
    if (!window.isLast) await window.fill()
    if (window.bytes !== kernel.input) return null
    const cut = kernel.call.cutAt(window.at, window.end, quoteOf(taken))
    if (cut < 0) return null
    const memory = this.memory(this.spareBlocks, cut - window.at)
    memory.set(window.bytes.subarray(window.at, cut))
    const block = memory.subarray(0, cut - window.at)
    window.at = cut
    return block
  }

  private send(block: Uint8Array): UnderWay {
    const room = this.memory(this.spareRooms, Math.ceil(block.length * this.roomShare))
    const answer = this.parts.threads.convert({ block, room })
    // Awaited in its turn; nobody may wait for it any more when another one fails.
    answer.catch(() => undefined)
    return { block, room, answer }
  }

  /** What was too little makes its thread write into memory of its own, and the answer a copy of it. */
  private learnRoom({ block, room }: UnderWay, answer: BlockAnswer): void {
    if (answer.room.length > room.length) this.roomShare = answer.room.length / block.length
  }

  /** A buffer that came back, or a new one. */
  private memory(spare: Uint8Array[], bytes: number): Uint8Array {
    const found = spare.pop()
    return found !== undefined && found.length >= bytes ? found : this.parts.threads.memory(bytes + (bytes >> 2))
  }

  /** False where the plain code must read the block. */
  private take(answer: BlockAnswer): boolean {
    const { taken, bounds, elsewhere, out, caster } = this.parts
    const { records } = taken
    if (answer.kind === 'odd' || !bounds.goesOnFrom(records.rowNumber)) return false
    const rows = answer.rowEnds.length
    const takeRows = (from: number, to: number): void => {
      elsewhere.take({ bytes: answer.room, ends: answer.rowEnds, from, to }, out)
      caster.converted += to - from
    }
    let done = 0
    for (const hole of answer.holes) {
      takeRows(done, hole.before)
      done = hole.before
      this.fill(hole, records.rowNumber)
    }
    takeRows(done, rows)
    bounds.pass(answer.records, answer.lastText)
    records.rowNumber += answer.records
    return true
  }

  /** A row by the plain code. */
  private fill({ record, kinds, ends, bytes }: Hole, recordsBefore: number): void {
    const { writer, caster, out } = this.parts
    const { hole } = this
    hole.clear()
    for (let cell = 0, start = 0; cell < kinds.length; cell++) {
      const end = ends[cell] as number
      hole.addBytes(kinds[cell] as CellKind, bytes, start, end)
      start = end
    }
    hole.endRow(recordsBefore + record)
    writer.write(caster.cast(hole), out)
  }

  private handBack(blocks: readonly Uint8Array[]): void {
    const { window } = this.parts.taken
    this.oddBlocks++
    window.putBack(blocks)
    this.resumesAt = window.offset + (blocks[0]?.length ?? 0)
  }
}
