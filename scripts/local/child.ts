import { type ChildProcess, spawn } from 'node:child_process'
import { type WriteStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface ChildOptions {
  /** The Node module and its arguments. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly log: WriteStream
  /** Receives the output that goes to the log. */
  readonly onWords?: (words: Buffer) => void
  /** Called if the process ends without being stopped. */
  readonly onDeath: (code: number | null) => void
}

const stopGraceMs = 10_000
/** The log has this message if a process did not end after SIGTERM. */
export const killedMessage = 'A process ignored SIGTERM and was killed'
const endWithStarter = new URL('end-with-starter.mjs', import.meta.url).href

/** A Node process of the service in its own process group, so that stopping it also stops its children. */
export class Child {
  private readonly options: ChildOptions
  private readonly process: ChildProcess
  private stopping = false
  private ended = false

  constructor(options: ChildOptions) {
    this.options = options
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

  /**
   * Sends SIGTERM, and then SIGKILL to the rest of its group. wrangler leaves workerd behind if it is killed at once.
   */
  async stop(): Promise<void> {
    this.stopping = true
    this.signal('SIGTERM')
    for (let waited = 0; waited < stopGraceMs && !this.ended; waited += 50) await wait(50)
    if (!this.ended) this.options.log.write(`${killedMessage}: ${this.options.args[0]}\n`)
    this.signal('SIGKILL')
  }

  /** Kills the whole group at once. */
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
      // The group has already ended, as intended.
    }
  }
}
