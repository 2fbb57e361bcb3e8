import { type Kernel, nestingBytes } from '../kernel/kernel.ts'
import type { RowBatch } from '../../table/row-batch.ts'

/**
 * Why reading stopped. more: the text ends within a row, or before one. full: the batch has no room. odd: the value at
 * `valueAt` is JsonRows' to read: no object, a new key, half a surrogate pair, damage.
 */
export interface ObjectsEnd {
  readonly kind: 'more' | 'full' | 'odd'
  readonly consumed: number
  readonly valueAt: number
}

interface InputStretch {
  readonly at: number
  readonly end: number
}

const kinds = ['more', 'full', 'odd'] as const

/** Reads runs of objects whose keys are known, in place: the batch's cells point into the kernel's input. */
export class KernelObjects {
  private readonly kernel: Kernel
  private readonly keys: number
  private readonly keyCount: number
  private readonly stack: number

  /** `keys`: every column's name as JSON writes it. Null where there are too many. */
  static open(kernel: Kernel, names: readonly string[]): KernelObjects | null {
    const encoder = new TextEncoder()
    const keys = kernel.keepAll(names.map((name) => encoder.encode(JSON.stringify(name))))
    const stack = kernel.keep(new Uint8Array(nestingBytes))
    return keys === null || stack === null ? null : new KernelObjects(kernel, keys, names.length, stack)
  }

  private constructor(kernel: Kernel, keys: number, keyCount: number, stack: number) {
    this.kernel = kernel
    this.keys = keys
    this.keyCount = keyCount
    this.stack = stack
  }

  /** Appends the rows of a stretch of the input as far as they go; rows of an array stand behind commas. */
  read(batch: RowBatch, text: InputStretch, isArray: boolean, rowNumber: number, rowsMax: number): ObjectsEnd {
    const { call } = this.kernel
    const { keys, keyCount, stack } = this
    const { rowCount, cellCount } = batch
    const { at, end } = text
    const status = call.readObjects(at, end, isArray, keys, keyCount, stack, rowCount, cellCount, rowNumber, rowsMax)
    batch.rowCount = call.jsonRows.value
    batch.cellCount = call.jsonCells.value
    return { kind: kinds[status] ?? 'odd', consumed: call.jsonConsumed.value, valueAt: call.jsonValueAt.value }
  }
}
