import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import type { Report } from '../../src/contract/report.ts'
import { type SpecInput, specSchema } from '../../src/contract/spec.ts'
import { expectBalance } from './row-balance.ts'

export interface Converted {
  readonly script: string
  readonly report: Report
}

/** Converts text or bytes through the whole engine, and throws a failure with its code first. */
export async function converted(
  file: string | Uint8Array,
  spec: SpecInput,
  name = 't.csv',
  accelerator?: null,
): Promise<Converted> {
  const sink = memorySink()
  const source = memorySource(typeof file === 'string' ? new TextEncoder().encode(file) : file)
  const request = { name, source, sink, spec: specSchema.parse(spec), inflate: nodeInflate }
  const outcome = await convert(accelerator === null ? { ...request, accelerator } : request)
  if (outcome.kind === 'failed') throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`)
  if (outcome.kind === 'stopped') throw new Error('stopped')
  expectBalance(outcome)
  return { script: sink.text(), report: outcome.report }
}
