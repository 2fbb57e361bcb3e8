import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { type RowArrays, RowBatch } from '../../table/row-batch.ts'
import type { StringMemory } from '../../readers/spreadsheet/string-arena.ts'
import type { BinaryExports } from './binary-exports.ts'
import { kernelWasm } from './kernel-wasm.ts'

/**
 * The hot loops for text in WebAssembly: they find the fields of delimited text 64 bytes at a time, read JSON objects,
 * check canonical values and write literals. The kernel only handles the common case. It leaves everything else to the
 * plain code (CsvRecords, JsonRows, Caster, the writers), which defines the correct result. The `kernel-*` tests
 * compare the two.
 *
 * Batches are stored in its memory, so nothing is copied for it. The memory never grows, so its views stay valid.
 */
interface KernelExports extends BinaryExports {
  attach(
    input: number,
    starts: number,
    ends: number,
    kinds: number,
    rowStarts: number,
    rowNumbers: number,
    rowsMax: number,
    cellsMax: number,
    typedStarts: number,
    typedEnds: number,
  ): void
  tokenize(
    start: number,
    end: number,
    isLast: boolean,
    delimiter: number,
    quote: number,
    trailing: boolean,
    rowNumber: number,
    rowsWanted: number,
    width: number,
  ): number
  readObjects(
    start: number,
    end: number,
    isArray: boolean,
    keys: number,
    keyCount: number,
    stack: number,
    rows: number,
    cells: number,
    rowNumber: number,
    rowsWanted: number,
  ): number
  castRows(
    row: number,
    rowEnd: number,
    width: number,
    columns: number,
    columnCount: number,
    typedRow: number,
    lastHeadRow: number,
    takesShort: boolean,
    text: number,
    textEnd: number,
  ): number
  surveyRows(
    rowCount: number,
    width: number,
    lastHeadRow: number,
    columns: number,
    markers: number,
    markersEnd: number,
  ): void
  writeRows(
    row: number,
    rowEnd: number,
    width: number,
    columns: number,
    between: number,
    betweenCount: number,
    suffix: number,
    suffixCount: number,
    isFirst: boolean,
    out: number,
    outEnd: number,
    stopAt: number,
  ): number
  takeRecords: TakeRows
  takeShortRecords: TakeRows
  takeObjects: TakeRows
  takeShortObjects: TakeRows
  readSharedTexts(at: number, end: number, textEnd: number): void
  readSheetRows(
    at: number,
    end: number,
    row: number,
    cell: number,
    text: number,
    textEnd: number,
    rowEnd: number,
    cellEnd: number,
    lastRow: number,
    firstColumn: number,
    columnEnd: number,
    firstRow: number,
    rowMax: number,
  ): void
  readonly rowCount: { readonly value: number }
  readonly cellCount: { readonly value: number }
  readonly consumed: { readonly value: number }
  readonly rowNumber: { readonly value: number }
  readonly jsonRows: { readonly value: number }
  readonly jsonCells: { readonly value: number }
  readonly jsonConsumed: { readonly value: number }
  readonly jsonValueAt: { readonly value: number }
  readonly sheetRows: { readonly value: number }
  readonly sheetCells: { readonly value: number }
  readonly sheetText: { readonly value: number }
  readonly sheetAt: { readonly value: number }
  readonly sheetLastRow: { readonly value: number }
  readonly sheetUnfinished: { readonly value: number }
  readonly sharedTexts: { readonly value: number }
  readonly sharedTextsAt: { readonly value: number }
  readonly castText: { readonly value: number }
  readonly written: { readonly value: number }
  readonly fastRows: { readonly value: number }
  readonly fastLastRow: { readonly value: number }
  readonly fastConsumed: { readonly value: number }
  readonly fastWritten: { readonly value: number }
}

/** Writes rows from the text to the output without a batch. A job in memory describes them. */
// oxlint-disable-next-line max-params -- a call into WebAssembly passes numbers alone
export type TakeRows = (
  job: number,
  start: number,
  end: number,
  rowsMax: number,
  isFirst: boolean,
  out: number,
  outEnd: number,
  stopAt: number,
) => void

interface Memory {
  readonly buffer: ArrayBuffer
}

/**
 * The engine is compiled for several platforms, each with its own types, so it declares the few platform APIs that it
 * uses.
 */
/** Node only. */
const { Buffer } = globalThis as { readonly Buffer?: { from(text: string, encoding: 'base64'): Uint8Array } }

declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

