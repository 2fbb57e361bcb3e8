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

/** Runs a converting process: it waits for its one run, reports its progress and its end, and exits. */
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

  // Without its parent, nothing renews the lease, so the work of this process no longer counts.
  process.on('disconnect', () => {
    // The parent was killed and cannot remove the folder of this run, which is the working folder.
    const folder = process.env['TMPDIR'] ?? ''
    if (isRunFolder(basename(folder))) rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
  // Only the parent stops this process. It also handles signals to the whole group.
  process.on('SIGTERM', () => undefined)
  process.on('SIGINT', () => undefined)
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'stop') stopping.abort(new Error('The run was stopped'))
    else void run(message.start)
  })
}
