import { instantiate } from '../kernel/kernel.ts'
import type { DumpAccelerator, FastColumn, RowsRequest } from '../../dump/rows/dump-accelerator.ts'
import { descriptionBytes, dumpTasks } from '../kernel/layout.ts'

/**
 * Rows of a dump in WebAssembly, written as COPY's text or merely looked at: whole rows, as servers write them. Any other
 * row is left to the plain code, which says what is right (`container/engine/dump`).
 */
interface DumpKernelExports {
  takeDumpRows(
    at: number,
    end: number,
    validUntil: number,
    columns: number,
    columnCount: number,
    doubleQuotes: boolean,
    out: number,
    isWritten: boolean,
    rowsMax: number,
    head: number,
    headCount: number,
  ): number
  readonly dumpRows: { readonly value: number }
  readonly dumpWritten: { readonly value: number }
}

const memoryBytes = 14 << 20
const columnBytes = descriptionBytes.dumpColumn
const columnsAt = 1 << 16
const headAt = 1 << 17
const labelsAt = headAt + (1 << 14)
const homeAt = 1 << 19
const homeBytes = 4 << 20
const outputAt = homeAt + homeBytes
const columnsMax = 4096
const encoder = new TextEncoder()

export class DumpKernel implements DumpAccelerator {
  readonly home: Uint8Array
  output: Uint8Array
  rows = 0
  private readonly all: Uint8Array
  private readonly words: Int32Array
  private readonly call: DumpKernelExports
  private columnCount = 0
  private readonly descriptions = new WeakMap<readonly FastColumn[], Description>()
  private head: Uint8Array | null = null

  constructor(buffer: ArrayBuffer, call: DumpKernelExports) {
    this.call = call
    this.all = new Uint8Array(buffer)
    this.words = new Int32Array(buffer)
    this.home = this.all.subarray(homeAt, outputAt)
    this.output = this.all.subarray(outputAt, outputAt)
  }

  describe(columns: readonly FastColumn[]): boolean {
    let description = this.descriptions.get(columns)
    if (description === undefined) this.descriptions.set(columns, (description = descriptionOf(columns)))
    const { words, labels } = description
    if (columns.length > columnsMax || labelsAt + labels.length > homeAt) return false
    this.words.set(words, columnsAt >> 2)
    this.all.set(labels, labelsAt)
    this.columnCount = columns.length
    return true
  }

  take({ at, end, validUntil, doubleQuotes, isWritten, rowsMax, head }: RowsRequest): number {
    const headCount = head.length > labelsAt - headAt ? 0 : head.length
    if (head !== this.head && headCount > 0) this.all.set((this.head = head), headAt)
    const stopped = this.call.takeDumpRows(
      homeAt + at,
      homeAt + end,
      homeAt + validUntil,
      columnsAt,
      this.columnCount,
      doubleQuotes,
      outputAt,
      isWritten,
      rowsMax,
      headAt,
      headCount,
    )
    this.rows = this.call.dumpRows.value
    if (isWritten) this.output = this.all.subarray(outputAt, this.call.dumpWritten.value)
    return stopped - homeAt
  }
}

/** The description of columns that the kernel reads: four words per column, and lists of labels. */
interface Description {
  readonly words: Int32Array
  readonly labels: Uint8Array
}

function descriptionOf(columns: readonly FastColumn[]): Description {
  const words = new Int32Array(columns.length * (columnBytes >> 2))
  const lists = columns.map(({ labels }) => (labels.length > 0 ? listOf(labels) : noLabels))
  const labels = new Uint8Array(lists.reduce((sum, list) => sum + roomOf(list), 0))
  let free = 0
  for (const [index, { task: name, size, longest, nullable }] of columns.entries()) {
    const list = lists[index] ?? noLabels
    const isLabelled = list.length > 0
    words.set(
      [dumpTasks[name], isLabelled ? labelsAt + free : size, longest, nullable ? 1 : 0],
      index * (columnBytes >> 2),
    )
    labels.set(list, free)
    free += roomOf(list)
  }
  return { words, labels }
}

const noLabels = new Uint8Array(0)
/** Reserves whole words, and the bytes that a reader of words may read past the end. */
const roomOf = (list: Uint8Array): number => (list.length === 0 ? 0 : (list.length + 19) & ~3)

/** i32 entries, then for each two lengths and two texts. */
function listOf(labels: readonly (readonly [string, string])[]): Uint8Array {
  const parts = labels.flatMap(([inDump, written]) => {
    const texts = [encoder.encode(inDump), encoder.encode(written)] as const
    const lengths = Int32Array.of(texts[0].length, texts[1].length)
    return [new Uint8Array(lengths.buffer), ...texts]
  })
  const list = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 4))
  new DataView(list.buffer).setInt32(0, labels.length, true)
  let at = 4
  for (const part of parts) {
    list.set(part, at)
    at += part.length
  }
  return list
}

/** Null if the platform lacks what it needs: then the plain code does everything. */
export function openDumpKernel(): DumpKernel | null {
  try {
    const { memory, exports } = instantiate(memoryBytes)
    return new DumpKernel(memory.buffer, exports as DumpKernelExports)
  } catch {
    return null
  }
}