const pageBytes = 65_536
/** The row limit of a batch of delimited text or JSON. The first batch of a workbook is larger. */
const rowsMax = 4096
const sheetRowsMax = 1 << 14
const cellsMax = 1 << 17
/** The input, space after it for values that parsers rewrite, and the bytes that a scan may read past the end. */
const inputBytes = (3 << 20) + 128
/** A megabyte that waits for the sink, plus the output of one batch. */
const outputBytes = 5 << 20
/** Markup that becomes rows, plus the bytes that a scan may read past the end. */
const markupBytes = (2 << 20) + 128
/** A batch from elsewhere that is checked or written, plus its values that parsers rewrite. */
const stageBytes = 3 << 20
/** All memory except the shared strings of a workbook, with space for constants. */
const fixedBytes = 17 << 20

/** The space for the shared strings of a workbook. If they do not fit, the plain code reads the workbook. */
interface StringSpace {
  readonly bytes: number
  readonly count: number
}
/** The space for the strings of nearly all workbooks. Memory that is never written to costs nothing. */
const largeStringSpace: StringSpace = { bytes: 1 << 26, count: 1 << 22 }
/** The space in an isolate, where reserved memory counts as well. */
const smallStringSpace: StringSpace = { bytes: 1 << 22, count: 1 << 18 }
let stringSpace = largeStringSpace

/** The number of levels of nested JSON that the kernel supports, with one byte for each level. */
export const nestingBytes = 128

export class Kernel {
  readonly call: KernelExports
  /** The buffer that a reader fills. A batch's cells point into it. */
  readonly input: Uint8Array
  readonly output: Uint8Array
  /** The window of a markup scanner. */
  readonly markup: Uint8Array
  readonly strings: StringMemory
  readonly batch: RowBatch
  /** The staging area for batches from elsewhere. It does not overlap with a reader's `input`. */
  private readonly staged: RowBatch
  /** The bytes that the current batch points into: `input`, or the staging area. */
  private inUse: Uint8Array
  readonly typedStarts: Int32Array
  readonly typedEnds: Int32Array
  /** The arrays of batches in this memory, which has space for one batch at a time. */
  readonly arrays: RowArrays
  private readonly memory: Memory
  private free = 1024

  constructor(memory: Memory, call: KernelExports) {
    this.memory = memory
    this.call = call
    const { buffer } = memory
    const cells = (): Int32Array<ArrayBuffer> => new Int32Array(buffer, this.take(cellsMax * 4), cellsMax)
    this.input = new Uint8Array(buffer, this.take(inputBytes), inputBytes)
    this.output = new Uint8Array(buffer, this.take(outputBytes), outputBytes)
    this.markup = new Uint8Array(buffer, this.take(markupBytes), markupBytes)
    const space = stringSpace
    const { bytes, starts, lengths } = (this.strings = {
      bytes: new Uint8Array(buffer, this.take(space.bytes), space.bytes),
      starts: new Uint32Array(buffer, this.take(space.count * 4), space.count),
      lengths: new Uint32Array(buffer, this.take(space.count * 4), space.count),
    })
    call.attachStrings(bytes.byteOffset, space.bytes, starts.byteOffset, lengths.byteOffset, space.count)
    const arrays = {
      starts: cells(),
      ends: cells(),
      kinds: new Uint8Array(buffer, this.take(cellsMax), cellsMax),
      rowStarts: new Int32Array(buffer, this.take((sheetRowsMax + 1) * 4), sheetRowsMax + 1),
      rowNumbers: new Float64Array(buffer, this.take(sheetRowsMax * 8), sheetRowsMax),
    }
    this.arrays = arrays
    this.batch = new RowBatch(undefined, arrays)
    this.staged = new RowBatch(new GrowingBytes(new Uint8Array(buffer, this.take(stageBytes), stageBytes)), arrays)
    this.typedStarts = cells()
    this.typedEnds = cells()
    this.inUse = this.input
    this.attach(this.input)
  }

  /** Tests whether `batch` is still in this memory. A batch that grows too large moves out of it. */
  holds({ starts, kinds, rowStarts, bytes }: RowBatch): boolean {
    const { arrays } = this
    return (
      starts === arrays.starts && kinds === arrays.kinds && rowStarts === arrays.rowStarts && this.holdsBytes(bytes)
    )
  }

  holdsBytes({ buffer, byteOffset }: Uint8Array): boolean {
    return buffer === this.inUse.buffer && byteOffset === this.inUse.byteOffset
  }

