import { nodeInflate } from '../../container/run/node-inflate.ts'
import { memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { specSchema } from '../../src/contract/spec.ts'
import { dialects } from '../../src/contract/spec-values.ts'

export interface FuzzCase {
  readonly name: string
  readonly base64: string
  readonly dialect: number
}
export type FuzzVerdict =
  | { readonly kind: string; readonly rssBytes: number }
  | { readonly kind: 'bug'; readonly stack: string }

/** Runs one case at a time in its own process, which the parent kills if it hangs. */
process.on('message', (one: FuzzCase) => {
  void run(one).then((verdict) => process.send?.(verdict))
})

async function run(one: FuzzCase): Promise<FuzzVerdict> {
  const bytes = new Uint8Array(Buffer.from(one.base64, 'base64'))
  const dialect = one.name.includes('.sql') ? 'postgresql' : (dialects[one.dialect % dialects.length] ?? 'sqlite')
  const spec = specSchema.parse({ output: { dialect, style: one.dialect % 2 === 0 ? 'bulk' : 'inserts' } })
  try {
    let written = 0
    const sink = { write: async (chunk: Uint8Array) => void (written += chunk.length) }
    const outcome = await convert({ name: one.name, source: memorySource(bytes), sink, spec, inflate: nodeInflate })
    if (outcome.kind === 'done' && written === 0) return { kind: 'bug', stack: 'done without any output' }
    return { kind: outcome.kind, rssBytes: process.memoryUsage.rss() }
  } catch (error) {
    return { kind: 'bug', stack: String((error as Error).stack) }
  }
}
