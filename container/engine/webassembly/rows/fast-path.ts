import type { FastPath, FastTable, FastWritten } from '../../accelerator.ts'
import { joined } from '../../bytes/joined.ts'
import { rowsBetweenSpansMin, type SpanFormat, type TextSpan } from '../../readers/row-reader.ts'
import type { FastRows } from '../../writers/table-writer.ts'
import { KernelCast } from './kernel-cast.ts'
import type { KernelFixes } from './kernel-fixes.ts'
import { type Kernel, nestingBytes } from '../kernel/kernel.ts'
import { KernelRows } from './kernel-rows.ts'
import { formatOf, keepColumns } from './fast-columns.ts'

/** The maximum number of columns on the fast path. Wider rows may not fit the space reserved for one row. */
const widthMax = 4096
const scratchBytes = 1 << 14
/**
 * A call that writes fewer rows is hardly worthwhile. In that case, more rows are read into batches before each further
 * attempt.
 */
const rowsWorthIt = 256
const betweenMax = 4096
/** The loop for short values is tried less and less often if it writes fewer consecutive rows than this. */
const shortWorthIt = 16
const inFullMax = 256
const i32Max = 0x7fff_ffff

/**
 * Checks text and writes it directly, for rows whose cells are all canonical or rewritten in one way. The kernel's part
 * is assembly/fast-path.ts. The output is the same as if the rows were read, cast and written one after another.
 */
export class KernelFastPath implements FastPath {
  private rowsBetween = rowsBetweenSpansMin
  private inFull = 1
  private readonly kernel: Kernel
  private readonly table: FastTable
  private readonly writer: FastRows
  private readonly job: number
  private readonly fixes: KernelFixes

  /** Returns null if the table needs batches, or if its description does not fit into the memory. */
  static open(kernel: Kernel, table: FastTable): KernelFastPath | null {
    const { cast, writer, format, width, firstNames } = table
    const { fastRows } = writer
    if (width > widthMax || !(cast instanceof KernelCast)) return null
    if (fastRows === null || !(fastRows.rows instanceof KernelRows)) return null
    const { rows } = fastRows
    const kept = keepColumns({ kernel, cast, rows, width })
    const scratch = kernel.keep(new Uint8Array(scratchBytes))
    const formatWords =
      format.kind === 'records' ? recordWords(kernel, format, firstNames) : objectWords(kernel, format)
    if (kept === null || scratch === null || formatWords === null) return null
    const { between, suffix } = rows
    const tableWords = [kept.columns, width, between.at, between.count, suffix.at, suffix.count]
    const described = Int32Array.from([...tableWords, ...formatWords, scratch, scratchBytes - 64])
    const at = kernel.keep(joined([new Uint8Array(described.buffer), kept.constants]))
    if (at === null) return null
    const fixes = cast.fixesIn(({ column }) => formatOf(kept.columns, column.index))
    return new KernelFastPath({ kernel, table, writer: fastRows, job: at, fixes })
  }

  private constructor({ kernel, table, writer, job, fixes }: OpenedFastPath) {
    this.kernel = kernel
    this.table = table
    this.writer = writer
    this.job = job
    this.fixes = fixes
  }

  write(span: TextSpan): FastWritten {
    const { bytes, start } = span
    const { out, writer } = this.table
    if (!this.kernel.holdsBytes(bytes))
      return { rows: 0, consumed: start, rowsBetween: this.rowsBetween, lastRow: bytes.subarray(start, start) }
    this.fixes.allow()
    this.writer.fixes.allow()
    const before = out.length
    const { rows, consumed, lastRow } = this.writeRows(span)
    if (rows > 0) writer.afterWrite?.(out, before)
    this.fixes.report()
    this.writer.fixes.report()
    this.rowsBetween = rows >= rowsWorthIt ? rowsBetweenSpansMin : Math.min(betweenMax, this.rowsBetween * 4)
    return { rows, consumed, rowsBetween: this.rowsBetween, lastRow: bytes.subarray(lastRow, consumed) }
  }

  /** Fills one block of the output after another. */
  private writeRows({ start, end }: TextSpan): RowsWritten {
    const { block } = this.writer
    const { out } = this.table
    const written = { rows: 0, consumed: start, lastRow: start }
    for (;;) {
      const before = out.length
      const { isFirst } = block
      block.open(out)
      const rows = this.writeBlock(written.consumed, end, isFirst, before)
      if (rows === 0) {
        out.length = before
        break
      }
      const { call, output } = this.kernel
      written.rows += rows
      written.consumed = call.fastConsumed.value
      written.lastRow = call.fastLastRow.value
      out.length = call.fastWritten.value - output.byteOffset
      block.afterWrite(rows, before, out)
    }
    return written
  }

  /** Returns the number of rows that it wrote to the open block, which begins at `before`. */
  private writeBlock(at: number, end: number, isFirst: boolean, before: number): number {
    const { block } = this.writer
    const { out, format } = this.table
    const { call, output } = this.kernel
    if (out.bytes !== output) return 0
    const isRecords = format.kind === 'records'
    const takeShort = isRecords ? call.takeShortRecords : call.takeShortObjects
    const takeInFull = isRecords ? call.takeRecords : call.takeObjects
    const from = output.byteOffset + out.length
    const stopAt = Math.min(from + block.bytesLeft(out.length - before), i32Max)
    const outEnd = output.byteOffset + output.length
    const rowsMax = Math.min(block.rowsLeft, i32Max)
    takeShort(this.job, at, end, rowsMax, isFirst, from, outEnd, stopAt)
    const shortRows = call.fastRows.value
    this.inFull = shortRows >= shortWorthIt ? 1 : Math.min(this.inFull * 2, inFullMax)
    if (shortRows > 0) return shortRows
    takeInFull(this.job, at, end, Math.min(rowsMax, this.inFull), isFirst, from, outEnd, stopAt)
    return call.fastRows.value
  }
}

interface OpenedFastPath {
  readonly kernel: Kernel
  readonly table: FastTable
  readonly writer: FastRows
  readonly job: number
  readonly fixes: KernelFixes
}

interface RowsWritten {
  readonly rows: number
  readonly consumed: number
  readonly lastRow: number
}

type Format<Kind extends SpanFormat['kind']> = Extract<SpanFormat, { readonly kind: Kind }>

/** Four words of a job, in the order of ../kernel/assembly/fast-records.ts. */
function recordWords(
  kernel: Kernel,
  { delimiter, quote }: Format<'records'>,
  firstNames: readonly Uint8Array[],
): readonly number[] | null {
  const heads = kernel.keepAll(firstNames)
  return heads === null ? null : [heads, firstNames.length, delimiter, quote]
}

/** Four words of a job, in the order of ../kernel/assembly/fast-objects.ts. */
function objectWords(kernel: Kernel, { keys, isArray }: Format<'objects'>): readonly number[] | null {
  const encoder = new TextEncoder()
  const kept = kernel.keepAll(keys.map((key) => encoder.encode(`${key}:`)))
  const stack = kernel.keep(new Uint8Array(nestingBytes))
  return kept === null || stack === null ? null : [kept, stack, isArray ? 1 : 0, 0]
}
