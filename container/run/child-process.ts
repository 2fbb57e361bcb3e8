import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EngineStart } from '../../src/contract/run.ts'
import { type ChildMessage, type ParentMessage, readChildMessage } from './child-messages.ts'
import { newRunFolder } from './run-folders.ts'
import { youngObjects } from './young-objects.ts'

const program = fileURLToPath(new URL('./run-child.ts', import.meta.url))
const pageBytes = 4096
const heapShare = 0.75

/** Returns the compile cache of the image, if it has one. */
function compiledModules(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

export interface ChildEvents {
  onMessage(message: ChildMessage): void
  onExit(): void
}

/** A process that converts one file in its own folder. It starts ahead of its run, so that the run does not wait. */
export class ConvertingProcess {
  private readonly child: ChildProcess
  private readonly folder = newRunFolder()
  private events: ChildEvents | null = null
  private gone = false

  constructor(memoryBytesMax: number, programPath = program) {
    const heapMegabytes = Math.floor((memoryBytesMax * heapShare) / (1 << 20))
    this.child = fork(programPath, [], {
      // The process reads a stranger's file. It gets none of our environment variables, and its temporary folder is
      // deleted with it.
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: this.folder, ...compiledModules() },
      cwd: this.folder,
      execArgv: [`--max-old-space-size=${heapMegabytes}`, youngObjects],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.child.on('message', (message) => this.events?.onMessage(readChildMessage(message)))
    this.child.on('exit', () => this.end())
    this.child.on('error', () => this.end())
  }

  get isGone(): boolean {
    return this.gone
  }

  /** Returns whether the process has started its run and has not ended. */
  get isBusy(): boolean {
    return this.events !== null && !this.gone
  }

  begin(start: EngineStart, events: ChildEvents): void {
    this.events = events
    if (this.gone) events.onExit()
    else this.send({ kind: 'start', start })
  }

  requestStop(): void {
    this.send({ kind: 'stop' })
  }

  kill(): void {
    this.child.kill('SIGKILL')
    // The folder is removed now and not when the child exits, because this process may be about to exit too.
    this.removeFolder()
  }

  /** Returns the memory of the process, including buffers outside the heap. */
  memoryBytes(): number {
    try {
      const pages = readFileSync(`/proc/${this.child.pid}/statm`, 'latin1').split(' ')[1]
      return Number(pages) * pageBytes
    } catch {
      return 0
    }
  }

  private send(message: ParentMessage): void {
    // The process may end at any time. Its exit event reports everything that is needed.
    if (this.child.connected) this.child.send(message, () => undefined)
  }

  private end(): void {
    if (this.gone) return
    this.gone = true
    this.removeFolder()
    this.events?.onExit()
  }

  private removeFolder(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
