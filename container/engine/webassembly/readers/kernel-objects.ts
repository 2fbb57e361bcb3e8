import { type Kernel, nestingBytes } from '../kernel/kernel.ts'
import type { ObjectReader, ObjectsEnd, TextRange } from '../../readers/json/object-reader.ts'
import type { RowBatch } from '../../table/row-batch.ts'

const kinds = ['more', 'full', 'odd'] as const

export class KernelObjects implements ObjectReader {
  private readonly kernel: Kernel
  private readonly keys: number
  private readonly keyCount: number
  private readonly stack: number

  /** `names` are the names of all columns. Returns null if there are too many. */
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

  read(batch: RowBatch, text: TextRange, isArray: boolean, rowNumber: number, rowsMax: number): ObjectsEnd {
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
