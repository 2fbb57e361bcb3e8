import { within } from './deadline.ts'

const port = 8080
const pollMs = 250
const probeMs = 2000
const setUpMs = 5000
const destroyMs = 10_000
/** A container ends soon after its object has left memory, unless it has a timeout. Alarms come far more often. */
const awakeMs = 10 * 60_000

/** The only host that responds to a container. */
export const workerHost = 'engine.internal'

/**
 * The platform's container of one object. Its route to the Worker, its inactivity timeout and its monitor end when
 * the object leaves memory. `attach` sets them again when the object returns to a running container.
 */
export class EngineContainer {
  private readonly container: Container
  /** The gateway of this conversion's runs. */
  private readonly gateway: () => Fetcher
  private readonly onExit: () => void
  private starting: Promise<void> | null = null
  private exits = 0

  constructor(container: Container, gateway: () => Fetcher, onExit: () => void) {
    this.container = container
    this.gateway = gateway
    this.onExit = onExit
  }

  get isRunning(): boolean {
    return this.container.running
  }

  async attach(): Promise<void> {
    this.watch()
    await within(setUpMs, 'Attaching to the container', this.route())
  }

  /**
   * Resolves when the container is ready. It rejects when the time is up or the container has ended. Two callers share
   * one start.
   */
  start(readyWithinMs: number): Promise<void> {
    this.starting ??= this.startOnce(readyWithinMs).finally(() => {
      this.starting = null
    })
    return this.starting
  }

  async call(method: string, path: string, body: unknown, withinMs: number): Promise<Response> {
    const init = {
      method,
      signal: AbortSignal.timeout(withinMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }
    // The signal ends the request; the deadline holds even if the runtime ignores the signal.
    const request = this.container.getTcpPort(port).fetch(`http://engine${path}`, init)
    return within(withinMs + 100, `${method} ${path}`, request)
  }

  async destroy(): Promise<void> {
    if (this.container.running) await within(destroyMs, 'Destroying the container', this.container.destroy())
  }

  private async startOnce(readyWithinMs: number): Promise<void> {
    const { exits } = this
    const until = Date.now() + readyWithinMs
    if (!this.container.running) {
      // The container has no internet. The only host that responds is the gateway of this conversion's runs.
      const env = { PORT: String(port), HOST: '0.0.0.0', ENGINE_PROCESSES: '1', ENGINE_RUNS: '1' }
      this.container.start({ enableInternet: false, env })
      this.watch()
      await within(setUpMs, 'Routing the container', this.route())
    }
    for (;;) {
      const error = await this.findError()
      if (error === null) return
      if (this.exits > exits) throw new Error('The container ended before it listened', { cause: error })
      if (Date.now() > until) throw new Error(`The container did not listen in time`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  private async route(): Promise<void> {
    await this.container.setInactivityTimeout(awakeMs)
    await this.container.interceptOutboundHttp(workerHost, this.gateway())
  }

  /** Reports the end of the container at once while the object is in memory. */
  private watch(): void {
    const ended = (): void => {
      this.exits++
      this.onExit()
    }
    this.container.monitor().then(ended, ended)
  }

  /** Returns the reason why the container is not ready, or null if it is. */
  private async findError(): Promise<unknown> {
    try {
      const response = await this.call('GET', '/health', undefined, probeMs)
      await response.body?.cancel()
      return response.ok ? null : new Error(`Its health check returned ${response.status}`)
    } catch (error) {
      return error
    }
  }
}
