import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { instantiate } from '../kernel/kernel.ts'
import type { DumpAccelerator, FastColumn, RowsRequest } from '../../dump/rows/dump-accelerator.ts'
import type { Repertoire } from '../../dump/text/repertoires.ts'
import { descriptionBytes, dumpTasks } from '../kernel/layout.ts'

/**
 * Rows of a dump in WebAssembly, written as COPY text or only checked. The kernel handles complete rows in the notation
 * of servers. It leaves any other row to the plain code, which defines the correct result (`container/engine/dump`).
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
  indexLabels(list: number, count: number): void
  readonly dumpRows: { readonly value: number }
  readonly dumpWritten: { readonly value: number }
}

const memoryBytes = 17 << 20
const columnBytes = descriptionBytes.dumpColumn
const columnsAt = 1 << 16
const headAt = 1 << 17
const labelsAt = headAt + (1 << 14)
/** Enough space for 60,000 labels of ordinary length. */
const labelsBytes = 3 << 20
const homeAt = labelsAt + labelsBytes
const homeBytes = 4 << 20
const outputAt = homeAt + homeBytes
const columnsMax = 4096
const encoder = new TextEncoder()

export class DumpKernel implements DumpAccelerator {
  readonly home: Uint8Array
  output: Uint8Array
  rows = 0
  private readonly memory: ArrayBuffer
  private readonly all: Uint8Array
  private readonly words: Int32Array
  private readonly call: DumpKernelExports
  private columnCount = 0
  private readonly descriptions = new WeakMap<readonly FastColumn[], Description>()
  private described: Description | null = null
  private head: Uint8Array | null = null

  constructor(memory: ArrayBuffer, call: DumpKernelExports) {
    this.memory = memory
    this.call = call
    this.all = new Uint8Array(memory)
    this.words = new Int32Array(memory)
    this.home = this.all.subarray(homeAt, outputAt)
    this.output = this.all.subarray(outputAt, outputAt)
  }

  describe(columns: readonly FastColumn[]): boolean {
    let description = this.descriptions.get(columns)
    if (description === undefined) this.descriptions.set(columns, (description = descriptionOf(columns)))
    const { words, labels, lists } = description
    if (columns.length > columnsMax || labels.length > labelsBytes) return false
    if (description === this.described) return true
    this.words.set(words, columnsAt >> 2)
    this.all.set(labels, labelsAt)
    for (const { at, count } of lists) this.call.indexLabels(at, count)
    this.columnCount = columns.length
    this.described = description
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

  /** Returns a fresh kernel over the same memory, once this one is no longer used. */
  reopened(): DumpKernel {
    return new DumpKernel(this.memory, this.call)
  }
}

/** The description of columns for the kernel: four words per column, lists of labels and tables of characters. */
interface Description {
  readonly words: Int32Array
  readonly labels: Uint8Array
  readonly lists: readonly { readonly at: number; readonly count: number }[]
}

function descriptionOf(columns: readonly FastColumn[]): Description {
  const words = new Int32Array(columns.length * (columnBytes >> 2))
  // A dump may have thousands of tables, and most have no labels, so their descriptions start small.
  const labels = new GrowingBytes(64)
  const lists = []
  const tables = new Map<Repertoire, number>()
  for (const [index, { task, size, longest, nullable, labels: ofColumn, characters = null }] of columns.entries()) {
    const stored = charactersOf(characters, labels, tables) << 1
    const at = labelsAt + labels.length
    const hasLabels = ofColumn.length > 0
    words.set(
      [dumpTasks[task], hasLabels ? at : size, longest, stored | (nullable ? 1 : 0)],
      index * (columnBytes >> 2),
    )
    if (!hasLabels) continue
    lists.push({ at, count: ofColumn.length })
    appendList(labels, ofColumn)
  }
  return { words, labels: labels.bytes.slice(0, labels.length), lists }
}

/** Values of the kernel: any characters, and those without four bytes. */
const anyCharacter = 0
const basicCharacters = 1

/** Returns the kernel's number for the characters of a text: a value above, or the address of a table. */
function charactersOf(characters: Repertoire | null, data: GrowingBytes, tables: Map<Repertoire, number>): number {
  if (characters === null) return anyCharacter
  if (characters.isBasic) return basicCharacters
  const known = tables.get(characters)
  if (known !== undefined) return known
  const at = labelsAt + data.length
  data.append(characters.bits)
  tables.set(characters, at)
  return at
}

/** Bytes after a list that may be read as words, or copied with its last label. */
const bytesAfterList = 16

/**
 * Appends a list in the layout of `assembly/labels.ts`. The kernel fills its slots, and at least half of them stay
 * free.
 */
function appendList(list: GrowingBytes, labels: readonly (readonly [string, string])[]): void {
  const slots = 2 ** Math.ceil(Math.log2(2 * labels.length))
  const head = new Int32Array(1 + slots)
  head[0] = slots - 1
  list.append(new Uint8Array(head.buffer))
  for (const label of labels) {
    const [inDump, written] = [encoder.encode(label[0]), encoder.encode(label[1])]
    list.append(new Uint8Array(Int32Array.of(inDump.length, written.length).buffer))
    list.append(inDump)
    list.append(written)
  }
  list.append(new Uint8Array(bytesAfterList + (-list.length & 3)))
}

/** Returns null if the platform lacks something that the kernel needs. The plain code then does everything. */
export function openDumpKernel(): DumpKernel | null {
  try {
    const { memory, exports } = instantiate(memoryBytes)
    return new DumpKernel(memory.buffer, exports as DumpKernelExports)
  } catch {
    return null
  }
}
