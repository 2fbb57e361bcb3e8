import type { EngineStart } from '../../src/contract/run.ts'
import { convert } from '../engine/convert.ts'
import type { ChildMessage, ParentMessage } from './child-messages.ts'
import { nodeInflate } from './node-inflate.ts'
import { runConversion } from './run-conversion.ts'

/** The process that converts: one run, then it is gone, with whatever a hostile file made of it. */
const stopping = new AbortController()
const say = (message: ChildMessage, then?: () => void): void => {
  process.send?.(message, undefined, undefined, () => then?.())
}
const leave = (): never => process.exit(0)

// Without its parent nobody would renew the lease, so nothing that it does counts any more.
process.on('disconnect', () => process.exit(1))
// The parent tells what to do; a signal to the whole group is for the parent to answer.
process.on('SIGTERM', () => undefined)
process.on('SIGINT', () => undefined)
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'stop') stopping.abort(new Error('The run was stopped'))
  else void run(message.start)
})

async function run(start: EngineStart): Promise<void> {
  try {
    const end = await runConversion(start, {
      convert,
      inflate: nodeInflate,
      onProgress: (progress) => say({ kind: 'progress', progress }),
      signal: stopping.signal,
    })
    say({ kind: 'end', end }, leave)
  } catch (error) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say({ kind: 'crash', cause }, leave)
  }
}
