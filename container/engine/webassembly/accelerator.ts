import type { Accelerator, FastPath, FastTable } from '../accelerator.ts'
import type { AcceleratedCast, RowsToCast, TypedSpace } from '../cast/accelerated-cast.ts'
import type { RowLayout } from '../dialects/row-layout.ts'
import type { DumpAccelerator } from '../dump/rows/dump-accelerator.ts'
import type { Sample } from '../inference/sample/sample.ts'
import type { SampleSurvey } from '../inference/sample/sample-survey.ts'
import type { LiteralPattern } from '../literals/literal-pattern.ts'
import type { CsvOptions } from '../readers/delimited/csv-options.ts'
import type { RecordReader } from '../readers/delimited/csv-records.ts'
import type { ObjectReader } from '../readers/json/object-reader.ts'
import type { WorkbookAccelerator } from '../readers/spreadsheet/workbook-accelerator.ts'
import type { RowArrays, RowBatch } from '../table/row-batch.ts'
import type { AcceleratedRows } from '../writers/accelerated-rows.ts'
import type { DumpKernel } from './dump/dump-kernel.ts'
import { type Kernel, openKernel } from './kernel/kernel.ts'
import { KernelObjects } from './readers/kernel-objects.ts'
import { KernelRecords } from './readers/kernel-records.ts'
import { KernelFastPath } from './rows/fast-path.ts'
import { KernelCast } from './rows/kernel-cast.ts'
import { KernelRows } from './rows/kernel-rows.ts'
import { Survey } from './rows/survey.ts'

/** Returns null if the platform lacks something that the kernel needs. The plain code then does everything. */
export function openAccelerator(): WebAssemblyAccelerator | null {
  const kernel = openKernel()
  return kernel === null ? null : new WebAssemblyAccelerator(kernel)
}

/** The number of conversions at a time that find an accelerator. A Worker's isolate runs as many. */
const idleMax = 2
const idle: WebAssemblyAccelerator[] = []

/**
 * Lends an accelerator to one conversion, or null if the platform has none. The memory of earlier conversions is used
 * again: allocating it takes longer than to convert a small file, and it counts toward the limit of an isolate until it
 * is collected.
 */
export async function withAccelerator<Result>(
  work: (accelerator: WebAssemblyAccelerator | null) => Promise<Result>,
): Promise<Result> {
  const lent = idle.pop() ?? openAccelerator()
  try {
    return await work(lent)
  } finally {
    // A new one over the same memory refers to nothing of this conversion.
    if (lent !== null && idle.length < idleMax) idle.push(lent.reopened())
  }
}

/**
 * The accelerator whose loops are compiled to WebAssembly. Each of its parts is a class on top of the kernel's memory.
 */
export class WebAssemblyAccelerator implements Accelerator {
  readonly input: Uint8Array
  readonly output: Uint8Array
  readonly arrays: RowArrays
  readonly batch: RowBatch
  private readonly kernel: Kernel
  private readonly typed: TypedSpace
  private dump: DumpKernel | null

  constructor(kernel: Kernel, dump: DumpKernel | null = null) {
    this.kernel = kernel
    this.dump = dump
    this.input = kernel.input
    this.output = kernel.output
    this.arrays = kernel.arrays
    this.batch = kernel.batch
    this.typed = { starts: kernel.typedStarts, ends: kernel.typedEnds }
  }

  holds(batch: RowBatch): boolean {
    return this.kernel.holds(batch)
  }

  stage(batch: RowBatch): RowBatch {
    return this.kernel.stage(batch) ?? batch
  }

  unstage(): void {
    this.kernel.unstage()
  }

  records(options: CsvOptions): RecordReader | null {
    return KernelRecords.open(this.kernel, options)
  }

  objects(names: readonly string[]): ObjectReader | null {
    return KernelObjects.open(this.kernel, names)
  }

  async forWorkbooks(): Promise<WorkbookAccelerator> {
    const { KernelWorkbooks } = await import('./readers/kernel-workbooks.ts')
    return new KernelWorkbooks(this.kernel)
  }

  survey(sample: Sample, width: number, lastHeadRow: number): SampleSurvey | null {
    return Survey.create(this.kernel, sample, width, lastHeadRow)
  }

  typedSpace(batch: RowBatch, width: number): TypedSpace | null {
    const { kernel } = this
    const isHere = kernel.holds(batch) && batch.rowCount * width <= kernel.typedStarts.length
    return isHere ? this.typed : null
  }

  cast(rows: RowsToCast): AcceleratedCast | null {
    return KernelCast.open(this.kernel, rows)
  }

  rows(layout: RowLayout, patterns: readonly LiteralPattern[]): AcceleratedRows | null {
    return KernelRows.open(this.kernel, layout, patterns)
  }

  fastPath(table: FastTable): FastPath | null {
    return KernelFastPath.open(this.kernel, table)
  }

  async openDump(): Promise<DumpAccelerator | null> {
    const { openDumpKernel } = await import('./dump/dump-kernel.ts')
    this.dump ??= openDumpKernel()
    return this.dump
  }

  /** Reuses the memory, because it takes longer to allocate another one than to convert a small file. */
  reopened(): WebAssemblyAccelerator {
    return new WebAssemblyAccelerator(this.kernel.reopened(), this.dump?.reopened() ?? null)
  }
}
