import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '../../scripts/local/ports.ts'
import { compiled } from '../../scripts/local/service.ts'

/** The relevant part of a creation request to Docker's API. */
export interface ContainerWish {
  readonly Image: string
  readonly Env?: readonly string[]
  readonly Cmd?: readonly string[]
}

export interface Container {
  readonly wish: ContainerWish
  readonly status: 'created' | 'running' | 'exited'
  readonly exitCode: number | null
  /** The host's port that is forwarded to the container. It is null if the container publishes none. */
  readonly publishedPort: number | null
  readonly ended: Promise<void>
  start(): Promise<void>
  signal(name: string): void
  remove(): void
}

/** A container of the engine: a Node process with the container's environment. */
export class EngineProcess implements Container {
  readonly wish: ContainerWish
  readonly publishedPort = null
  readonly ended: Promise<void>
  status: Container['status'] = 'created'
  exitCode: number | null = null
  /** Returns how long the process has been alive, or how long it lived. */
  get livedMs(): number {
    return (this.endedMs ?? Date.now()) - this.startedMs
  }
  port = 0
  private startedMs = 0
  private endedMs: number | null = null
  private readonly program: string
  private readonly settle: () => void
  private child?: ChildProcess

  constructor(wish: ContainerWish, program: string) {
    this.wish = wish
    this.program = program
    const ended = Promise.withResolvers<void>()
    this.ended = ended.promise
    this.settle = ended.resolve
  }

  async start(): Promise<void> {
    this.port = await freePort()
    const given = (this.wish.Env ?? []).map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)])
    this.child = spawn(process.execPath, [this.program], {
      env: {
        PATH: process.env['PATH'] ?? '',
        // The image's Dockerfile has the same values, and a folder of compiled modules too.
        ...compiled,
        ENGINE_MEMORY_BYTES: '2684354560',
        ENGINE_GO_ON_SECONDS: '840',
        ...(Object.fromEntries(given) as Record<string, string>),
        HOST: '127.0.0.1',
        PORT: String(this.port),
      },
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.status = 'running'
    this.startedMs = Date.now()
    this.child.on('exit', (code, signal) => {
      this.status = 'exited'
      this.endedMs = Date.now()
      this.exitCode = code ?? (signal === 'SIGKILL' ? 137 : 143)
      this.settle()
    })
  }

  /** Sends a signal to the container's first process only, as Docker does. */
  signal(name: string): void {
    if (this.child?.pid !== undefined && this.status === 'running') process.kill(this.child.pid, name)
  }

  /** Stops every process of the container, as on a machine that hangs. */
  freeze(): void {
    if (this.child?.pid !== undefined) process.kill(-this.child.pid, 'SIGSTOP')
  }

  remove(): void {
    if (this.child?.pid === undefined || this.status !== 'running') return this.settle()
    try {
      process.kill(-this.child.pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}
