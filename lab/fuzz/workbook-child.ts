import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import { openAccelerator } from '../../container/engine/webassembly/accelerator.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { specSchema } from '../../src/contract/spec.ts'
import { dialects } from '../../src/contract/spec-values.ts'
import type { CaseLine } from './workbook-cases.ts'
import { workbookCase } from './workbook-case.ts'

/** Runs numbered cases one after another in this process, until it uses more memory than this. */
const peakBytesMax = 400 * 2 ** 20
/** The kernel never frees its constants, so a kernel only serves this many conversions. */
const casesAKernel = 16

const [from = 0, end = 0] = process.argv.slice(2).map(Number)
const say = (line: CaseLine): void => void writeSync(1, `${JSON.stringify(line)}\n`)
const current = new Float64Array(new SharedArrayBuffer(8))
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: current }).unref()

const specs = dialects.flatMap((dialect) =>
  (['bulk', 'inserts'] as const).map((style) => specSchema.parse({ output: { dialect, style } })),
)
let accelerator = openAccelerator()

async function verdictOf(number: number): Promise<CaseLine> {
  const { name, bytes, random } = workbookCase(number)
  let written = 0
  const sink = { write: async (chunk: Uint8Array) => void (written += chunk.length) }
  const spec = random.pick(specs)
  const withAccelerator = random.next() < 0.8
  try {
    const source = memorySource(bytes)
    const outcome = await convert({
      name,
      source,
      sink,
      spec,
      inflate: nodeInflate,
      accelerator: withAccelerator ? accelerator : null,
    })
    if (outcome.kind === 'done' && written === 0) return { verdict: 'bug', bug: 'done without any output' }
    return { verdict: outcome.kind === 'failed' ? outcome.failure.code : outcome.kind }
  } catch (error) {
    return { verdict: 'bug', bug: String((error as Error).stack) }
  }
}

for (let number = from; number < end; number++) {
  if ((number - from) % casesAKernel === 0) accelerator = openAccelerator()
  current[0] = number
  say({ began: number })
  const verdict = await verdictOf(number)
  const isTooLarge = process.resourceUsage().maxRSS * 1024 > peakBytesMax
  // The memory may contain garbage of earlier cases. Running the case alone shows whether it is the cause.
  if (isTooLarge && number > from) {
    say({ again: number })
    break
  }
  say(isTooLarge ? { verdict: 'bug', bug: 'more memory than the bound' } : verdict)
  if (isTooLarge) break
}
process.exit(0)
