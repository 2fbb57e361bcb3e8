import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { EngineStart } from '../../src/contract/run.ts'
import type { ChildMessage, ParentMessage } from './child-messages.ts'
import { nodeInflate } from './node-inflate.ts'
import { isRunFolder } from './run-folders.ts'
import { type RunTools, runConversion } from './run-conversion.ts'

const say = (message: ChildMessage, afterSending?: () => void): void => {
  process.send?.(message, undefined, undefined, () => afterSending?.())
}
const leave = (): never => process.exit(0)

/** The life of a converting process: it waits for its one run, tells how that goes and ends, and leaves. */
export function serveRun(convert: RunTools['convert']): void {
  const stopping = new AbortController()
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

  // Without its parent nobody would renew the lease, so nothing that it does counts any more.
  process.on('disconnect', () => {
    // The parent was killed and cannot tidy up: the folder of this run is the working folder that it gave.
    const folder = process.env['TMPDIR'] ?? ''
    if (isRunFolder(basename(folder))) rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
  // The parent tells what to do; a signal to the whole group is for the parent to answer.
  process.on('SIGTERM', () => undefined)
  process.on('SIGINT', () => undefined)
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'stop') stopping.abort(new Error('The run was stopped'))
    else void run(message.start)
  })
}
