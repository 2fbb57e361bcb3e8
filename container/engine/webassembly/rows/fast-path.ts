import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { joined } from '../../bytes/joined.ts'
import type { KernelCast } from './kernel-cast.ts'
import type { KernelFixes } from './kernel-fixes.ts'
import { type Kernel, nestingBytes } from '../kernel/kernel.ts'
import type { LaneDialect, TextLane } from '../../readers/row-reader.ts'
import type { RowRoom, StraightWriter } from '../../writers/table-writer.ts'
import { formOf, keepColumns } from './fast-columns.ts'

/** The most columns that the fast path accepts: wider rows may not fit the space reserved for one row. */
const widthMax = 4096
const scratchBytes = 1 << 14
/** A call that takes fewer rows is hardly worth it: then more and more go the other way before it is tried again. */
const rowsWorthIt = 256
const betweenMin = 16
const betweenMax = 4096
/** When fewer consecutive rows than this pass the quick checks, the fast path tries them less and less often. */
const quickWorthIt = 16
const inFullMax = 256
const i32Max = 0x7fff_ffff

export interface LaneOptions {
  readonly kernel: Kernel
  readonly cast: KernelCast
  readonly writer: StraightWriter
  readonly dialect: LaneDialect
  readonly out: GrowingBytes
  /** Cells of the table's rows. */
  readonly width: number
  /** The first names of the header's rows: a row that begins like one is left. */
  readonly firstNames: readonly Uint8Array[]
  /** Whether rows behind row `number` are the table's if they look like it. */
  readonly isWithin: (number: number) => boolean
  /** `last`: the last row's bytes, which are gone afterwards. */
  readonly passed: (rows: number, last: Uint8Array) => void
}

/**
 * Text, checked and written at once, for rows whose every cell is canonical already or rewritten in one way; the kernel's part
 * is assembly/lane.ts. What comes out is what reading, casting and writing them one after another would make of them.
 */
export class KernelLane implements TextLane {
  rows = 0
  private between = betweenMin
  private inFull = 1
  private readonly options: LaneOptions
  private readonly job: number
  private readonly fixes: KernelFixes

  /** Null where the table is not for it, or there is no room to describe it. */
  static open(options: LaneOptions): KernelLane | null {
    const { kernel, cast, writer, dialect, width, firstNames } = options
    if (width > widthMax) return null
    const kept = keepColumns({ kernel, cast, rows: writer.rows, width })
    const scratch = kernel.keep(new Uint8Array(scratchBytes))
    const dialectWords =
      dialect.kind === 'records' ? recordWords(kernel, dialect, firstNames) : objectWords(kernel, dialect)
    if (kept === null || scratch === null || dialectWords === null) return null
    const { between, behind } = writer.rows
    const tableWords = [kept.columns, width, between.at, between.count, behind.at, behind.count]
    const described = Int32Array.from([...tableWords, ...dialectWords, scratch, scratchBytes - 64])
    const at = kernel.keep(joined([new Uint8Array(described.buffer), kept.constants]))
    if (at === null) return null
    const fixes = cast.fixesIn(({ column }) => formOf(kept.columns, column.index))
    return new KernelLane(options, at, fixes)
  }

  private constructor(options: LaneOptions, job: number, fixes: KernelFixes) {
    this.options = options
    this.job = job
    this.fixes = fixes
  }

  get width(): number {
    return this.options.width
  }

  get rowsBetween(): number {
    return this.between
  }

  take(bytes: Uint8Array, start: number, end: number, rowNumber: number): number {
    const { kernel, out, writer, dialect, isWithin, passed } = this.options
    const { call, output } = kernel
    const isRecords = dialect.kind === 'records'
    const takeQuick = isRecords ? call.takeQuickRecords : call.takeQuickObjects
    const takeInFull = isRecords ? call.takeRecords : call.takeObjects
    this.rows = 0
    if (!kernel.holdsBytes(bytes) || !isWithin(rowNumber)) return start
    this.fixes.allow()
    writer.fixes?.allow()
    let at = start
    let lastRow = start
    writer.fill(out, ({ rowsMax, bytesMax, isFirst }: RowRoom) => {
      if (out.bytes !== output) return 0
      const from = output.byteOffset + out.length
      const stopAt = Math.min(from + bytesMax, i32Max)
      const outEnd = output.byteOffset + output.length
      takeQuick(this.job, at, end, Math.min(rowsMax, i32Max), isFirst, from, outEnd, stopAt)
      const quickRows = call.laneRows.value
      this.inFull = quickRows >= quickWorthIt ? 1 : Math.min(this.inFull * 2, inFullMax)
      if (quickRows === 0) takeInFull(this.job, at, end, Math.min(rowsMax, this.inFull), isFirst, from, outEnd, stopAt)
      const rows = call.laneRows.value
      if (rows === 0) return 0
      at = call.laneConsumed.value
      lastRow = call.laneLastRow.value
      out.length = call.laneWritten.value - output.byteOffset
      this.rows += rows
      return rows
    })
    this.fixes.report()
    writer.fixes?.report()
    if (this.rows > 0) passed(this.rows, bytes.subarray(lastRow, at))
    this.between = this.rows >= rowsWorthIt ? betweenMin : Math.min(betweenMax, this.between * 4)
    return at
  }
}

type Dialect<Kind extends LaneDialect['kind']> = Extract<LaneDialect, { readonly kind: Kind }>

/** Four words of a job, in the order of ../kernel/assembly/lane-records.ts. */
function recordWords(
  kernel: Kernel,
  { delimiter, quote }: Dialect<'records'>,
  firstNames: readonly Uint8Array[],
): readonly number[] | null {
  const heads = kernel.keepAll(firstNames)
  return heads === null ? null : [heads, firstNames.length, delimiter, quote]
}

/** Four words of a job, in the order of ../kernel/assembly/lane-objects.ts. */
function objectWords(kernel: Kernel, { keys, isArray }: Dialect<'objects'>): readonly number[] | null {
  const encoder = new TextEncoder()
  const kept = kernel.keepAll(keys.map((key) => encoder.encode(`${key}:`)))
  const stack = kernel.keep(new Uint8Array(nestingBytes))
  return kept === null || stack === null ? null : [kept, stack, isArray ? 1 : 0, 0]
}
