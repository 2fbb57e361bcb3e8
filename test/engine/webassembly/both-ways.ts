import { vi } from 'vitest'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { WebAssemblyAccelerator } from '../../../container/engine/webassembly/accelerator.ts'
import type { Kernel, TakeRows } from '../../../container/engine/webassembly/kernel/kernel.ts'
import { KernelFastPath } from '../../../container/engine/webassembly/rows/fast-path.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { type SpecInput, specSchema } from '../../../src/contract/spec.ts'
import { withKernel } from '../lent-kernel.ts'
import { expectBalance } from '../row-balance.ts'

export interface BothWays {
  readonly ours: unknown
  readonly plain: unknown
  /** The number of rows that the fast path wrote, and how many of them in its loop for short values. */
  readonly fastRows: number
  readonly shortRows: number
}

/** Returns the engine's results for a file, with its kernel and in plain code alone. */
export const bothWays = (text: string, spec: SpecInput, name = 't.csv'): Promise<BothWays> =>
  withKernel((kernel) => bothWaysWith(kernel, text, spec, name))

async function bothWaysWith(kernel: Kernel | null, text: string, spec: SpecInput, name: string): Promise<BothWays> {
  if (kernel === null) throw new Error('this Node has no WebAssembly')
  const counts = { short: 0, inFull: 0 }
  const counting =
    (take: TakeRows, kind: keyof typeof counts): TakeRows =>
    (...given) => {
      take(...given)
      counts[kind] += kernel.call.fastRows.value
    }
  const { takeRecords, takeShortRecords, takeObjects, takeShortObjects } = kernel.call
  const call = {
    ...kernel.call,
    takeRecords: counting(takeRecords, 'inFull'),
    takeShortRecords: counting(takeShortRecords, 'short'),
    takeObjects: counting(takeObjects, 'inFull'),
    takeShortObjects: counting(takeShortObjects, 'short'),
  }
  const counted = Object.create(kernel, { call: { value: call } }) as Kernel
  const ours = await run(text, spec, name, new WebAssemblyAccelerator(counted))
  const plain = await run(text, spec, name, null)
  return { ours, plain, fastRows: counts.short + counts.inFull, shortRows: counts.short }
}

/** Makes the fast path try again after every row that it leaves. */
export function readOneRowBetweenSpans(): void {
  // oxlint-disable-next-line typescript/unbound-method -- the call below binds it to its object
  const { write } = KernelFastPath.prototype
  vi.spyOn(KernelFastPath.prototype, 'write').mockImplementation(function (this: KernelFastPath, span) {
    return { ...write.call(this, span), rowsBetween: 1 }
  })
}

async function run(
  text: string,
  spec: SpecInput,
  name: string,
  accelerator: WebAssemblyAccelerator | null,
): Promise<unknown> {
  const sink = memorySink()
  const source = memorySource(new TextEncoder().encode(text))
  const outcome = await convert({ name, source, sink, spec: specSchema.parse(spec), inflate: nodeInflate, accelerator })
  expectBalance(outcome)
  if (outcome.kind !== 'done') return outcome
  // Sorts messages, which otherwise are in the order of batches.
  const { fixes, problems, problems_summary, ...report } = outcome.report
  const changes = [fixes, problems, problems_summary].map((list) => list.map((each) => JSON.stringify(each)).toSorted())
  return { report, changes, script: sink.text() }
}