  /**
   * Copies a batch into this memory, unless it is already there. The sample and readers without accelerated code need
   * this. The copy is valid until the next one or until `unstage`, before its reader continues. Returns null if there
   * is no space.
   */
  stage(copy: RowBatch): RowBatch | null {
    if (this.holds(copy)) return copy
    const { staged, arrays } = this
    staged.clear()
    const { arena } = staged
    const { from, to } = copy.extent
    if (to + (stageBytes >> 2) > arena.bytes.length) return null
    if (copy.rowCount > arrays.rowNumbers.length || copy.cellCount > arrays.kinds.length) return null
    arena.bytes.set(copy.bytes.subarray(from, to), from)
    arena.length = to
    arrays.starts.set(copy.starts.subarray(0, copy.cellCount))
    arrays.ends.set(copy.ends.subarray(0, copy.cellCount))
    arrays.kinds.set(copy.kinds.subarray(0, copy.cellCount))
    arrays.rowStarts.set(copy.rowStarts.subarray(0, copy.rowCount + 1))
    arrays.rowNumbers.set(copy.rowNumbers.subarray(0, copy.rowCount))
    staged.rowCount = copy.rowCount
    staged.cellCount = copy.cellCount
    staged.followsBroken = copy.followsBroken
    this.attach(arena.bytes)
    return staged
  }

  /** Makes the readers' batch the current one again. */
  unstage(): void {
    this.attach(this.input)
  }

  private attach(bytes: Uint8Array): void {
    const { starts, ends, kinds, rowStarts, rowNumbers } = this.arrays
    this.inUse = bytes
    this.call.attach(
      bytes.byteOffset,
      starts.byteOffset,
      ends.byteOffset,
      kinds.byteOffset,
      rowStarts.byteOffset,
      rowNumbers.byteOffset,
      rowsMax,
      cellsMax,
      this.typedStarts.byteOffset,
      this.typedEnds.byteOffset,
    )
  }

  /** Stores constants in the memory. Returns null if there are too many. */
  keep(bytes: Uint8Array): number | null {
    if (this.free + bytes.length + 64 > this.memory.buffer.byteLength) return null
    const at = this.take(bytes.length)
    new Uint8Array(this.memory.buffer).set(bytes, at)
    return at
  }

  /**
   * Stores several constants and a list of their i32 addresses and lengths. Returns the address of the list, or null if
   * there are too many.
   */
  keepAll(constants: readonly Uint8Array[]): number | null {
    const entries = new Int32Array(constants.length * 2)
    for (const [index, bytes] of constants.entries()) {
      const at = this.keep(bytes)
      if (at === null) return null
      entries.set([at, bytes.length], index * 2)
    }
    return this.keep(new Uint8Array(entries.buffer))
  }

  /** Returns stored constants as 32-bit integers. */
  keptInts(at: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, count)
  }

  /**
   * Returns a fresh kernel over the same memory, once this one is no longer used. It takes longer to allocate another
   * memory than to convert a small file.
   */
  reopened(): Kernel {
    return new Kernel(this.memory, this.call)
  }

  private take(bytes: number): number {
    const at = this.free
    this.free = (at + bytes + 63) & ~63
    return at
  }
}

/** The module is compiled only once, so code that one conversion has optimized is fast in the next one. */
let compiled: object | undefined

/**
 * Sets the module in a Worker, which cannot compile WebAssembly and imports it as a module instead. Its conversions are
 * small and share the memory of one isolate, so the kernel uses less memory there.
 */
export function useKernelOfWorker(module: object): void {
  compiled = module
  stringSpace = smallStringSpace
}

/** Creates the compiled functions with their own memory. Throws if the platform lacks something that they need. */
export function instantiate(bytes: number): { readonly memory: Memory; readonly exports: unknown } {
  const memory = new WebAssembly.Memory({ initial: bytes / pageBytes, maximum: bytes / pageBytes })
  compiled ??= new WebAssembly.Module(fromBase64(kernelWasm))
  return { memory, exports: new WebAssembly.Instance(compiled, { env: { memory } }).exports }
}

/**
 * Decodes character by character only if the platform has no better way. Before the code is compiled, that takes 2 to 5
 * ms.
 */
function fromBase64(text: string): Uint8Array {
  if (Buffer !== undefined) return Buffer.from(text, 'base64')
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** Returns null if the platform lacks something that the kernel needs. The plain code then does everything. */
export function openKernel(): Kernel | null {
  try {
    const { memory, exports } = instantiate(fixedBytes + stringSpace.bytes + stringSpace.count * 8)
    return new Kernel(memory, exports as KernelExports)
  } catch {
    return null
  }
}
