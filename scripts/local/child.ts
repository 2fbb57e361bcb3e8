import { type ChildProcess, spawn } from 'node:child_process'
import { type WriteStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface ChildOptions {
  /** The Node module and its arguments. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly log: WriteStream
  /** Hears what goes to the log. */
  readonly onWords?: (words: Buffer) => void
  /** Called when it ends although nobody stopped it. */
  readonly onDeath: (code: number | null) => void
}

const stopGraceMs = 10_000
const endWithStarter = new URL('end-with-starter.mjs', import.meta.url).href

/** A Node process of the service, in a process group of its own so that stopping it stops what it started. */
export class Child {
  private readonly process: ChildProcess
  private stopping = false
  private ended = false

  constructor(options: ChildOptions) {
    this.process = spawn(process.execPath, ['--import', endWithStarter, ...options.args], {
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    for (const words of [this.process.stdout, this.process.stderr]) {
      words?.pipe(options.log, { end: false })
      if (options.onWords !== undefined) words?.on('data', options.onWords)
    }
    const end = (code: number | null): void => {
      if (this.ended) return
      this.ended = true
      if (!this.stopping) options.onDeath(code)
    }
    this.process.on('exit', end)
    this.process.on('error', () => end(null))
  }

  get pid(): number | undefined {
    return this.process.pid
  }

  /** SIGTERM, then SIGKILL for whatever of its group is left. wrangler leaves workerd behind when killed outright. */
  async stop(): Promise<void> {
    this.stopping = true
    this.signal('SIGTERM')
    for (let waited = 0; waited < stopGraceMs && !this.ended; waited += 50) await wait(50)
    this.signal('SIGKILL')
  }

  /** The whole group at once. */
  async kill(): Promise<void> {
    this.stopping = true
    this.signal('SIGKILL')
    for (let waited = 0; waited < stopGraceMs && !this.ended; waited += 50) await wait(50)
  }

  private signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (this.pid === undefined) return
    try {
      process.kill(-this.pid, name)
    } catch {
      // The group is gone already: that is what was wanted.
    }
  }
}
