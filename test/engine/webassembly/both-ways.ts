import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import type { Kernel, TakeRows } from '../../../container/engine/webassembly/kernel/kernel.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { type SpecInput, specSchema } from '../../../src/contract/spec.ts'
import { withKernel } from '../lent-kernel.ts'
import { expectBalance } from '../row-balance.ts'

export interface BothWays {
  readonly ours: unknown
  readonly plain: unknown
  /** How many rows went down the lane, and how many of these after a quick look. */
  readonly laneRows: number
  readonly quickRows: number
}

/** The engine's results for a file with its kernel and by plain code alone. */
export const bothWays = (text: string, spec: SpecInput, name = 't.csv'): Promise<BothWays> =>
  withKernel((kernel) => bothWaysWith(kernel, text, spec, name))

async function bothWaysWith(kernel: Kernel | null, text: string, spec: SpecInput, name: string): Promise<BothWays> {
  if (kernel === null) throw new Error('this Node has no WebAssembly')
  const counts = { quick: 0, inFull: 0 }
  const counting =
    (take: TakeRows, kind: keyof typeof counts): TakeRows =>
    (...given) => {
      take(...given)
      counts[kind] += kernel.call.laneRows.value
    }
  const { takeRecords, takeQuickRecords, takeObjects, takeQuickObjects } = kernel.call
  const call = {
    ...kernel.call,
    takeRecords: counting(takeRecords, 'inFull'),
    takeQuickRecords: counting(takeQuickRecords, 'quick'),
    takeObjects: counting(takeObjects, 'inFull'),
    takeQuickObjects: counting(takeQuickObjects, 'quick'),
  }
  const counted = Object.create(kernel, { call: { value: call } }) as Kernel
  const ours = await run(text, spec, name, counted)
  const plain = await run(text, spec, name, null)
  return { ours, plain, laneRows: counts.quick + counts.inFull, quickRows: counts.quick }
}

async function run(text: string, spec: SpecInput, name: string, kernel: Kernel | null): Promise<unknown> {
  const sink = memorySink()
  const source = memorySource(new TextEncoder().encode(text))
  const outcome = await convert({ name, source, sink, spec: specSchema.parse(spec), inflate: nodeInflate, kernel })
  expectBalance(outcome)
  if (outcome.kind !== 'done') return outcome
  // Messages are listed in the order in which batches produce them.
  const { fixes, problems, problems_summary, ...report } = outcome.report
  const said = [fixes, problems, problems_summary].map((list) => list.map((each) => JSON.stringify(each)).toSorted())
  return { report, said, script: sink.text() }
}
