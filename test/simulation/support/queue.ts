import type { Faults } from './faults.ts'
import { Life, type Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'

export interface QueueWorld {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly faults: Faults
}

export interface Handed<Body> {
  readonly body: Body
  readonly attempts: number
  ack(): void
  retry(options?: { delaySeconds?: number }): void
}

/** The consumer of a message runs in its own Worker, which may be killed at any time. */
export type Consumer<Body> = (message: Handed<Body>, worker: Life) => Promise<void>

const handedBackAfterMs = 30_000

/** A queue that delivers at least once and in any order. After too many failures a message becomes a dead letter. */
export class Queue<Body> {
  private readonly name: string
  private readonly world: QueueWorld
  private readonly consume: Consumer<Body>
  private readonly triesMax: number
  private readonly onDead: (body: Body) => void
  readonly workers = new Set<Life>()
  private memory = 0

  constructor(
    name: string,
    world: QueueWorld,
    consume: Consumer<Body>,
    triesMax = Number.POSITIVE_INFINITY,
    onDead: (body: Body) => void = () => undefined,
  ) {
    this.name = name
    this.world = world
    this.consume = consume
    this.triesMax = triesMax
    this.onDead = onDead
  }

  send(body: Body, delaySeconds = 0): void {
    if (this.world.network.chance(this.world.faults.forgotten)) return
    this.deliver(body, 1, delaySeconds * 1000)
    if (this.world.network.chance(this.world.faults.twice)) this.deliver(body, 1, delaySeconds * 1000)
  }

  /** Loses the messages that are only in memory, as at the end of the process. */
  forget(): void {
    this.memory++
  }

  private deliver(body: Body, attempts: number, delayMs: number): void {
    const { scheduler, network } = this.world
    if (attempts > this.triesMax) return this.onDead(body)
    const { memory } = this
    scheduler.after(delayMs + network.delayMs(), `${this.name} delivers`, () => {
      if (memory !== this.memory) return
      const worker = new Life(`${this.name} consumer`)
      this.workers.add(worker)
      let isSettled = false
      const settle = (how: () => void): void => {
        if (isSettled || !worker.alive) return
        isSettled = true
        this.workers.delete(worker)
        how()
      }
      const again = (afterMs: number): void => this.deliver(body, attempts + 1, afterMs)
      const ack = (): void => settle(() => undefined)
      const retry = (options: { delaySeconds?: number } = {}): void =>
        settle(() => again((options.delaySeconds ?? 0) * 1000))
      this.consume({ body, attempts, ack, retry }, worker).then(ack, () => retry())
      scheduler.after(handedBackAfterMs * 4, `${this.name} looks after its message`, () => {
        if (isSettled || memory !== this.memory) return
        isSettled = true
        worker.alive = false
        this.workers.delete(worker)
        again(0)
      })
    })
  }
}
