import { memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { openAccelerator, type WebAssemblyAccelerator } from '../../../container/engine/webassembly/accelerator.ts'
import { openReader } from '../../../container/engine/readers/open-reader.ts'
import type { RowReader } from '../../../container/engine/readers/row-reader.ts'
import { Reporter } from '../../../container/engine/report/reporter.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { specSchema } from '../../../src/contract/spec.ts'

export interface WorkbookInput {
  readonly sheet?: string
  readonly encoding?: string
}

let last: WebAssemblyAccelerator | null = null

/**
 * Opens a workbook through the same entry point as every conversion. The previous workbook must not be read any more,
 * because this one takes its memory.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  input: WorkbookInput = {},
  reporter = new Reporter(),
): Promise<RowReader> {
  last = last?.reopened() ?? openAccelerator()
  const opened = await openReader({
    name: 'book.xls',
    source: memorySource(bytes),
    spec: specSchema.parse({ input, output: { dialect: 'sqlite' } }),
    inflate: nodeInflate,
    reporter,
    accelerator: last,
  })
  if (opened.kind !== 'rows') throw new Error('The workbook was taken for a dump.')
  return opened.reader
}
